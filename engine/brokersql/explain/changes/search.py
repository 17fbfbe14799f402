"""Searches for changes: the nearest values with which a cycle decides otherwise.

Also how many other decisions these change.
"""

from __future__ import annotations

from collections.abc import (
    Callable,
    Generator,
    Iterable,
    Mapping,
    Sequence,
)
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field, replace
from typing import TypeVar, cast

import pyarrow as pa

from brokersql.core.database import SqlError
from brokersql.core.errors import CycleError, PolicyError, UsageError
from brokersql.core.sql_files import sql_text
from brokersql.cycle import DECISION, AnswerMemory, DecidedAgain, FinishedCycle
from brokersql.explain.changes.nearest_value import (
    Ends,
    Found,
    Gap,
    Gaps,
    Number,
    ends_of,
)
from brokersql.explain.changes.tunables import OWNERS, Move, Tunable, TunableFinder
from brokersql.explain.chunk import Chunk
from brokersql.render.numbers import count
from brokersql.render.text import plural
from brokersql.results.queries import Row, rows

#: A filter that does not name the round holds in all rounds.
_KEY = ("jedi_task_id", "chunk_no", "queue_name", "round")
#: The row of what concerns all queues.
_SHARED = ("",)

#: The column of the place of a change where several are decided at once, and how many
#: are so at least.
_PLACE, _LEAST_AT_ONCE = "cycle_no", 8

#: Task, chunk, queue and round.
Key = tuple[int, int, str, int]
#: The pairs by rule that are asked about, and with which moves.
_Trial = tuple[frozenset[tuple[str, frozenset[Key]]], tuple[Move, ...]]
#: The pairs that a rule rejects, each with the two numbers that it compares, if any.
_Rows = Mapping[Key, tuple[Ends, ...]]


@dataclass(frozen=True, slots=True)
class OtherDecisions:
    """How many of all other decisions of the run change with a fix."""

    n_changed: int
    n_all: int

    def document(self) -> dict[str, object]:
        """Return the counts as an object for JSON."""
        return {"changed": self.n_changed, "of": self.n_all}

    def __str__(self) -> str:
        if not self.n_changed:
            return "no other decision changes"
        verb = "changes" if self.n_changed == 1 else "change"
        of = f"{count(self.n_changed)} of {plural(self.n_all, 'other decision')}"
        return f"{of} {verb}"


@dataclass(frozen=True, slots=True)
class Fix:
    """Moves that help, verified by deciding again with them.

    `owner` is whose values were looked at: site, task, pilot, policy; empty for
    several. `others` is what else they change, None where nobody counted.
    """

    owner: str
    moves: tuple[Move, ...]
    others: OtherDecisions | None = field(default=None, kw_only=True)

    @property
    def owners(self) -> tuple[str, ...]:
        """Return whose the values are: see `Tunable.owner`."""
        return tuple(dict.fromkeys(each.tunable.owner for each in self.moves))

    @property
    def is_policy(self) -> bool:
        """Return whether a value of the policy is among them, which is for all work."""
        return "policy" in self.owners

    @property
    def spread(self) -> str:
        """Return in words how many other decisions change; empty if nobody counted."""
        return "" if self.others is None else str(self.others)

    @property
    def options(self) -> list[str]:
        """Return the moves as options of `run`."""
        return [word for move in self.moves for word in move.option]

    @property
    def remark(self) -> str:
        """Return what stands in the way even then; empty where nothing does."""
        return ""

    def document(self) -> dict[str, object]:
        """Return the fix as an object for JSON."""
        return {
            "verified": True,
            "owner": self.owner,
            "set": [move.document() for move in self.moves],
            "recommended": not (self.is_policy or self.remark),
            "other_decisions": self.others.document() if self.others else None,
        }


