"""Looks for the change that would help; each is verified by deciding again."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from brokersql.cycle import Cycle
from brokersql.explain.advice import Advice, Advices
from brokersql.explain.chunk import Chunk
from brokersql.explain.decided import Decided, decided
from brokersql.explain.knob import OWNERS, Knob, Knobs, Move
from brokersql.explain.search import Ends
from brokersql.explain.trials import Problem, Trials
from brokersql.report.queries import number, rows

#: Whose rows are looked at first, and whose values only where no others will do.
_FIRST, _LAST = "site", "policy"


@dataclass(frozen=True, slots=True)
class Barrier:
    """A criterion that rejects pairs; `ends` are the numbers compared, if any."""

    bit: int
    stem: str
    criterion: str
    ends: tuple[Ends, ...]


@dataclass(frozen=True, slots=True)
class Blocked:
    """A rejected pair: the queue, and all that rejects it."""

    queue_name: str
    unified_name: str
    barriers: tuple[Barrier, ...]

    @property
    def criteria(self) -> tuple[str, ...]:
        """Return the criteria that reject it."""
        return tuple(dict.fromkeys(each.criterion for each in self.barriers))


class Adviser:
    """Looks for changes that admit queues to one chunk."""

    def __init__(self, cycle: Cycle, chunk: Chunk) -> None:
        key = (chunk.task, chunk.chunk)
        (told,) = rows(cycle, "explain", "told_round", key)
        self._cycle = cycle
        self._chunk = chunk
        self._round = number(told["round"])
        self._trials = Trials(cycle)
        self._knobs = Knobs(cycle, chunk)
        self._before = decided(cycle, chunk)

    def advise(self, blocked: Blocked) -> Advices:
        """Return what would admit a rejected queue: by its site, by its task.

        Each criterion is lifted by the first value of an owner that does it. The policy
        is asked for what neither of them can do; then all are put together.
        """
        # 1. a criterion that rests on no value at all needs no trial
        bare = [each for each in blocked.barriers if not self._has_knob(blocked, each)]
        if bare:
            return Advices((), tuple(dict.fromkeys(each.criterion for each in bare)))
        # 2. for each owner the move that lifts each criterion
        n_all = len(blocked.barriers)
        sets: dict[str, Mapping[int, Move]] = {}
        best: dict[int, Move] = {}
        for owner in OWNERS:
            if owner != _LAST or len(best) < n_all:
                moves = self._moves(blocked, owner)
                best = {**moves, **best}
                if len(moves) == n_all:
                    sets[owner] = moves
        # 3. what stands in nobody's power, else the sets that admit the queue
        stuck = [each for each in blocked.barriers if each.bit not in best]
        if stuck:
            return Advices((), tuple(dict.fromkeys(each.criterion for each in stuck)))
        found = [
            self._verified(blocked, owner, united(moves.values()))
            for owner, moves in (sets or {"": best}).items()
        ]
        return Advices(tuple(each for each in found if each is not None), ())

    def inputs(self, blocked: Blocked, barrier: Barrier) -> tuple[Knob, ...]:
        """Return the values that a criterion rests on and that somebody could set."""
        return tuple(
            knob for owner in OWNERS for knob in self._of(blocked, barrier, owner)
        )

    def nearest(self, misses: Sequence[Blocked], n_tried: int) -> dict[str, Advice]:
        """Return what would admit queues that one criterion each rejects, by name.

        Only values of a queue's own rows count, of the first `n_tried` queues that rest
        on one; all of them are tried at once. The rank of a queue is the one beside
        queues that stay as they are.
        """
        own = [each for each in misses if self._of(each, each.barriers[0], _FIRST)]
        moves = self._lifting(own[:n_tried])
        rows = [move.knob.row for move in moves.values()]
        own = {name: it for name, it in moves.items() if rows.count(it.knob.row) == 1}
        after = self._decide(list(own.values())) if own else None
        if after is None:
            return {}
        others = [each for each in after.weighed if each.queue_name not in own]
        found: dict[str, Advice] = {}
        for name, move in own.items():
            if after.admits(name):
                weighed = after.weighed_at(name)
                ranked = weighed and self._before.beside(weighed, others)
                n_chosen = len(self._before.chosen)
                found[name] = Advice(_FIRST, (move,), ranked, n_chosen, ())
        return found

    def _lifting(self, misses: Sequence[Blocked]) -> dict[str, Move]:
        """Return for each queue the first move of its own that lifts its criterion."""
        left = {
            each.queue_name: (each, self._of(each, each.barriers[0], _FIRST))
            for each in misses
        }
        found: dict[str, Move] = {}
        for place in range(max((len(own) for _, own in left.values()), default=0)):
            tried = {name: it for name, it in left.items() if place < len(it[1])}
            asked = [
                self._problem(blocked, blocked.barriers[0], own[place])
                for blocked, own in tried.values()
            ]
            solved = self._trials.solve(asked)
            for name, problem, each in zip(tried, asked, solved, strict=True):
                if each.value is not None:
                    found[name] = Move(problem.knob, each.value)
                    del left[name]
        return found

    def _moves(self, blocked: Blocked, owner: str) -> dict[int, Move]:
        """Return for each failing bit the first move of an owner that lifts it."""
        found: dict[int, Move] = {}
        for barrier in blocked.barriers:
            for knob in self._of(blocked, barrier, owner):
                problem = self._problem(blocked, barrier, knob)
                (solved,) = self._trials.solve([problem])
                if solved.value is not None:
                    found[barrier.bit] = Move(knob, solved.value)
                    break
        return found

    def _has_knob(self, blocked: Blocked, barrier: Barrier) -> bool:
        return any(self._of(blocked, barrier, owner) for owner in OWNERS)

    def _of(self, blocked: Blocked, barrier: Barrier, owner: str) -> list[Knob]:
        return self._knobs.of(barrier.bit, blocked.unified_name, owner)

    def _problem(self, blocked: Blocked, barrier: Barrier, knob: Knob) -> Problem:
        chunk = self._chunk
        pair = (chunk.task, chunk.chunk, blocked.queue_name, self._round)
        search = knob.search(barrier.ends)
        return Problem(barrier.stem, frozenset([pair]), knob, search)

    def _decide(self, moves: Sequence[Move]) -> Decided | None:
        with self._trials.decided(moves) as is_done:
            return decided(self._cycle, self._chunk) if is_done else None

    def _verified(
        self, blocked: Blocked, owner: str, moves: Sequence[Move]
    ) -> Advice | None:
        """Return the advice if the queue is admitted when all is decided again."""
        after = self._decide(moves)
        if after is None or not after.admits(blocked.queue_name):
            return None
        weighed = after.weighed_at(blocked.queue_name)
        left = [name for name in self._before.chosen if name not in after.chosen]
        is_chosen = weighed is not None and weighed.is_chosen
        displaced = tuple(left) if is_chosen else ()
        return Advice(owner, tuple(moves), weighed, len(after.chosen), displaced)


def united(moves: Iterable[Move]) -> list[Move]:
    """Return moves with one for each knob: of several the one that goes furthest."""
    found: dict[tuple[str, ...], Move] = {}
    for move in moves:
        identity = (*move.knob.row, move.knob.column)
        other = found.get(identity)
        if other is None or move.distance > other.distance:
            found[identity] = move
    return list(found.values())
