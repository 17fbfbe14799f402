"""Looks for the changes that would admit queues which one criterion each rejects."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from brokersql.cycle import Cycle
from brokersql.explain.advice import Advice
from brokersql.explain.barrier import Blocked
from brokersql.explain.changes import Adviser
from brokersql.explain.chunk import Chunk
from brokersql.explain.decided import Decided
from brokersql.explain.ground import Ground
from brokersql.explain.knob import OWNERS, Knob, Move

#: Whose rows are looked at first: their values change no other queue.
_FIRST = "site"
#: How often all is decided again at most with moves of the queues' own.
_N_ROUNDS = 3
#: For how many criteria values are looked for that several queues share.
_N_SHARED = 3


@dataclass(slots=True)
class Near:
    """What admits queues, by name, and those for which all that counts was tried.

    `is_asked` tells whether anybody looked for a change at all.
    """

    is_asked: bool
    advice: dict[str, Advice] = field(default_factory=dict[str, Advice])
    tried: set[str] = field(default_factory=set[str])

    def is_tried(self, queue_name: str) -> bool:
        """Tell whether all was tried for a queue, or enough was found."""
        return queue_name in self.advice or queue_name in self.tried


class NearAdviser:
    """Looks for changes that admit queues to one chunk, many queues at once."""

    def __init__(self, cycle: Cycle, chunk: Chunk, misses: Sequence[Blocked]) -> None:
        self._ground = Ground(cycle, chunk)
        self._adviser = Adviser(self._ground)
        self._misses = misses
        site = {each.queue_name: self._knobs(each, _FIRST) for each in misses}
        uses = Counter(row for own in site.values() for row in {it.row for it in own})
        self._own = {
            name: [knob for knob in knobs if uses[knob.row] == 1]
            for name, knobs in site.items()
        }

    def advise(self, n_tried: int) -> Near:
        """Return what would admit queues that one criterion each rejects.

        First come values of a queue's own rows, for `n_tried` queues that rest on one,
        of each criterion the nearest before its next. Values that queues share, also
        those of the task and the policy, are looked for where no queue is chosen or
        none can help itself: for the nearest queue of each criterion.
        """
        near = Near(is_asked=True)
        able = [each for each in self._misses if self._own[each.queue_name]]
        tried = _in_turn(able)[:n_tried]
        done = self._help_themselves(tried, near)
        done |= {each.queue_name for each in self._misses if each not in able}
        left = [each for each in self._misses if each.queue_name not in near.advice]
        is_asked = not (self._ground.before.chosen and near.advice)
        shared = self._share(left, near) if is_asked else set[str]()
        bare = {each.queue_name for each in left if not self._is_shared(each)}
        near.tried = done & (shared | bare)
        return near

    def _knobs(self, blocked: Blocked, owner: str) -> list[Knob]:
        return self._ground.knobs(blocked, blocked.barriers[0], owner)

    def _is_shared(self, blocked: Blocked) -> bool:
        """Tell whether a queue rests on a value that is not its own alone."""
        n_all = sum(len(self._knobs(blocked, owner)) for owner in OWNERS)
        return n_all > len(self._own[blocked.queue_name])

    def _help_themselves(self, misses: Sequence[Blocked], near: Near) -> set[str]:
        """Find moves of the queues' own; return the queues with no knob left."""
        left = {each.queue_name: each for each in misses}
        knobs = {name: list(self._own[name]) for name in left}
        for _ in range(_N_ROUNDS):
            moves = self._lifting(left, knobs)
            after = self._ground.decide(list(moves.values())) if moves else None
            if after is None:
                break
            for name, move in moves.items():
                advice = self._told(name, move, after, moves)
                if advice is None and len(moves) > 1:  # another queue's move may bar it
                    alone = self._ground.decide([move])
                    advice = alone and self._told(name, move, alone, (name,))
                if advice is not None:
                    near.advice[name] = advice
                    del left[name]
                elif self._ground.learn(left[name], move, after):
                    knobs[name].insert(0, move.knob)
        return {name for name in knobs if not knobs[name]}

    def _lifting(
        self, left: Mapping[str, Blocked], knobs: Mapping[str, list[Knob]]
    ) -> dict[str, Move]:
        """Return for queues the next move of their own that lifts their criterion."""
        found: dict[str, Move] = {}
        while asked := [
            it for name, it in left.items() if name not in found and knobs[name]
        ]:
            problems = [
                self._ground.problem(
                    each, each.barriers[0], knobs[each.queue_name].pop(0)
                )
                for each in asked
            ]
            solved = self._ground.trials.solve(problems)
            for each, problem, it in zip(asked, problems, solved, strict=True):
                if it.value is not None:
                    found[each.queue_name] = Move(problem.knob, it.value)
        return found

    def _told(
        self, name: str, move: Move, after: Decided, moved: Collection[str]
    ) -> Advice | None:
        """Return what a queue comes to beside queues that stay as they are.

        None where it is not admitted. Of queues that are `moved` too nothing is known.
        """
        if not after.admits(name):
            return None
        others = [each for each in after.weighed if each.queue_name not in moved]
        before, weighed = self._ground.before, after.weighed_at(name)
        ranked = weighed and before.beside(weighed, others)
        n_chosen = len(before.chosen)
        return Advice(_FIRST, (move,), ranked, n_chosen, (), held=after.held)

    def _share(self, misses: Sequence[Blocked], near: Near) -> set[str]:
        """Find values that queues share; return the queues for which it was tried."""
        groups: dict[object, list[Blocked]] = {}
        for each in misses:
            if self._is_shared(each):
                groups.setdefault(each.barriers, []).append(each)
        tried: set[str] = set()
        for first, *more in list(groups.values())[:_N_SHARED]:
            advices = self._adviser.advise(first)
            if not advices.is_cut:
                tried.add(first.queue_name)
            for advice in advices.found[:1]:
                near.advice[first.queue_name] = advice
                self._admit_too(more, advice, near)
        return tried

    def _admit_too(self, misses: Sequence[Blocked], advice: Advice, near: Near) -> None:
        """Give an advice to all queues that it admits too."""
        moves = advice.moves
        after = self._ground.decide(moves) if misses else None
        if after is not None:
            near.advice |= {
                each.queue_name: self._ground.advice(each, advice.owner, moves, after)
                for each in misses
                if after.admits(each.queue_name)
            }


def _in_turn(misses: Iterable[Blocked]) -> list[Blocked]:
    """Return misses in their order, the first of each criterion before its next."""
    seen = Counter[int]()
    turns: list[tuple[int, Blocked]] = []
    for each in misses:
        bit = each.barriers[0].bit
        turns.append((seen[bit], each))
        seen[bit] += 1
    return [each for _, each in sorted(turns, key=lambda turn: turn[0])]