@dataclass(frozen=True, slots=True)
class Goal:
    """That a filter lets pairs pass with another value of a tunable.

    It is reached by the nearest value with which the filter lets most of the pairs
    pass. `ends` are the numbers that it compares, `others` those that it may compare
    too. `also_pass` are filters that must not reject the pairs either.
    """

    stem: str
    pairs: frozenset[Key]
    tunable: Tunable
    ends: Sequence[Ends] = ()
    others: Sequence[Number] = ()
    also_pass: tuple[str, ...] = ()

    @property
    def stems(self) -> tuple[str, ...]:
        """Return all filters that shall let the pairs pass."""
        return (self.stem, *self.also_pass)

    @property
    def row(self) -> tuple[str, ...]:
        """Return the row whose value is tried."""
        is_site = self.tunable.table in OWNERS["site"]
        return self.tunable.row if is_site else _SHARED

    def n_left(self, rejected: Mapping[str, _Rows] | None) -> int:
        """Return how many of the pairs some filter rejects; all if it is impossible."""
        if rejected is None:
            return len(self.pairs)
        all_rejected = (rejected[stem] for stem in self.stems)
        return len(self.pairs & frozenset[Key]().union(*all_rejected))

    def gap(self, rejected: Mapping[str, _Rows] | None) -> Gap | None:
        """Return what one filter alone misses where it rejects the only pair."""
        if rejected is None or len(self.pairs) > 1:
            return None
        (pair,) = self.pairs
        found = [(stem, rejected[stem].get(pair)) for stem in self.stems]
        gaps = [
            Gap(stem, ends[0][0] - ends[0][1]) if ends else None
            for stem, ends in found
            if ends is not None
        ]
        return gaps[0] if len(gaps) == 1 else None


class _Attempt:
    """A search on its way: the move that is tried now, and what earlier ones left."""

    def __init__(
        self,
        tunable: Tunable,
        ends: Sequence[Ends],
        others: Sequence[Number],
        n_pairs: int = 1,
    ) -> None:
        self.move: Move | None = None
        self.left: dict[Found, int] = {}
        self.found: Move | None = None
        self._tunable = tunable
        self._gaps: Gaps = {}
        self._search = tunable.search(ends, n_pairs, others, self._gaps)
        self._go_on(lambda: next(self._search))

    def send(self, n_left: int, gap: Gap | None = None) -> None:
        """Send the search how much a trial left, and what a filter missed there."""
        assert self.move is not None
        self.left[self.move.value] = n_left
        self._gaps[self.move.value] = gap
        self._go_on(lambda: self._search.send(n_left))

    def _go_on(self, step: Callable[[], Found]) -> None:
        try:
            self.move = Move(self._tunable, step())
        except StopIteration as done:
            value: Found = done.value
            self.move = None
            self.found = None if value is None else Move(self._tunable, value)


