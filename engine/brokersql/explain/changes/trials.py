"""Trials of other values: which pairs a filter then rejects; all is undone."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from string import Template

from brokersql.core.errors import CycleError, PolicyError, UsageError
from brokersql.core.sql_files import sql_text
from brokersql.cycle import DECISION, FinishedCycle
from brokersql.explain.changes.search import Ends, Found, Number, Search
from brokersql.explain.changes.tunables import OWNERS, Move, Tunable

#: A filter that does not name the round holds in all rounds.
_KEY = ("jedi_task_id", "chunk_no", "queue_name", "round")
#: The row of what concerns all queues.
_SHARED = ("",)

#: Task, chunk, queue and round.
Key = tuple[int, int, str, int]


@dataclass(frozen=True, slots=True)
class Problem:
    """A filter that rejects pairs, and the value that might change that.

    It is solved by the nearest value with which the filter lets most of the pairs pass.
    `ends` are the numbers that it compares, `others` those that it may compare too.
    `also_pass` are filters that must not reject the pairs either.
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
        tunable = self.tunable
        return (
            (tunable.table, *tunable.key)
            if tunable.table in OWNERS["site"]
            else _SHARED
        )


@dataclass(frozen=True, slots=True)
class Solved:
    """The value that was found, None if there is none, and how many pairs are left."""

    value: Found
    n_left: int


@dataclass(slots=True)
class _Attempt:
    """A problem on its way: the move that is tried now, how many pairs may be left."""

    problem: Problem
    search: Search
    move: Move | None = None
    left: dict[Found, int] = field(default_factory=dict[Found, int])
    found: Found = None

    def send(self, n_left: int | None) -> None:
        """Send the search how many pairs a trial left; None begins it."""
        try:
            if n_left is None or self.move is None:
                value = next(self.search)
            else:
                self.left[self.move.value] = n_left
                value = self.search.send(n_left)
            self.move = Move(self.problem.tunable, value)
        except StopIteration as done:
            self.move, self.found = None, done.value


class Trials:
    """Tries moves on the pairs of a cycle; `n_tried` counts how often."""

    def __init__(self, cycle: FinishedCycle) -> None:
        cycle.pairs.show_filters()
        criteria = cycle.pairs.program.criteria
        self._cycle = cycle
        self._criteria = {each.stem: each for each in criteria if each.bit is not None}
        self.n_tried = 0

    @contextmanager
    def decided(
        self, moves: Sequence[Move], wanted: Iterable[str] = DECISION
    ) -> Generator[bool]:
        """Let all be decided again with moves; yields False if they are impossible.

        Only the `wanted` relations are then what they would be.
        """
        with self._moved(moves, wanted) as is_done:
            yield is_done

    def solve(self, problems: Sequence[Problem]) -> list[Solved]:
        """Return the nearest value that solves each problem.

        Values of different rows that concern different queues are tried together.
        """
        attempts = [
            _Attempt(each, each.tunable.search(each.ends, len(each.pairs), each.others))
            for each in problems
        ]
        for attempt in attempts:
            attempt.send(None)
        while batch := _independent(
            [each for each in attempts if each.move is not None]
        ):
            for attempt, n_left in zip(batch, self._try(batch), strict=True):
                attempt.send(n_left)
        return [
            Solved(each.found, each.left.get(each.found, len(each.problem.pairs)))
            for each in attempts
        ]

    def left(
        self, pair: Key, stems: Iterable[str], moves: Sequence[Move]
    ) -> frozenset[str]:
        """Return the filters that reject a pair with moves."""
        asked = {stem: frozenset([pair]) for stem in stems}
        found = self._rejected(asked, moves)
        return frozenset(stem for stem in asked if found is None or found[stem])

    def _try(self, batch: Sequence[_Attempt]) -> list[int]:
        """Return how many pairs each attempt of a batch leaves; all if impossible."""
        asked: dict[str, frozenset[Key]] = {}
        for problem in (each.problem for each in batch):
            for stem in problem.stems:
                asked[stem] = asked.get(stem, frozenset()) | problem.pairs
        moves = [each.move for each in batch if each.move is not None]
        left = self._rejected(asked, moves)
        if left is not None:
            return [_n_left(each.problem, left) for each in batch]
        if len(batch) > 1:  # one impossible value is no answer for the others
            return [n_left for each in batch for n_left in self._try([each])]
        return [len(batch[0].problem.pairs)]

    def _rejected(
        self, asked: Mapping[str, frozenset[Key]], moves: Sequence[Move]
    ) -> Mapping[str, frozenset[Key]] | None:
        """Return the pairs that each filter rejects; None if a move is impossible."""
        self.n_tried += 1
        wanted = [self._criteria[stem].relation for stem in asked]
        with self._moved(moves, wanted) as is_done:
            if not is_done:
                return None
            return {stem: self._by(stem, pairs) for stem, pairs in asked.items()}

    def _by(self, stem: str, pairs: Iterable[Key]) -> frozenset[Key]:
        criterion = self._criteria[stem]
        text = sql_text("explain", f"rejected_by_{criterion.stage}")
        filled = Template(text).substitute(rule=criterion.relation)
        tasks, _, queues, _ = zip(*pairs, strict=True)
        keys = (sorted(set(tasks)), sorted(set(queues)))
        found = self._cycle.database.table(filled, keys).to_pylist()
        rejected = {tuple(row.get(name) for name in _KEY) for row in found}
        return frozenset(pair for pair in pairs if {pair, (*pair[:3], None)} & rejected)

    @contextmanager
    def _moved(self, moves: Sequence[Move], wanted: Iterable[str]) -> Generator[bool]:
        changes = [each.change for each in moves if each.change is not None]
        settings = {
            each.tunable.name: each.text for each in moves if each.change is None
        }
        with ExitStack() as stack:
            try:
                what_if = self._cycle.what_if(changes, settings, wanted=wanted)
                stack.enter_context(what_if)
            except (CycleError, PolicyError, UsageError):
                yield False
            else:
                yield True


def _n_left(problem: Problem, left: Mapping[str, frozenset[Key]]) -> int:
    """Return how many pairs of a problem some filter of it rejects."""
    rejected = (left[stem] for stem in problem.stems)
    return len(problem.pairs & frozenset[Key]().union(*rejected))


def _independent(attempts: Sequence[_Attempt]) -> list[_Attempt]:
    """Return those that can be tried at once: each with a row and queues of its own."""
    batch: list[_Attempt] = []
    rows: set[tuple[str, ...]] = set()
    queues: set[str] = set()
    for attempt in attempts:
        problem = attempt.problem
        own = {name for _, _, name, _ in problem.pairs}
        is_shared = problem.row == _SHARED
        is_independent = not (is_shared or _SHARED in rows or problem.row in rows)
        if batch and (own & queues or not is_independent):
            continue
        batch.append(attempt)
        rows.add(problem.row)
        queues |= own
    return batch
