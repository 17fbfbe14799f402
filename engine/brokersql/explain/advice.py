"""The change that would help: other values with which a queue would be admitted."""

from __future__ import annotations

import math
from dataclasses import dataclass

from brokersql.explain.held import Held
from brokersql.explain.knob import Move
from brokersql.explain.weights import Cut, Weighed
from brokersql.report.look import Look
from brokersql.report.words import fold, printable

#: Names of those who own values, as a sentence says them.
_WHOSE = {"site": "at the site", "task": "of the task", "policy": "of the policy"}

#: What is asked for of a rejected pair.
_ADMIT = "admit it"


@dataclass(frozen=True, slots=True)
class Advice:
    """Moves that admit a queue, verified by deciding again with them.

    `owner` is who could make them: site, task, policy, or several. `cut` is how the
    queue then stands to those that are chosen, None where it is one of them; `held` is
    what lets the task wait even then.
    """

    owner: str
    moves: tuple[Move, ...]
    weighed: Weighed | None
    n_chosen: int
    displaced: tuple[str, ...]
    cut: Cut | None = None
    held: Held | None = None

    @property
    def is_chosen(self) -> bool:
        """Tell whether the queue is then chosen."""
        return self.weighed is not None and self.weighed.is_chosen

    @property
    def remark(self) -> str:
        """Return what stands in the way even then; empty where nothing does."""
        return "" if self.held is None else f"the task stays {self.held}"

    @property
    def options(self) -> list[str]:
        """Return the moves as options of `run`."""
        return [word for move in self.moves for word in move.option]

    def document(self) -> dict[str, object]:
        """Return the advice as an object for JSON."""
        weighed = self.weighed
        return {
            "verified": True,
            "owner": self.owner,
            "set": [move.document() for move in self.moves],
            "rank": weighed.rank if weighed else None,
            "weight": weighed.weight if weighed else None,
            "chance": weighed.lot.chance if weighed and weighed.lot else None,
            "chosen": self.is_chosen,
            "displaces": list(self.displaced),
            "held": self.held.document() if self.held else None,
        }

    def lines(self, look: Look) -> list[str]:
        """Return the advice for a reader."""
        lines = [
            f"    {_name(move):<{self._width}}  {move.words}" for move in self.moves
        ]
        sign = look.paint("good", "✓")
        told = f"{sign} decided again with it: {self._outcome()}"
        return [*lines, *fold(["  ", *told.split(" ")], look.width, "    ")]

    @property
    def _width(self) -> int:
        return max(len(_name(move)) for move in self.moves)

    def _outcome(self) -> str:
        weighed = self.weighed
        if self.remark:
            return f"no criterion rejects it, but {self.remark}"
        if weighed is None:
            return "no criterion rejects it; no queue is weighed"
        told = f"admitted, weight {weighed.formula}"
        is_told = weighed.is_chosen or not weighed.lot  # else `why` says it
        told += f", {weighed.place}" if weighed.place and is_told else ""
        if not weighed.is_chosen:
            short = f"; {self.cut}" if self.cut else ""
            return f"{told}: not chosen, {weighed.why}{short}"
        text = f"{told}: drawn" if weighed.lot else f"{told} of {self.n_chosen}: chosen"
        if self.displaced:
            names = ", ".join(map(printable, self.displaced))
            left = "would not be" if weighed.lot else "would leave the list"
            text += f"; {names} {left}"
        return f"{text}."


def standing(advice: Advice) -> float:
    """Return where an advice leads to: a smaller number is better, none is worst."""
    weighed = advice.weighed
    if weighed is not None and weighed.lot is not None:
        return -weighed.lot.chance
    rank = weighed.rank if weighed else None
    return math.inf if rank is None else rank


@dataclass(frozen=True, slots=True)
class Advices:
    """All that would admit a queue, and the criteria that no single value lifts.

    `is_cut` tells that some values were not tried, `goal` what they are for.
    """

    found: tuple[Advice, ...]
    stuck: tuple[str, ...]
    is_cut: bool = False
    goal: str = _ADMIT

    def documents(self) -> list[dict[str, object]]:
        """Return what would admit the queue, for JSON."""
        return [each.document() for each in self.found]

    def lines(self, look: Look) -> list[str]:
        """Return what would admit the queue, for a reader."""
        lines: list[str] = []
        for at, each in enumerate(self.found):
            whose = _WHOSE.get(each.owner, "")
            several = " all of" if len(each.moves) > 1 else ""
            title = f"What would {self.goal}" if at == 0 else "Or"
            title = f"{title}, {whose}" if whose else title
            lines += ["", look.paint("bold", f"{title}:{several}"), *each.lines(look)]
        if self.is_cut and not self.found:
            told = f"No change that would {self.goal} was found"
            lines += ["", f"{told}; not all were tried."]
        elif self.stuck:
            told = f"No single value lifts {', '.join(self.stuck)}"
            lines += ["", f"{told}: no change of one value per criterion admits it."]
        elif not self.found:
            per = " per criterion" if self.goal == _ADMIT else ""
            lines += ["", f"No change of one value{per} would {self.goal}."]
        return lines


def _name(move: Move) -> str:
    knob = move.knob
    key = ", ".join(map(printable, knob.key))
    return f"{knob.name} of {key}" if key else knob.name