class ChangeSearch:
    """Looks for moves with which a cycle, or one chunk of it, decides otherwise.

    `n_tried` counts the trials; a search that has a limit ends when it `is_spent`.
    `noted` holds all decisions with some moves, where the cycle is one of all work.
    Where the cycle has a memory, it is that of all searches, and so is what rules
    reject at a queue with some moves.
    """

    def __init__(
        self,
        cycle: FinishedCycle,
        chunk: Chunk | None = None,
        most_trials: int | None = None,
    ) -> None:
        cycle.pairs.show_filters()
        criteria = cycle.pairs.program.criteria
        self.cycle = cycle
        self.memory = cycle.memory or AnswerMemory()
        self.noted: dict[tuple[Move, ...], pa.Table] = self.memory.part("noted", 500)
        self._rejected_at: dict[tuple[str, str, tuple[Move, ...]], _Rows] = (
            self.memory.part("rejected", 2_000)
        )
        self._criteria = {each.stem: each for each in criteria if each.bit is not None}
        self._also_pass: dict[tuple[object, Tunable], tuple[str, ...]] = {}
        self._rejections: dict[_Trial, Mapping[str, _Rows] | None] = {}
        self.tunables = TunableFinder(cycle, chunk)
        self.n_tried = 0
        self._most_trials = most_trials

    @property
    def is_spent(self) -> bool:
        """Return whether as many trials were made as are allowed."""
        return self._most_trials is not None and self.n_tried >= self._most_trials

    def allow(self, n_trials: int) -> None:
        """Allow so many further trials."""
        self._most_trials = self.n_tried + n_trials

    @contextmanager
    def decided(
        self,
        moves: Sequence[Move],
        wanted: Iterable[str] = DECISION,
        only_task: int | None = None,
    ) -> Generator[DecidedAgain | None]:
        """Let all be decided again with moves; yields None if they are impossible.

        Only the `wanted` relations are then what they would be, for others what is
        yielded is asked; with `only_task` no other task has pairs.
        """
        changes = [each.change for each in moves if each.change is not None]
        settings = {
            each.tunable.name: each.text for each in moves if each.change is None
        }
        with ExitStack() as stack:
            try:
                what_if = self.cycle.what_if(
                    changes, settings, wanted=wanted, only_task=only_task
                )
                again = stack.enter_context(what_if)
            except (CycleError, PolicyError, UsageError):
                yield None
            else:
                yield again

    def nearest(
        self,
        tunable: Tunable,
        left: Callable[[Move], int | None],
        ends: Sequence[Ends] = (),
        others: Sequence[Number] = (),
    ) -> Move | None:
        """Return the move to the nearest value that leaves nothing; None without one.

        `left` returns 0 if a move will do, else 1; None ends the search.
        """
        attempt = _Attempt(tunable, ends, others)
        while attempt.move is not None:
            n_left = left(attempt.move)
            if n_left is None:
                return None
            attempt.send(n_left)
        return attempt.found

    def solve(self, goals: Sequence[Goal]) -> list[tuple[Move | None, int]]:
        """Return the nearest move that reaches each goal, and how many pairs it leaves.

        Values of different rows that concern different queues are tried together.
        """
        attempts = {
            at: _Attempt(goal.tunable, goal.ends, goal.others, len(goal.pairs))
            for at, goal in enumerate(goals)
        }
        while moves := {at: it.move for at, it in attempts.items() if it.move}:
            batch = _independent({at: goals[at] for at in moves})
            tried = self._try(batch.values(), [moves[at] for at in batch])
            for (at, goal), rejected in zip(batch.items(), tried, strict=True):
                attempts[at].send(goal.n_left(rejected), goal.gap(rejected))
        return [
            (it.found, it.left[it.found.value] if it.found else len(goals[at].pairs))
            for at, it in attempts.items()
        ]

    def foresee(self, goals: Sequence[Goal]) -> None:
        """Decide at once what searches for single goals will try first.

        They find it then; what is not tried in the end did little harm.
        """
        trials: dict[str, list[tuple[Goal, Move]]] = {}
        for goal in goals:
            for value in goal.tunable.first_numbers(goal.ends):
                move = Move(goal.tunable, value)
                if (
                    move.change is not None
                    and _trial(goal, move) not in self._rejections
                    and self._remembered(_asked([goal]), (move,)) is None
                ):
                    trials.setdefault(goal.tunable.table, []).append((goal, move))
        for several in trials.values():
            if len(several) >= _LEAST_AT_ONCE:
                with suppress(CycleError, SqlError):
                    self._decide_each(several)

    def _decide_each(self, trials: Sequence[tuple[Goal, Move]]) -> None:
        changes = [move.change for _, move in trials if move.change is not None]
        stems = {stem: goal.pairs for goal, _ in trials for stem in goal.stems}
        wanted = [self._criteria[stem].relation for stem in stems]
        with self.cycle.what_if_each(changes, wanted) as beyond:
            if beyond is None:
                return
            found = {stem: self._rows(stem, pairs) for stem, pairs in stems.items()}
        for number, (goal, move) in enumerate(trials):
            if number not in beyond:
                own = {
                    stem: [r for r in found[stem] if r.get(_PLACE, number) == number]
                    for stem in goal.stems
                }
                self._rejections[_trial(goal, move)] = self._among(
                    _asked([goal]), (move,), own
                )

    def left(
        self, pair: Key, stems: Iterable[str], moves: Sequence[Move]
    ) -> frozenset[str]:
        """Return the filters that reject a pair with moves."""
        asked = {stem: frozenset([pair]) for stem in stems}
        found = self._rejected(asked, moves)
        return frozenset(stem for stem in asked if found is None or found[stem])

    def also_pass(self, of: object, tunable: Tunable) -> tuple[str, ...]:
        """Return the filters that values of a tunable must not break: see `learn`."""
        return self._also_pass.get((of, tunable), ())

    def learn(self, of: object, tunable: Tunable, mask: int) -> bool:
        """Let values be looked for that pass the rules of a mask, which one broke.

        `of` is what the values are for. Return whether that is new: whether another
        value may do where this one did not.
        """
        known = self.also_pass(of, tunable)
        broken = self.tunables.resting_on(tunable, mask)
        self._also_pass[of, tunable] = tuple(dict.fromkeys((*known, *broken)))
        return len(self._also_pass[of, tunable]) > len(known)

    def _try(
        self, goals: Iterable[Goal], moves: Sequence[Move]
    ) -> list[Mapping[str, _Rows] | None]:
        """Return what rules reject with the move of each goal; None if impossible."""
        goals = list(goals)
        rejected = self._rejected(_asked(goals), moves)
        if rejected is not None or len(goals) == 1:
            return [rejected for _ in goals]
        # one impossible value is no answer for the others
        pairs = zip(goals, moves, strict=True)
        return [it for goal, move in pairs for it in self._try([goal], [move])]

    def _rejected(
        self, asked: Mapping[str, frozenset[Key]], moves: Sequence[Move]
    ) -> Mapping[str, _Rows] | None:
        """Return the pairs that each rule rejects; None if a move is impossible.

        Searches for one queue and for several ask the same: it is decided once.
        """
        self.n_tried += 1
        trial = (frozenset(asked.items()), tuple(moves))
        if trial not in self._rejections:
            self._rejections[trial] = self._decided_again(asked, moves)
        return self._rejections[trial]

    def _decided_again(
        self, asked: Mapping[str, frozenset[Key]], moves: Sequence[Move]
    ) -> Mapping[str, _Rows] | None:
        if (known := self._remembered(asked, tuple(moves))) is not None:
            return known
        wanted = [self._criteria[stem].relation for stem in asked]
        with self.decided(moves, wanted) as changed:
            if changed is None:
                return None
            found = {stem: self._rows(stem, pairs) for stem, pairs in asked.items()}
        return self._among(asked, tuple(moves), found)

    def _rows(self, stem: str, pairs: frozenset[Key]) -> list[Row]:
        """Return what a rule rejects of the tasks and queues of pairs.

        Of all tasks where others may be asked about later.
        """
        (partner,) = self.cycle.pairs.program.partner_key
        tasks, _, queues, _ = zip(*pairs, strict=True)
        queue, *others = sorted(set(queues))
        keys: list[object] = [[queue, *others] if others else queue]
        # DuckDB takes one queue to all that the rule reads, a list only to its result
        place, chosen = f"{partner} = ?", "true"
        if others:
            place = f"list_contains(?::varchar[], {partner})"
        if self.cycle.memory is None:
            keys.append(sorted(set(tasks)))
            chosen = "list_contains(?::bigint[], jedi_task_id)"
        parts = {"partner": partner, "place": place, "chosen": chosen}
        rule = self._criteria[stem].relation
        text = sql_text("explain", "rejected", rule=rule, **parts)
        return self.cycle.database.records(text, keys)

    def _among(
        self,
        asked: Mapping[str, frozenset[Key]],
        moves: tuple[Move, ...],
        found: Mapping[str, Iterable[Row]],
    ) -> Mapping[str, _Rows]:
        """Return the pairs that are among rows of rules, which are remembered."""
        rejected: dict[str, _Rows] = {}
        for stem, pairs in asked.items():
            rows = {_key_of(row): _ends_of(row) for row in found[stem]}
            rejected[stem] = _those_of(pairs, rows)
            if self.cycle.memory is not None:
                for queue in {pair[2] for pair in pairs}:
                    of_queue = {key: rows[key] for key in rows if key[2] == queue}
                    self._rejected_at[stem, queue, moves] = of_queue
        return rejected

    def _remembered(
        self, asked: Mapping[str, frozenset[Key]], moves: tuple[Move, ...]
    ) -> Mapping[str, _Rows] | None:
        """Return the pairs that rules reject with moves; None if that is not known."""
        rejected: dict[str, _Rows] = {}
        for stem, pairs in asked.items():
            rows: dict[Key, tuple[Ends, ...]] = {}
            for queue in {pair[2] for pair in pairs}:
                known = self._rejected_at.get((stem, queue, moves))
                if known is None:
                    return None
                rows |= known
            rejected[stem] = _those_of(pairs, rows)
        return rejected


