"""Looks for changes with which a pair that got a weight is chosen."""

from __future__ import annotations

from collections.abc import Sequence

from brokersql.explain.advice import Advice, Advices
from brokersql.explain.barrier import Blocked
from brokersql.explain.failing import Failing
from brokersql.explain.ground import Ground
from brokersql.explain.knob import OWNERS, Knob, Move
from brokersql.explain.search import Found, Number, searched
from brokersql.explain.weights import Weighed

#: What decides among pairs that no cap takes: the choice itself, then the weights.
_WEIGHTS = ("weights",)
_CHOICE = ("select", *_WEIGHTS)
#: After how many trials no other value is looked for.
_MOST_TRIALS = 40
#: Whose values those of a task are compared with.
_COMPARED = "policy"


class Reach:
    """Looks for moves with which one weighed pair of a chunk comes further.

    `cap` is what took it after its weight, None where others weigh more.
    """

    def __init__(self, ground: Ground, weighed: Weighed, cap: Failing | None) -> None:
        self._ground = ground
        self._weighed = weighed
        self._cap = cap
        self._n_tried = 0

    def advise(self) -> Advices:
        """Return a move of each owner with which no cap takes it, or it is chosen.

        Each is the nearest value of the first knob that will do.
        """
        if self._cap is None:
            found, goal = self._by(_CHOICE), "let it be chosen"
        else:
            found, goal = self._by(self._rules), "lift the cap"
            # what compares numbers may compare the weight
            found = found or (self._by(_WEIGHTS) if self._cap.ends else [])
        return Advices(tuple(found), (), self._n_tried >= _MOST_TRIALS, goal)

    def inputs(self) -> tuple[Knob, ...]:
        """Return the values that a cap rests on and that somebody could set."""
        return tuple(
            knob for owner in OWNERS for knob in self._knobs(self._rules, owner)
        )

    @property
    def _rules(self) -> tuple[str, ...]:
        return () if self._cap is None else (f"caps/{self._cap.stem}",)

    def _by(self, rules: Sequence[str]) -> list[Advice]:
        """Return for each owner the first move of what rules rest on that will do."""
        return [
            advice
            for owner in OWNERS
            for move in [self._move(rules, owner)]
            if move is not None
            for advice in [self._told(owner, move)]
            if advice is not None
        ]

    def _knobs(self, rules: Sequence[str], owner: str) -> list[Knob]:
        name = self._weighed.unified_name
        found = (self._ground.knobs_of_rules(rule, name, owner) for rule in rules)
        return list(dict.fromkeys(knob for knobs in found for knob in knobs))

    def _move(self, rules: Sequence[str], owner: str) -> Move | None:
        # priorities and the like are held against parameters
        set_beside = self._knobs(rules, _COMPARED) if owner == "task" else []
        others = [each.number for each in set_beside if each.number]
        for knob in self._knobs(rules, owner):
            value = self._value(knob, others)
            if value is not None:
                return Move(knob, value)
        return None

    def _value(self, knob: Knob, others: Sequence[Number]) -> Found:
        """Return the nearest value of a knob that will do; None if none was found."""
        rank = self._weighed.rank
        ends = self._cap.ends if self._cap else ()
        known = [*others, *([] if rank is None else [rank])]
        search = knob.search(ends, 1, known)
        return searched(search, lambda value: self._left(Move(knob, value)))

    def _left(self, move: Move) -> int | None:
        """Return 0 if a move will do, else 1; None where enough were tried."""
        if self._n_tried >= _MOST_TRIALS:
            return None
        self._n_tried += 1
        return 0 if self._does(move) else 1

    def _does(self, move: Move) -> bool:
        weighed = self._ground.weighed(self._weighed.queue_name, [move])
        if weighed is None:
            return False
        return weighed.is_chosen if self._cap is None else weighed.rank is not None

    def _told(self, owner: str, move: Move) -> Advice | None:
        weighed = self._weighed
        blocked = Blocked(weighed.queue_name, weighed.unified_name, ())
        after = self._ground.decide([move])
        if after is None:
            return None
        return self._ground.advice(blocked, owner, [move], after)
