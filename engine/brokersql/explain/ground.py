"""Where changes are tried for one chunk: what could be moved, and what then happens."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from contextlib import contextmanager

from brokersql.cycle import Cycle
from brokersql.explain.advice import Advice
from brokersql.explain.barrier import Barrier, Blocked
from brokersql.explain.beneath import Beneath
from brokersql.explain.chunk import Chunk
from brokersql.explain.decided import Decided, decided
from brokersql.explain.knob import OWNERS, Knob, Move
from brokersql.explain.knobs import Knobs
from brokersql.explain.trials import Key, Problem, Trials
from brokersql.explain.weights import Weighed, cut_of, weighed_of
from brokersql.report.queries import number, rows

#: How many values of one owner are tried for one criterion at most.
_MOST_KNOBS = 6


class Ground:
    """Tries moves for queues of one chunk.

    `before` is the chunk as it was decided; `is_cut` tells that a search was left out,
    `cut` the bits of which not all values were looked at.
    """

    def __init__(self, cycle: Cycle, chunk: Chunk) -> None:
        key = (chunk.task, chunk.chunk)
        (told,) = rows(cycle, "explain", "told_round", key)
        self.trials = Trials(cycle)
        self.before = decided(cycle, chunk)
        self._cycle = cycle
        self._chunk = chunk
        self._round = number(told["round"])
        self._knobs = Knobs(cycle, chunk)
        self._beneath = Beneath(cycle, chunk)
        self._last: int | None = None
        self._beside: dict[tuple[str, Knob], tuple[str, ...]] = {}
        self.is_cut = False
        self.cut: set[int] = set()

    def knobs(self, blocked: Blocked, barrier: Barrier, owner: str) -> list[Knob]:
        """Return the first of what a criterion rests on and an owner could set."""
        return self._all_knobs(blocked, barrier, owner)[:_MOST_KNOBS]

    def _all_knobs(self, blocked: Blocked, barrier: Barrier, owner: str) -> list[Knob]:
        """Return all that a criterion rests on and an owner could set.

        Of one that asks another policy about the queues of a nucleus these count.
        """
        if self._beneath.answers(barrier.stem):
            return self._beneath.knobs(blocked.queue_name, owner)
        return self._knobs.of(barrier.bit, blocked.unified_name, owner)

    def knobs_of_rules(self, rules: str, unified_name: str, owner: str) -> list[Knob]:
        """Return what rules after the filters rest on and an owner could set."""
        return self._knobs.of_rules(rules, unified_name, owner)

    def inputs(self, blocked: Blocked, barrier: Barrier) -> tuple[Knob, ...]:
        """Return all that a criterion rests on and somebody could set."""
        return tuple(
            knob
            for owner in OWNERS
            for knob in self._all_knobs(blocked, barrier, owner)
        )

    def problem(self, blocked: Blocked, barrier: Barrier, knob: Knob) -> Problem:
        """Return how a value is looked for that lifts a criterion."""
        known = (it for each in OWNERS for it in self.knobs(blocked, barrier, each))
        numbers = (each.number for each in known if each != knob)
        others = [each for each in numbers if each]
        pairs = frozenset([self._key(blocked)])
        ends = barrier.ends
        if self._beneath.answers(barrier.stem):
            ends = self._beneath.ends(blocked.queue_name)
        beside = self._beside.get((blocked.queue_name, knob), ())
        return Problem(barrier.stem, pairs, knob, ends, others, beside)

    @contextmanager
    def limited(self, n_trials: int) -> Generator[None]:
        """Begin no search for a value after so many trials."""
        self._last, self.is_cut = self.trials.n_tried + n_trials, False
        self.cut.clear()
        try:
            yield
        finally:
            self._last = None

    def moves(self, blocked: Blocked, barrier: Barrier, owner: str) -> Iterator[Move]:
        """Yield the moves of an owner that lift a criterion, one for each knob."""
        knobs = self._all_knobs(blocked, barrier, owner)
        if len(knobs) > _MOST_KNOBS:
            self.cut.add(barrier.bit)
        for knob in knobs[:_MOST_KNOBS]:
            if self._last is not None and self.trials.n_tried >= self._last:
                self.is_cut = True
                return
            (solved,) = self.trials.solve([self.problem(blocked, barrier, knob)])
            if solved.value is not None:
                yield Move(knob, solved.value)

    def lifted(self, blocked: Blocked, moves: Sequence[Move]) -> frozenset[int]:
        """Return the bits of all that rejects a queue that moves lift.

        A move that was found for the only criterion needs no trial.
        """
        if len(blocked.barriers) == 1 == len(moves):
            return frozenset([blocked.barriers[0].bit])
        stems = [each.stem for each in blocked.barriers]
        left = self.trials.left(self._key(blocked), stems, moves)
        return frozenset(each.bit for each in blocked.barriers if each.stem not in left)

    def weighed(self, queue_name: str, moves: Sequence[Move]) -> Weighed | None:
        """Return a queue as it is weighed with moves; None if it gets no weight."""
        with self.trials.decided(moves, ("weighed",)) as is_done:
            found = weighed_of(self._cycle, self._chunk) if is_done else ()
            return next((it for it in found if it.queue_name == queue_name), None)

    def decide(self, moves: Sequence[Move]) -> Decided | None:
        """Return what the chunk comes to with moves; None if they are impossible."""
        with self.trials.decided(moves) as is_done:
            return decided(self._cycle, self._chunk) if is_done else None

    def verified(
        self, blocked: Blocked, owner: str, moves: Sequence[Move]
    ) -> Advice | None:
        """Return the advice if the queue is admitted when all is decided again.

        Where the value of a single move broke other rules, another one is looked for.
        """
        after = self.decide(moves)
        if after is None:
            return None
        if after.admits(blocked.queue_name):
            return self.advice(blocked, owner, moves, after)
        if len(moves) > 1 or not self.learn(blocked, moves[0], after):
            return None
        (knob,) = (move.knob for move in moves)
        problem = self.problem(blocked, blocked.barriers[0], knob)
        (solved,) = self.trials.solve([problem])
        if solved.value is None:
            return None
        return self.verified(blocked, owner, [Move(knob, solved.value)])

    def learn(self, blocked: Blocked, move: Move, after: Decided) -> bool:
        """Let a value be looked for beside the rules that a move broke.

        Tell whether that is new: whether another value may do where this one did not.
        """
        before = sum(1 << each.bit for each in blocked.barriers)
        mask = after.masks.get(blocked.queue_name, 0) & ~before
        key = (blocked.queue_name, move.knob)
        known = self._beside.get(key, ())
        broken = self._knobs.resting_on(move.knob, mask)
        self._beside[key] = tuple(dict.fromkeys((*known, *broken)))
        return len(self._beside[key]) > len(known)

    def advice(
        self, blocked: Blocked, owner: str, moves: Sequence[Move], after: Decided
    ) -> Advice:
        """Return what an admitted queue comes to, and whom it displaces."""
        weighed = after.weighed_at(blocked.queue_name)
        left = [name for name in self.before.chosen if name not in after.chosen]
        is_chosen = weighed is not None and weighed.is_chosen
        displaced = tuple(left) if is_chosen else ()
        cut = cut_of(after.weighed, blocked.queue_name)
        n_chosen = len(after.chosen)
        return Advice(
            owner, tuple(moves), weighed, n_chosen, displaced, cut, after.held
        )

    def _key(self, blocked: Blocked) -> Key:
        chunk = self._chunk
        return (chunk.task, chunk.chunk, blocked.queue_name, self._round)