def _key_of(row: Row) -> Key:
    return cast("Key", tuple(row.get(name) for name in _KEY))


def _ends_of(row: Row) -> tuple[Ends, ...]:
    """Return the two numbers that a rule compares where it rejects a pair, if any."""
    asked, offered = row.get("asked"), row.get("offered")
    if asked is None or offered is None:
        return ()
    return ends_of(float(str(asked)), float(str(offered)))


def _asked(goals: Iterable[Goal]) -> dict[str, frozenset[Key]]:
    """Return the pairs of goals by the rules that shall let them pass."""
    asked: dict[str, frozenset[Key]] = {}
    for goal in goals:
        for stem in goal.stems:
            asked[stem] = asked.get(stem, frozenset()) | goal.pairs
    return asked


def _those_of(pairs: frozenset[Key], rows: _Rows) -> _Rows:
    """Return the rows of pairs; one without a round is that of all rounds."""
    found: dict[Key, tuple[Ends, ...]] = {}
    for pair in pairs:
        of_all = cast("Key", (*pair[:3], None))
        if pair in rows or of_all in rows:
            found[pair] = rows[pair] if pair in rows else rows[of_all]
    return found


def _trial(goal: Goal, move: Move) -> _Trial:
    """Return what a trial of one goal is known by."""
    return frozenset((stem, goal.pairs) for stem in goal.stems), (move,)


