"""Looks for the smallest change that would help; each is verified by deciding again."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations

from brokersql.explain.advice import Advice, Advices
from brokersql.explain.barrier import Blocked
from brokersql.explain.ground import Ground
from brokersql.explain.knob import OWNERS, Move

#: Whose values are looked at only where no others will do.
_LAST = "policy"
#: How many sets of moves of one owner are decided again at most.
_MOST = 6

#: After how many trials no other value is looked for.
_MOST_TRIALS = 80

#: The bits that each move lifts alone.
_Lifts = dict[Move, frozenset[int]]


class Adviser:
    """Looks for changes that admit queues to one chunk."""

    def __init__(self, ground: Ground) -> None:
        self._ground = ground

    def advise(self, blocked: Blocked) -> Advices:
        """Return what would admit a rejected queue: the fewest moves of each owner.

        The policy is asked for what neither the site nor the task can do; where no
        owner can do it alone, their moves are put together.
        """
        # 1. a criterion that rests on no value at all needs no trial
        bare = [
            each for each in blocked.barriers if not self._ground.inputs(blocked, each)
        ]
        if bare:
            return Advices((), tuple(dict.fromkeys(each.criterion for each in bare)))
        with self._ground.limited(_MOST_TRIALS):
            return self._advised(blocked)

    def _advised(self, blocked: Blocked) -> Advices:
        """Return what would admit a queue whose criteria all rest on values."""
        # 2. for each owner the fewest moves that do it
        found: list[Advice] = []
        known: _Lifts = {}
        for owner in OWNERS:
            if owner != _LAST or not found:
                advice, lifts = self._of_owner(blocked, owner)
                found += [] if advice is None else [advice]
                known.update(lifts)
        # 3. the moves of several, else what stands in nobody's power
        if not found:
            several = self._fewest(blocked, "", known)
            found += [] if several is None else [several]
        lifted = frozenset[int]().union(*known.values())
        stuck = [each for each in blocked.barriers if each.bit not in lifted]
        cut = self._ground.cut
        is_cut = self._ground.is_cut or any(each.bit in cut for each in stuck)
        if found or not stuck:
            found.sort(key=lambda each: len(each.moves))
            return Advices(tuple(found), (), is_cut)
        named = tuple(dict.fromkeys(each.criterion for each in stuck))
        return Advices((), named, is_cut)

    def _of_owner(self, blocked: Blocked, owner: str) -> tuple[Advice | None, _Lifts]:
        """Return the fewest moves of an owner that admit a queue, and all tried.

        For each criterion its next knob is tried until the moves found will do. Those
        of a policy are found first: of them the nearest counts.
        """
        known: _Lifts = {}
        rounds = self._rounds(blocked, owner)
        for moves in [_nearest_first(rounds)] if owner == _LAST else rounds:
            for move in moves:
                known[move] = self._ground.lifted(blocked, [move])
            advice = self._fewest(blocked, owner, known)
            is_able = len(moves) == len(blocked.barriers) or len(known) > len(moves)
            if advice is not None or not is_able:
                return advice, known
        return None, known

    def _rounds(self, blocked: Blocked, owner: str) -> Iterator[list[Move]]:
        """Yield for each criterion its first move of an owner, then its next, ..."""
        left = [self._ground.moves(blocked, each, owner) for each in blocked.barriers]
        while found := [move for each in left for move in (next(each, None),) if move]:
            yield found

    def _fewest(self, blocked: Blocked, owner: str, lifts: _Lifts) -> Advice | None:
        """Return the smallest set of moves that lifts all, and admits the queue."""
        bits = frozenset(each.bit for each in blocked.barriers)
        for moves in covers(bits, lifts)[:_MOST]:
            advice = self._ground.verified(blocked, owner, moves)
            if advice is not None:
                return self._without(blocked, advice)
        return None

    def _without(self, blocked: Blocked, advice: Advice) -> Advice:
        """Return an advice without moves that its other moves make superfluous."""
        moves = advice.moves
        for left in combinations(moves, len(moves) - 1) if len(moves) > 2 else ():
            if len(self._ground.lifted(blocked, left)) == len(blocked.barriers):
                less = self._ground.verified(blocked, advice.owner, left)
                if less is not None:
                    return self._without(blocked, less)
        return advice


def covers(
    bits: frozenset[int], lifts: Mapping[Move, frozenset[int]]
) -> list[tuple[Move, ...]]:
    """Return the sets of moves that lift all bits, the smallest first.

    No set has a move that its others make superfluous, nor two of one value.
    """
    found = {frozenset(moves): moves for moves in _grown(bits, lifts, ())}
    return sorted(
        (
            moves
            for moves in found.values()
            if not any(each < frozenset(moves) for each in found)
        ),
        key=len,
    )


def _grown(
    left: frozenset[int], lifts: Mapping[Move, frozenset[int]], moves: tuple[Move, ...]
) -> Iterator[tuple[Move, ...]]:
    """Yield moves with those that lift what is left."""
    if not left:
        yield moves
        return
    taken = {move.knob for move in moves}
    for move, lifted in lifts.items():
        if min(left) in lifted and move.knob not in taken:
            yield from _grown(left - lifted, lifts, (*moves, move))


def _nearest_first(rounds: Iterable[Sequence[Move]]) -> list[Move]:
    moves = [move for each in rounds for move in each]
    return sorted(moves, key=lambda move: move.distance)


def united(moves: Sequence[Move]) -> list[Move]:
    """Return moves with one for each knob: of several the one that goes furthest."""
    found: dict[tuple[str, ...], Move] = {}
    for move in moves:
        identity = (*move.knob.row, move.knob.column)
        other = found.get(identity)
        if other is None or move.distance > other.distance:
            found[identity] = move
    return list(found.values())
