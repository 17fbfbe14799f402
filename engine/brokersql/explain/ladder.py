"""The ladder of checks, to the character as PanDA logs it; our breakdown beside it."""

from __future__ import annotations

import re
from dataclasses import dataclass

from brokersql.cycle import Cycle
from brokersql.explain.chunk import Chunk
from brokersql.report.figures import cut_percent
from brokersql.report.look import Look
from brokersql.report.queries import Row, number, rows
from brokersql.report.words import fold, width_of

_INITIAL = 0
#: What the rounds of analysis brokerage look for.
_ROUNDS = {1: "with data locality", 2: "without"}
#: Where criteria stand in a narrow place: under the label of their check.
_BELOW = 8
#: Stands beside the step where what is told of fell; the step is as PanDA logs it.
_FALLEN = "▸"
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
class Round:
    """All steps of one round, and the numbers at both ends."""

    number: int
    n_initial: int
    steps: tuple[Step, ...]

    @property
    def n_final(self) -> int:
        """Return how many candidates are left."""
        return self.steps[-1].n_after if self.steps else self.n_initial

    def lines(self, look: Look, fallen: str = "") -> list[str]:
        """Return the steps for a reader, with a sign at the one where all fell."""
        width = max((width_of(step.line) for step in self.steps), default=0)
        lines = [f"the number of initial candidates: {self.n_initial}"]
        for step in self.steps:
            parts = [f"{tag} {n}" for tag, n in step.criteria]
            words = [f"{part}," for part in parts[:-1]] + parts[-1:]
            if step.label == fallen:
                words.insert(0, _FALLEN)
            room = None if look.width is None else look.width - width - 2
            if room is not None and room < max(map(width_of, words), default=0):
                below = fold(words, room + width + 2 - _BELOW)
                told = [f"{'':{_BELOW}}{look.paint('dim', each)}" for each in below]
                lines += [step.line, *told]
                continue
            for at, told in enumerate(fold(words, room) or [""]):
                blank = step.line if at == 0 else ""
                shown = f"{blank:<{width}}  {look.paint('dim', told)}"
                lines.append(shown.rstrip())
        return [*lines, f"the number of final candidates: {self.n_final}"]


@dataclass(frozen=True, slots=True)
class Ladder:
    """The rounds that one chunk went through; the last one decided."""

    rounds: tuple[Round, ...]

    @property
    def n_initial(self) -> int:
        """Return with how many candidates the last round began."""
        return self.rounds[-1].n_initial if self.rounds else 0

    @property
    def steps(self) -> list[Step]:
        """Return the steps of all rounds, in order."""
        return [step for each in self.rounds for step in each.steps]

    @property
    def last(self) -> Step | None:
        """Return the step that took the last candidate, if one did."""
        last = self.rounds[-1] if self.rounds else None
        return last.steps[-1] if last and last.steps and not last.n_final else None

    def lines(self, look: Look, fallen: str = "") -> list[str]:
        """Return the ladder for a reader: of several rounds each under a heading.

        A sign stands at the check of the last round that is named as `fallen`, else
        where the last candidate fell.
        """
        if not fallen and self.last is not None:
            fallen = self.last.label
        if len(self.rounds) == 1:
            return self.rounds[0].lines(look, fallen)
        lines: list[str] = []
        for each in self.rounds:
            heading = f"round {each.number}, {_ROUNDS.get(each.number, 'once more')}"
            own = fallen if each is self.rounds[-1] else ""
            lines += [look.paint("bold", heading), *each.lines(look, own)]
        return lines


def ladder_of(cycle: Cycle, chunk: Chunk) -> Ladder:
    """Return the ladder of a chunk; without candidates it has no steps."""
    found = [_step(row) for row in rows(cycle, "explain", "ladder", chunk.key)]
    rounds = {each.round: each.n_before for each in found if each.step == _INITIAL}
    cuts = [each for each in found if each.step and each.n_before != each.n_after]
    return Ladder(
        tuple(
            Round(number, n, tuple(each for each in cuts if each.round == number))
            for number, n in rounds.items()
        )
    )


def _step(row: Row) -> Step:
    return Step(
        number(row["round"]),
        number(row["step"]),
        str(row["label"]),
        number(row["n_before"]),
        number(row["n_after"]),
        _criteria(str(row["criteria"] or "")),
    )


def _criteria(text: str) -> tuple[tuple[str, int], ...]:
    """Return criteria and counts of one line of the table funnel.

    >>> _criteria("-lowmemory 16, -highmemory 2")
    (('-lowmemory', 16), ('-highmemory', 2))
    """
    return tuple((part["tag"], int(part["n"])) for part in _PART.finditer(text))