def decisions(cycle: FinishedCycle) -> pa.Table:
    """Return what the cycle decides about each chunk, as it stands in the database."""
    return cycle.database.table(sql_text("explain", "decisions"))


def _independent(goals: Mapping[int, Goal]) -> dict[int, Goal]:
    """Return those that can be tried at once: each with a row and queues of its own."""
    batch: dict[int, Goal] = {}
    rows: set[tuple[str, ...]] = set()
    queues: set[str] = set()
    for number, goal in goals.items():
        own = {name for _, _, name, _ in goal.pairs}
        is_shared = _SHARED in (*rows, goal.row) or goal.row in rows
        if batch and (own & queues or is_shared):
            continue
        batch[number] = goal
        rows.add(goal.row)
        queues |= own
    return batch


#: What a decision is read from.
_WANTED = ("result", "weighed")
AnyFix = TypeVar("AnyFix", bound=Fix)


class DecisionCounter:
    """Compares the decisions of a cycle with what they are within a what-if.

    One chunk may be left out.
    """

    def __init__(self, cycle: FinishedCycle, chunk: Chunk | None = None) -> None:
        self._cycle = cycle
        self._key = (None, None) if chunk is None else (chunk.task, chunk.chunk)
        self._before = self._after = decisions(cycle)

    def note(self) -> None:
        """Keep the decisions as they stand in the database now, for `read`."""
        self._after = decisions(self._cycle)

    def read(self, after: pa.Table | None = None) -> OtherDecisions:
        """Return how many decisions were others when they were noted, or in a table."""
        database = self._cycle.database
        database.register("decision_before", self._before)
        database.register("decision_after", self._after if after is None else after)
        (row,) = rows(self._cycle, "explain", "decisions_changed", self._key)
        return OtherDecisions(row["n_changed"] or 0, row["n_all"])


def counted(
    search: ChangeSearch, chunk: Chunk, fixes: Iterable[AnyFix]
) -> list[AnyFix]:
    """Return the fixes of a chunk with the number of other decisions that they change.

    A cycle that was limited to some tasks is run for all of them first. Fixes of the
    same moves are decided once, those that the search has decided in a cycle of all
    work not again. In a large cycle only the first is counted, and none where it would
    have to be run first.
    """
    fixes = list(fixes)
    is_large = search.cycle.is_large
    if not fixes or (is_large and not search.cycle.is_whole):
        return fixes
    whole = search.cycle.whole()
    counter, again = DecisionCounter(whole, chunk), ChangeSearch(whole)
    known: dict[tuple[Move, ...], OtherDecisions] = {}
    few = fixes[:1] if is_large else fixes
    for moves in dict.fromkeys(each.moves for each in few):
        after = search.noted.get(moves, again.noted.get(moves))
        if after is None:
            with again.decided(moves, _WANTED) as changed:
                if changed is not None:
                    after = again.noted[moves] = decisions(whole)
        if after is not None:
            known[moves] = counter.read(after)
    return [replace(each, others=known.get(each.moves)) for each in fixes]
