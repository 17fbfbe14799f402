"""The ladder of checks, to the character as PanDA logs it; our breakdown beside it."""

from __future__ import annotations

import re
from dataclasses import dataclass

from brokersql.cycle import Cycle
from brokersql.explain.chunk import Chunk
from brokersql.report.figures import cut_percent
from brokersql.report.look import Look
from brokersql.report.queries import number, rows
from brokersql.report.words import fold, width_of

_INITIAL = 0
_PART = re.compile(r"(?P<tag>\S+) (?P<n>\d+)")


@dataclass(frozen=True, slots=True)
class Step:
    """One line: a check that cut the candidates, counted in unified queues."""

    round: int
    step: int
    label: str
    n_before: int
    n_after: int
    criteria: tuple[tuple[str, int], ...]

    @property
    def line(self) -> str:
        """Return the line as PanDA writes it.

        >>> Step(1, 2, "status check", 166, 139, ()).line
        '  166 -> 139 candidates,  17% cut : status check'
        """
        cut = cut_percent(self.n_before, self.n_after)
        return (
            f"{self.n_before:>5} -> {self.n_after:>3} candidates, {cut:>3}% cut : "
            f"{self.label}"
        )

    def document(self) -> dict[str, object]:
        """Return the step as an object for JSON."""
        return {
            "round": self.round,
            "step": self.step,
            "label": self.label,
            "n_before": self.n_before,
            "n_after": self.n_after,
            "cut_percent": cut_percent(self.n_before, self.n_after),
            "criteria": dict(self.criteria),
        }


@dataclass(frozen=True, slots=True)
class Ladder:
    """All steps of one chunk, and the numbers at both ends."""

    n_initial: int
    n_final: int
    steps: tuple[Step, ...]

    @property
    def last(self) -> Step | None:
        """Return the step that took the last candidate, if one did."""
        return self.steps[-1] if self.steps and not self.n_final else None

    def lines(self, look: Look) -> list[str]:
        """Return the ladder for a reader."""
        width = max((width_of(step.line) for step in self.steps), default=0)
        lines = [f"the number of initial candidates: {self.n_initial}"]
        for step in self.steps:
            parts = [f"{tag} {n}" for tag, n in step.criteria]
            words = [f"{part}," for part in parts[:-1]] + parts[-1:]
            room = None if look.width is None else look.width - width - 2
            folded = fold(words, room) if room is None or room > 0 else []
            for at, told in enumerate(folded or [""]):
                blank = step.line if at == 0 else ""
                shown = f"{blank:<{width}}  {look.paint('dim', told)}"
                lines.append(shown.rstrip())
        return [*lines, f"the number of final candidates: {self.n_final}"]


def ladder_of(cycle: Cycle, chunk: Chunk) -> Ladder:
    """Return the ladder of a chunk; without candidates it has no steps."""
    found = rows(cycle, "explain", "ladder", (chunk.task, chunk.chunk))
    n_initial = sum(number(row["n_before"]) for row in found if row["step"] == _INITIAL)
    steps = tuple(
        Step(
            1,
            number(row["step"]),
            str(row["label"]),
            number(row["n_before"]),
            number(row["n_after"]),
            _criteria(str(row["criteria"] or "")),
        )
        for row in found
        if row["step"] != _INITIAL and row["n_before"] != row["n_after"]
    )
    return Ladder(n_initial, steps[-1].n_after if steps else n_initial, steps)


def _criteria(text: str) -> tuple[tuple[str, int], ...]:
    """Return criteria and counts of one line of the table funnel.

    >>> _criteria("-lowmemory 16, -highmemory 2")
    (('-lowmemory', 16), ('-highmemory', 2))
    """
    return tuple((part["tag"], int(part["n"])) for part in _PART.finditer(text))
