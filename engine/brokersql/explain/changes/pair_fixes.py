"""Changes that admit a rejected pair, or let a weighed one be chosen."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

from brokersql.core.errors import CycleError
from brokersql.cycle import DECISION, FinishedCycle
from brokersql.explain.changes.search import (
    ChangeSearch,
    Fix,
    Goal,
    Key,
    decisions,
)
from brokersql.explain.changes.tunables import OWNERS, Move, Tunable
from brokersql.explain.chunk import Chunk, Gate, all_gates, gate_of
from brokersql.explain.failing import BlockedPair, Blocker, Failing, SecondBrokerage
from brokersql.explain.weights import (
    Weighed,
    cut_text,
    draws_one,
    weighed_of,
    weighed_pairs,
)
from brokersql.render.table import Display
from brokersql.render.text import fold, printable
from brokersql.results.queries import Row, number, rows

#: What is asked for of a rejected pair.
_ADMIT = "admit it"


@dataclass(frozen=True, slots=True)
class PairFix(Fix):
    """Moves that admit a queue.

    `weighed` is how the queue then stands, None where no queue is weighed; `gate` is
    what lets the task wait even then.
    """

    weighed: Weighed | None
    n_chosen: int
    displaced: tuple[str, ...]
    gate: Gate | None = None

    @property
    def is_chosen(self) -> bool:
        """Return whether the queue is then chosen."""
        return self.weighed is not None and self.weighed.is_chosen

    @property
    def remark(self) -> str:
        """Return what stands in the way even then; empty where nothing does."""
        if self.gate is not None:
            return f"the task stays {self.gate}"
        if self.weighed is None or self.is_chosen or self.n_chosen:
            return ""
        return "the task loses its queues" if self.displaced else "none is chosen"

    @property
    def held(self) -> str:
        """Return the end of a sentence about what stands in the way even then."""
        return f", but {self.remark.partition(':')[0]}" if self.remark else ""

    def document(self) -> dict[str, object]:
        """Return the advice as an object for JSON."""
        weighed = self.weighed
        return {
            **Fix.document(self),
            "rank": weighed.rank if weighed else None,
            "weight": weighed.weight if weighed else None,
            "chance": weighed.draw.chance if weighed and weighed.draw else None,
            "chosen": self.is_chosen,
            "displaces": list(self.displaced),
            "held": self.gate.document() if self.gate else None,
        }

    def lines(self, look: Display) -> list[str]:
        """Return the advice for a reader."""
        lines = [
            f"    {_moved_name(move):<{self._width}}  {move.words}"
            for move in self.moves
        ]
        return [*lines, *self.outcome_lines(look, self.spread)]

    def outcome_lines(self, look: Display, spread: str = "") -> list[str]:
        """Return for a reader what was decided with it, and what else changes."""
        sign = look.paint("good", "✓")
        text = f"{sign} decided again with it: {self._outcome()}"
        if spread:
            text = f"{text.removesuffix('.')}. {spread.capitalize()}."
        return fold(["  ", *text.split(" ")], look.width, "    ")

    def sentence(self, names: Sequence[str]) -> str:
        """Return in a sentence the change, whose it is, what it does where.

        The end is a check mark, or what stands in the way even then.
        """
        values = ", ".join(f"{_moved_name(it)} {it.words}" for it in self.moves)
        weighed = self.weighed
        place = f" ({weighed.place})" if weighed and weighed.place else ""
        many = f" and {len(names) - 1} more" if len(names) > 1 else ""
        text = f"{' and '.join(self.owners)}: {values} admits {printable(names[0])}"
        spread = f"; {self.spread}" if self.spread else ""
        return f"{text}{place}{many}{spread}{self.held or ' ✓'}"

    def policy_words(self, goal: str, *, is_only: bool) -> str:
        """Return in sentences a change of the policy, which is for all tasks."""
        values = ", ".join(f"{_moved_name(it)} {it.words}" for it in self.moves)
        also = "" if is_only else "also "
        text = f"Would {also}{goal}, but is set for every task: {values}."
        if self.spread:
            text += f" {self.spread.capitalize()}."
        return f"{text} Not recommended as the fix of one task."

    @property
    def _width(self) -> int:
        return max(len(_moved_name(move)) for move in self.moves)

    def _outcome(self) -> str:
        weighed = self.weighed
        if self.gate is not None:
            return f"no criterion rejects it, but {self.remark}"
        if weighed is None:
            return "no criterion rejects it; no queue is weighed"
        shown = f"admitted, weight {weighed.formula}"
        shows_place = weighed.is_chosen or not weighed.draw  # else `why` says it
        shown += f", {weighed.place}" if weighed.place and shows_place else ""
        if not weighed.is_chosen:
            short = f"; {cut_text(weighed.cut)}" if weighed.cut else ""
            return f"{shown}: not chosen, {weighed.why}{short}{self._left_out()}"
        text = (
            f"{shown}: drawn" if weighed.draw else f"{shown} of {self.n_chosen}: chosen"
        )
        return f"{text}{self._left_out()}."

    def _left_out(self) -> str:
        """Return the end of a sentence about what is not chosen any more."""
        if not self.displaced:
            return ""
        is_drawn = self.weighed is not None and self.weighed.draw is not None
        left = "would not be" if is_drawn else "would leave the list"
        return f"; {', '.join(map(printable, self.displaced))} {left}"


def standing(advice: PairFix) -> float:
    """Return where an advice leads to: a smaller number is better, none is worst."""
    weighed = advice.weighed
    if weighed is not None and weighed.draw is not None:
        return -weighed.draw.chance
    rank = weighed.rank if weighed else None
    return math.inf if rank is None else rank


@dataclass(frozen=True, slots=True)
class PairFixes:
    """All that would admit a queue, and the criteria that no single value lifts.

    `is_cut` is set where some values were not tried, `goal` what they are for.
    """

    found: tuple[PairFix, ...]
    stuck: tuple[str, ...]
    is_cut: bool = False
    goal: str = _ADMIT

    def documents(self) -> list[dict[str, object]]:
        """Return what would admit the queue, for JSON."""
        return [each.document() for each in self.found]

    def helps(self, queue_name: str) -> tuple[str, ...]:
        """Return what would admit the queue in sentences, that of the policy last."""
        own = [each for each in self.found if not each.is_policy]
        return (
            *(each.sentence([queue_name]) for each in own),
            *(
                each.policy_words(self.goal, is_only=not own)
                for each in self.found
                if each.is_policy
            ),
        )

    def lines(self, look: Display) -> list[str]:
        """Return what would admit the queue, for a reader."""
        lines: list[str] = []
        own = [each for each in self.found if not each.is_policy]
        for at, each in enumerate(own):
            whose = " and ".join(each.owners)
            several = " all of" if len(each.moves) > 1 else ""
            title = f"What would {self.goal}" if at == 0 else "Or"
            heading = look.paint("bold", f"{title}, of the {whose}:{several}")
            lines += ["", heading, *each.lines(look)]
        for each in self.found:
            if each.is_policy:
                words = each.policy_words(self.goal, is_only=not own).split(" ")
                lines += ["", *fold(words, look.width), *each.outcome_lines(look)]
        if self.is_cut and not self.found:
            text = f"No change that would {self.goal} was found"
            lines += ["", f"{text}; not all were tried."]
        elif self.stuck:
            text = f"No value is known that lifts {', '.join(self.stuck)}"
            lines += ["", f"{text}, so no change of one value per criterion either."]
        elif not self.found:
            per = " per criterion" if self.goal == _ADMIT else ""
            lines += ["", f"No change of one value{per} is known to {self.goal}."]
        return lines


def _moved_name(move: Move) -> str:
    tunable = move.tunable
    key = ", ".join(map(printable, tunable.key))
    return f"{tunable.name} of {key}" if key else tunable.name


@dataclass(frozen=True, slots=True)
class ChunkOutcome:
    """The mask of every pair of a chunk, the weighed pairs in order, what holds it.

    Where it `has_weights` not, nobody looked beyond the masks.
    """

    masks: Mapping[str, int]
    weighed: tuple[Weighed, ...]
    gate: Gate | None
    has_weights: bool = True

    def admits(self, queue_name: str) -> bool:
        """Return whether no criterion rejects a queue."""
        return self.masks.get(queue_name) == 0

    def admits_any(self, queue_names: Iterable[str]) -> bool:
        """Return whether no criterion rejects one of some queues."""
        return any(map(self.admits, queue_names))

    def weighed_at(self, queue_name: str) -> Weighed | None:
        """Return the weighed pair of a queue, None if it got no weight."""
        mine = (each for each in self.weighed if each.queue_name == queue_name)
        return next(mine, None)

    @property
    def chosen(self) -> list[str]:
        """Return the queues that are chosen, in order."""
        return [each.queue_name for each in self.weighed if each.is_chosen]

    def ranked_among(self, weighed: Weighed, others: Sequence[Weighed]) -> Weighed:
        """Return a pair with rank or chance among others if they are as they were here.

        Where a weight of the others is not what it was, there is no such standing.
        """
        weights = {each.queue_name: each.weight for each in self.weighed}
        is_same = all(weights.get(each.queue_name) == each.weight for each in others)
        if weighed.rank is None or not is_same:
            return replace(weighed, rank=None, is_chosen=False, draw=None)
        if weighed.draw is not None:
            draw = weighed.draw.among(weighed.weight, [it.weight for it in others])
            return replace(weighed, rank=None, is_chosen=False, draw=draw)
        ahead = [each for each in others if each.rank and each.rank < weighed.rank]
        is_chosen = weighed.is_chosen or len(ahead) < len(self.chosen)
        return replace(weighed, rank=1 + len(ahead), is_chosen=is_chosen)


def masks_of(cycle: FinishedCycle, chunk: Chunk) -> dict[str, int]:
    """Return queue -> mask of the criteria that reject it."""
    found = rows(cycle, "explain", "pairs", chunk.key)
    return {str(row["queue_name"]): number(row["reject_mask"]) for row in found}


def outcome_of(cycle: FinishedCycle, chunk: Chunk) -> ChunkOutcome:
    """Return what a chunk comes to."""
    weighed = tuple(weighed_of(cycle, chunk))
    return ChunkOutcome(masks_of(cycle, chunk), weighed, gate_of(cycle, chunk))


@dataclass(frozen=True, slots=True)
class ChunkOutcomes:
    """What all chunks come to, as rows by task and chunk; draws are those of a task."""

    masks: Mapping[tuple[int, int], Sequence[Row]]
    weighed: Mapping[tuple[int, int], Sequence[Row]]
    draws: Mapping[int, Sequence[Row]]
    gates: Mapping[tuple[int, int], Gate]

    @classmethod
    def of(cls, cycle: FinishedCycle) -> ChunkOutcomes:
        """Return what stands in the database of a cycle now."""
        draws: dict[int, list[Row]] = {}
        if draws_one(cycle):
            for row in rows(cycle, "explain", "nucleus_draws", chosen="true"):
                draws.setdefault(row["jedi_task_id"], []).append(row)
        masks = _by_chunk(rows(cycle, "explain", "masks"))
        weighed = _by_chunk(rows(cycle, "explain", "weighed", chosen="true"))
        return cls(masks, weighed, draws, all_gates(cycle))

    def outcome(self, cycle: FinishedCycle, chunk: Chunk) -> ChunkOutcome | None:
        """Return what a chunk comes to; None if its units have other numbers now."""
        place = (chunk.task, chunk.chunk)
        masks, weighed = self.masks.get(place, ()), self.weighed.get(place, ())
        units = {row["unit_no"] for row in (*masks, *weighed)}
        first, last = chunk.first_unit_no, chunk.last_unit_no
        if units and (first is None or last is None):
            return None
        if not units <= set(range(first or 0, (last or 0) + 1)):
            return None
        draws = self.draws.get(chunk.task, ())
        return ChunkOutcome(
            {row["queue_name"]: number(row["reject_mask"]) for row in masks},
            tuple(weighed_pairs(cycle, weighed, draws)),
            self.gates.get(place),
        )


def _by_chunk(found: Iterable[Row]) -> dict[tuple[int, int], list[Row]]:
    by_chunk: dict[tuple[int, int], list[Row]] = {}
    for row in found:
        by_chunk.setdefault((row["jedi_task_id"], row["chunk_no"]), []).append(row)
    return by_chunk


#: The relations of masks: those of a decision that cost least.
_MASKS = ("verdict", "reported_unit")
#: How many values of one owner are tried for one criterion at most.
_MOST_TUNABLES = 6


#: After how many trials no other value is looked for, for a rejected pair.
_MOST_TRIALS = 80
#: How many sets of moves of one owner are decided again at most.
_MOST_SETS = 6
#: Whose values are looked at only where no others will do.
_LAST = "policy"

#: The bits that each move lifts alone.
_RemovedBits = dict[Move, frozenset[int]]


class PairFixSearch(ChangeSearch):
    """Looks for changes that admit queues to one chunk; `before` is as it is decided.

    `is_cut` is set where a search is left out, `cut` has the bits of which not all
    values were looked at.
    """

    def __init__(
        self, cycle: FinishedCycle, chunk: Chunk, most_trials: int | None = None
    ) -> None:
        super().__init__(cycle, chunk, most_trials)
        key = (chunk.task, chunk.chunk)
        (found,) = rows(cycle, "explain", "reported_round", key)
        self.before = outcome_of(cycle, chunk)
        self.is_cut = False
        self.cut: set[int] = set()
        self._chunk = chunk
        self._round = number(found["round"])
        self._second = SecondBrokerage(cycle, chunk)
        self._outcomes: dict[tuple[Move, ...], ChunkOutcomes] = self.memory.part(
            "outcomes", 64
        )
        self._decided: dict[tuple[Move, ...], ChunkOutcome | None] = {}
        # of many pairs those of the chunk's task alone are decided again
        is_alone = cycle.is_large and cycle.decides_tasks_alone
        self._only_task = chunk.task if is_alone else None

    def advise(self, blocked: BlockedPair) -> PairFixes:
        """Return what would admit a rejected queue: the fewest moves of each owner.

        The policy is asked for what neither the site nor the task can do; where no
        owner can do it alone, their moves are put together.
        """
        # 1. a criterion that rests on no value at all needs no trial
        bare = [each for each in blocked.blockers if not self.inputs(blocked, each)]
        if bare:
            return PairFixes((), tuple(dict.fromkeys(each.criterion for each in bare)))
        self.allow(_MOST_TRIALS)
        self.is_cut = False
        self.cut.clear()
        # 2. for each owner the fewest moves that do it
        found: list[PairFix] = []
        known: _RemovedBits = {}
        for owner in OWNERS:
            if owner != _LAST or not found:
                advice, removed_by = self._of_owner(blocked, owner)
                found += [] if advice is None else [advice]
                known.update(removed_by)
        # 3. the moves of several, else what stands in nobody's power
        if not found:
            several = self._fewest(blocked, "", known)
            found += [] if several is None else [several]
        lifted = frozenset[int]().union(*known.values())
        stuck = [each for each in blocked.blockers if each.bit not in lifted]
        is_cut = self.is_cut or any(each.bit in self.cut for each in stuck)
        if found or not stuck:
            found.sort(key=lambda each: len(each.moves))
            return PairFixes(tuple(found), (), is_cut)
        named = tuple(dict.fromkeys(each.criterion for each in stuck))
        return PairFixes((), named, is_cut)

    def tried_tunables(
        self, blocked: BlockedPair, blocker: Blocker, owner: str
    ) -> list[Tunable]:
        """Return the first of what a criterion rests on and an owner could set."""
        return self._all_tunables(blocked, blocker, owner)[:_MOST_TUNABLES]

    def _all_tunables(
        self, blocked: BlockedPair, blocker: Blocker, owner: str
    ) -> list[Tunable]:
        """Return all that a criterion rests on and an owner could set.

        Of one that asks another policy about the queues of a nucleus these count.
        """
        if self._second.answers(blocker.stem):
            return self._second.tunables(blocked.queue_name, owner)
        return self.tunables.of(blocker.bit, blocked.unified_name, owner)

    def inputs(self, blocked: BlockedPair, blocker: Blocker) -> tuple[Tunable, ...]:
        """Return all that a criterion rests on and somebody could set."""
        return tuple(
            tunable
            for owner in OWNERS
            for tunable in self._all_tunables(blocked, blocker, owner)
        )

    def goal(self, blocked: BlockedPair, blocker: Blocker, tunable: Tunable) -> Goal:
        """Return how a value is looked for that lifts a criterion."""
        known = (
            it for each in OWNERS for it in self.tried_tunables(blocked, blocker, each)
        )
        others = [each.number for each in known if each != tunable and each.number]
        ends = blocker.ends
        if self._second.answers(blocker.stem):
            ends = self._second.ends(blocked.queue_name)
        also_pass = self.also_pass(blocked.queue_name, tunable)
        pairs = frozenset([self._key(blocked)])
        return Goal(blocker.stem, pairs, tunable, ends, others, also_pass)

    def decide(
        self, moves: Sequence[Move], queues: Iterable[str]
    ) -> ChunkOutcome | None:
        """Return what the chunk comes to with moves; None if they are impossible.

        Where none of `queues` is admitted, nobody looks at weights and gates.
        """
        place, names = tuple(moves), list(queues)
        known = self._outcomes.get(place) if place in self.noted else None
        outcome = known and known.outcome(self.cycle, self._chunk)
        if outcome is not None:
            return outcome
        if place in self._decided:
            outcome = self._decided[place]
            if outcome is None or outcome.has_weights or not outcome.admits_any(names):
                return outcome
        self._decided[place] = outcome = self._decide_anew(place, names)
        return outcome

    def _decide_anew(
        self, moves: tuple[Move, ...], queues: Sequence[str]
    ) -> ChunkOutcome | None:
        cycle, chunk = self.cycle, self._chunk
        with self.decided(moves, _MASKS, self._only_task) as changed:
            if changed is None:
                return None
            barred = ChunkOutcome(masks_of(cycle, chunk), (), None, has_weights=False)
            if not barred.admits_any(queues) and cycle.memory is None:
                return barred
            try:
                changed.want(DECISION)
            except CycleError:
                return None
            if cycle.is_whole and self._only_task is None:
                self.noted[moves] = decisions(cycle)
            if cycle.memory is not None:
                self._outcomes[moves] = ChunkOutcomes.of(cycle)
            return outcome_of(cycle, chunk)

    def broke(self, blocked: BlockedPair, move: Move, after: ChunkOutcome) -> bool:
        """Let a value be looked for that passes the rules a move broke: see `learn`."""
        before = sum(1 << each.bit for each in blocked.blockers)
        mask = after.masks.get(blocked.queue_name, 0) & ~before
        return self.learn(blocked.queue_name, move.tunable, mask)

    def fix(
        self, queue_name: str, owner: str, moves: Sequence[Move], after: ChunkOutcome
    ) -> PairFix:
        """Return what an admitted queue comes to, and whom it displaces."""
        weighed = after.weighed_at(queue_name)
        left = (name for name in self.before.chosen if name not in after.chosen)
        n_chosen = len(after.chosen)
        return PairFix(owner, tuple(moves), weighed, n_chosen, tuple(left), after.gate)

    def _of_owner(
        self, blocked: BlockedPair, owner: str
    ) -> tuple[PairFix | None, _RemovedBits]:
        """Return the fewest moves of an owner that admit a queue, and all tried.

        For each criterion its next tunable is tried until the moves found will do.
        Those of a policy are found first: of them the nearest counts.
        """
        known: _RemovedBits = {}
        rounds = self._rounds(blocked, owner)
        for moves in [_nearest_first(rounds)] if owner == _LAST else rounds:
            for move in moves:
                known[move] = self._lifted(blocked, [move])
            advice = self._fewest(blocked, owner, known)
            is_able = len(moves) == len(blocked.blockers) or len(known) > len(moves)
            if advice is not None or not is_able:
                return advice, known
        return None, known

    def _rounds(self, blocked: BlockedPair, owner: str) -> Iterator[list[Move]]:
        """Yield for each criterion its first move of an owner, then its next, ..."""
        left = [self._moves(blocked, each, owner) for each in blocked.blockers]
        while found := [move for each in left for move in (next(each, None),) if move]:
            yield found

    def _moves(
        self, blocked: BlockedPair, blocker: Blocker, owner: str
    ) -> Iterator[Move]:
        """Yield the moves of an owner that lift a criterion, one for each tunable."""
        tunables = self._all_tunables(blocked, blocker, owner)
        if len(tunables) > _MOST_TUNABLES:
            self.cut.add(blocker.bit)
        tunables = tunables[:_MOST_TUNABLES]
        if not self.is_spent:
            self.foresee([self.goal(blocked, blocker, each) for each in tunables])
        for tunable in tunables:
            if self.is_spent:
                self.is_cut = True
                return
            ((move, _),) = self.solve([self.goal(blocked, blocker, tunable)])
            if move is not None:
                yield move

    def _lifted(self, blocked: BlockedPair, moves: Sequence[Move]) -> frozenset[int]:
        """Return the bits of all that rejects a queue that moves lift.

        A move that was found for the only criterion needs no trial.
        """
        if len(blocked.blockers) == 1 == len(moves):
            return frozenset([blocked.blockers[0].bit])
        stems = [each.stem for each in blocked.blockers]
        left = self.left(self._key(blocked), stems, moves)
        return frozenset(each.bit for each in blocked.blockers if each.stem not in left)

    def _fewest(
        self, blocked: BlockedPair, owner: str, removed_by: _RemovedBits
    ) -> PairFix | None:
        """Return the smallest set of moves that lifts all, and admits the queue."""
        bits = frozenset(each.bit for each in blocked.blockers)
        for moves in covers(bits, removed_by)[:_MOST_SETS]:
            advice = self._verified(blocked, owner, moves)
            if advice is not None:
                return self._without(blocked, advice)
        return None

    def _without(self, blocked: BlockedPair, advice: PairFix) -> PairFix:
        """Return an advice without moves that its other moves make superfluous."""
        moves = advice.moves
        for left in combinations(moves, len(moves) - 1) if len(moves) > 2 else ():
            if len(self._lifted(blocked, left)) == len(blocked.blockers):
                less = self._verified(blocked, advice.owner, left)
                if less is not None:
                    return self._without(blocked, less)
        return advice

    def _verified(
        self, blocked: BlockedPair, owner: str, moves: Sequence[Move]
    ) -> PairFix | None:
        """Return the advice if the queue is admitted when all is decided again.

        Where the value of a single move broke other rules, another one is looked for.
        """
        after = self.decide(moves, [blocked.queue_name])
        if after is None:
            return None
        if after.admits(blocked.queue_name):
            return self.fix(blocked.queue_name, owner, moves, after)
        if len(moves) > 1 or not self.broke(blocked, moves[0], after):
            return None
        goal = self.goal(blocked, blocked.blockers[0], moves[0].tunable)
        ((move, _),) = self.solve([goal])
        return None if move is None else self._verified(blocked, owner, [move])

    def _key(self, blocked: BlockedPair) -> Key:
        chunk = self._chunk
        return (chunk.task, chunk.chunk, blocked.queue_name, self._round)


def covers(
    bits: frozenset[int], removed_by: Mapping[Move, frozenset[int]]
) -> list[tuple[Move, ...]]:
    """Return the sets of moves that lift all bits, the smallest first.

    No set has a move that its others make superfluous, nor two of one value.
    """
    found = {frozenset(moves): moves for moves in _grown(bits, removed_by, ())}
    return sorted(
        (
            moves
            for moves in found.values()
            if not any(each < frozenset(moves) for each in found)
        ),
        key=len,
    )


def _grown(
    left: frozenset[int],
    removed_by: Mapping[Move, frozenset[int]],
    moves: tuple[Move, ...],
) -> Iterator[tuple[Move, ...]]:
    """Yield moves with those that lift what is left."""
    if not left:
        yield moves
        return
    taken = {move.tunable for move in moves}
    for move, lifted in removed_by.items():
        if min(left) in lifted and move.tunable not in taken:
            yield from _grown(left - lifted, removed_by, (*moves, move))


def _nearest_first(rounds: Iterable[Sequence[Move]]) -> list[Move]:
    moves = [move for each in rounds for move in each]
    return sorted(moves, key=lambda move: move.distance)


def united(moves: Sequence[Move]) -> list[Move]:
    """Return moves with one for each tunable: of several the one that goes furthest."""
    found: dict[tuple[str, ...], Move] = {}
    for move in moves:
        identity = (*move.tunable.row, move.tunable.column)
        other = found.get(identity)
        if other is None or move.distance > other.distance:
            found[identity] = move
    return list(found.values())


#: What decides among pairs that no cap takes: the choice itself, then the weights.
_WEIGHTS = ("weights",)
_CHOICE = ("select", *_WEIGHTS)
#: After how many trials no other value is looked for, for a weighed pair.
_MOST_WEIGHED_TRIALS = 40
#: Whose values those of a task are compared with.
_COMPARED = "policy"


class WeighedFixSearch(PairFixSearch):
    """Looks for moves with which one weighed pair of a chunk comes further.

    `caps` hit it after its weight, of which the first took it; where there is none,
    others weigh more.
    """

    def __init__(
        self,
        cycle: FinishedCycle,
        chunk: Chunk,
        weighed: Weighed,
        caps: Sequence[Failing],
    ) -> None:
        super().__init__(cycle, chunk, _MOST_WEIGHED_TRIALS)
        self._weighed = weighed
        self._caps = caps

    def advise_weighed(self) -> PairFixes:
        """Return a move of each owner with which no cap takes it, or it is chosen.

        Each is the nearest value of the first tunable that will do.
        """
        if not self._caps:
            found, goal = self._fixes(_CHOICE), "let it be chosen"
        else:
            goal = "lift the cap" if len(self._caps) == 1 else "lift all caps"
            found = self._fixes(self._rules)
            # what compares numbers may compare the weight
            found = found or (self._fixes(_WEIGHTS) if self._caps[0].ends else [])
        return PairFixes(tuple(found), (), self.is_spent, goal)

    def cap_inputs(self) -> list[Tunable]:
        """Return the values that the cap rests on and that somebody could set."""
        return [it for owner in OWNERS for it in self._of_rules(self._rules, owner)]

    @property
    def _rules(self) -> tuple[str, ...]:
        return tuple(f"caps/{each.stem}" for each in self._caps[:1])

    def _fixes(self, rules: Sequence[str]) -> list[PairFix]:
        """Return for each owner the first move of what rules rest on that will do."""
        found: list[PairFix] = []
        for owner in OWNERS:
            move = self._move(rules, owner)
            name = self._weighed.queue_name
            after = None if move is None else self.decide([move], [name])
            if move is not None and after is not None:
                found.append(self.fix(name, owner, [move], after))
        return found

    def _of_rules(self, rules: Sequence[str], owner: str) -> list[Tunable]:
        name = self._weighed.unified_name
        found = (self.tunables.of_rules(rule, name, owner) for rule in rules)
        return list(dict.fromkeys(it for tunables in found for it in tunables))

    def _move(self, rules: Sequence[str], owner: str) -> Move | None:
        """Return the nearest move of the first tunable of an owner that will do."""
        # priorities and the like are compared with parameters
        compared = self._of_rules(rules, _COMPARED) if owner == "task" else []
        others = [each.number for each in compared if each.number]
        others += [] if self._weighed.rank is None else [self._weighed.rank]
        ends = self._caps[0].ends if self._caps else ()
        found = (
            self.nearest(tunable, self._n_left, ends, others)
            for tunable in self._of_rules(rules, owner)
        )
        return next(filter(None, found), None)

    def _n_left(self, move: Move) -> int | None:
        """Return 0 if a move will do, else 1; None where enough were tried."""
        if self.is_spent:
            return None
        self.n_tried += 1
        with self.decided([move], ("weighed",), self._only_task) as changed:
            found = weighed_of(self.cycle, self._chunk) if changed else ()
        name = self._weighed.queue_name
        weighed = next((it for it in found if it.queue_name == name), None)
        if weighed is None:
            return 1
        will_do = weighed.rank is not None if self._caps else weighed.is_chosen
        return int(not will_do)
