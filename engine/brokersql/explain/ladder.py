"""The ladder of checks as PanDA logs it, with the criteria behind each step."""

from __future__ import annotations

import re
from dataclasses import dataclass

from brokersql.cycle import FinishedCycle
from brokersql.explain.chunk import Chunk
from brokersql.render.numbers import cut_percent
from brokersql.render.table import Display
from brokersql.render.text import fold, width_of
from brokersql.results.queries import Row, number, rows

_INITIAL = 0
#: What the rounds of analysis brokerage look for.
_ROUNDS = {1: "with data locality", 2: "without"}
#: Where criteria stand in a narrow place: under the label of their check.
_BELOW = 8
#: Marks the step where the last candidate fell; the step is as PanDA logs it.
_FALLEN = "▸"
_PART = re.compile(r"(?P<tag>\S+) (?P<n>\d+)")


@dataclass(frozen=True, slots=True)
class LadderStep:
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

        >>> LadderStep(1, 2, "status check", 166, 139, ()).line
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
class LadderRound:
    """All steps of one round, and the numbers at both ends."""

    number: int
    n_initial: int
    steps: tuple[LadderStep, ...]

    @property
    def n_final(self) -> int:
        """Return how many candidates are left."""
        return self.steps[-1].n_after if self.steps else self.n_initial

    def lines(self, look: Display, fallen: str = "") -> list[str]:
        """Return the steps for a reader, with a sign at the one where all fell."""
        width = max((width_of(step.line) for step in self.steps), default=0)
        lines = [f"the number of initial candidates: {self.n_initial}"]
        for step in self.steps:
            parts = [f"{tag} {n}" for tag, n in step.criteria]
            words = [f"{part}," for part in parts[:-1]] + parts[-1:]
            if step.label == fallen:
                words.insert(0, _FALLEN)
            free = None if look.width is None else look.width - width - 2
            if free is not None and free < max(map(width_of, words), default=0):
                below = fold(words, free + width + 2 - _BELOW)
                texts = [f"{'':{_BELOW}}{look.paint('dim', each)}" for each in below]
                lines += [step.line, *texts]
                continue
            for at, texts in enumerate(fold(words, free) or [""]):
                blank = step.line if at == 0 else ""
                shown = f"{blank:<{width}}  {look.paint('dim', texts)}"
                lines.append(shown.rstrip())
        return [*lines, f"the number of final candidates: {self.n_final}"]


@dataclass(frozen=True, slots=True)
class Ladder:
    """The rounds that one chunk went through; the last one decided."""

    rounds: tuple[LadderRound, ...]

    @property
    def n_initial(self) -> int:
        """Return with how many candidates the last round began."""
        return self.rounds[-1].n_initial if self.rounds else 0

    @property
    def steps(self) -> list[LadderStep]:
        """Return the steps of all rounds, in order."""
        return [step for each in self.rounds for step in each.steps]

    @property
    def last(self) -> LadderStep | None:
        """Return the step that took the last candidate, if one did."""
        last = self.rounds[-1] if self.rounds else None
        return last.steps[-1] if last and last.steps and not last.n_final else None

    def lines(self, look: Display, fallen: str = "") -> list[str]:
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


def ladder_of(cycle: FinishedCycle, chunk: Chunk) -> Ladder:
    """Return the ladder of a chunk; without candidates it has no steps."""
    found = [_ladder_step(row) for row in rows(cycle, "explain", "ladder", chunk.key)]
    rounds = {each.round: each.n_before for each in found if each.step == _INITIAL}
    cuts = [each for each in found if each.step and each.n_before != each.n_after]
    return Ladder(
        tuple(
            LadderRound(number, n, tuple(each for each in cuts if each.round == number))
            for number, n in rounds.items()
        )
    )


def _ladder_step(row: Row) -> LadderStep:
    return LadderStep(
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
