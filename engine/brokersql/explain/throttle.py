"""What may let a task of analysis wait for its owner: uses, limits, and their age."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from brokersql.cycle import Cycle
from brokersql.explain.chunk import Chunk
from brokersql.explain.inputs import Input, input_of
from brokersql.report.figures import quantity
from brokersql.report.look import Look
from brokersql.report.queries import Row, number, rows
from brokersql.report.table import Cell, Column, lay_out

_THROTTLES = (
    Column(""),
    Column("throttle"),
    Column("value", right=True),
    Column("limit", right=True),
    Column("unit"),
    Column("what frees it", cut="end"),
)


@dataclass(frozen=True, slots=True)
class Throttle:
    """One use and its limit; None where it is not known, or there is no limit.

    `inputs` are values behind it whose age is known; all others are of the snapshot.
    """

    criterion: str
    what: str
    used: float | None
    most: float | None
    unit: str
    inputs: tuple[Input, ...]

    @property
    def excess(self) -> float | None:
        """Return how much is beyond the limit; None where nothing is."""
        if self.used is None or self.most is None or self.used <= self.most:
            return None
        return self.used - self.most

    def document(self) -> dict[str, object]:
        """Return the throttle as an object for JSON."""
        return {
            "criterion": self.criterion,
            "what": self.what,
            "value": self.used,
            "limit": self.most,
            "unit": self.unit,
            "excess": self.excess,
            "inputs": [each.document() for each in self.inputs],
        }

    def row(self, look: Look) -> list[str | Cell]:
        """Return the throttle as a row of a table."""
        is_over = self.excess is not None
        sign = Cell("✗", "throttled") if is_over else Cell("✓", "good")
        value = "–" if self.used is None else quantity(round(self.used, 1))
        limit = "–" if self.most is None else quantity(round(self.most, 1))
        frees = ""
        if self.excess is not None:
            frees = f"{quantity(round(self.excess, 1))} {self.unit} less"
        elif self.used is None:
            frees = "not known, or too old to count"
        elif self.most is None:
            frees = "no limit"
        return [sign, self.what, value, limit, self.unit, frees]


def throttle_lines(throttles: Sequence[Throttle], look: Look) -> list[str]:
    """Return all throttles with their use, for a reader."""
    if not throttles:
        return ["No cap, share or quota is known for this user."]
    lines = lay_out(_THROTTLES, [each.row(look) for each in throttles], look)
    for each in throttles:
        if each.inputs:
            told = " · ".join(it.text(look) for it in each.inputs)
            lines.append(f"{each.what} rests on: {told}")
    return lines


def merged(tables: Sequence[tuple[Throttle, ...]]) -> tuple[Throttle, ...]:
    """Return one of equal tables; of the values behind each use the oldest."""
    found: list[Throttle] = []
    for same in zip(*tables, strict=True):
        every = sorted(
            (it for each in same for it in each.inputs), key=lambda it: it.age_s
        )
        oldest = {each.source: each for each in every}
        inputs = tuple(oldest[source] for source in sorted(oldest))
        found.append(replace(same[0], inputs=inputs))
    return tuple(found)


def throttles_of(cycle: Cycle, tasks: Sequence[int]) -> dict[int, tuple[Throttle, ...]]:
    """Return for each task of analysis what could throttle it, with use and limit."""
    if not cycle.database.has("analysis_task"):
        return {}
    inputs: dict[tuple[int, str], tuple[Input, ...]] = {}
    for row in rows(cycle, "explain", "throttle_inputs", (tasks,)):
        inputs[_key(row)] = (*inputs.get(_key(row), ()), input_of(row))
    throttles: dict[int, tuple[Throttle, ...]] = {}
    for name in ("throttle_caps", "throttle_quotas"):
        for row in rows(cycle, "explain", name, (tasks,)):
            task = number(row["jedi_task_id"])
            throttle = _throttle(row, inputs.get(_key(row), ()))
            throttles[task] = (*throttles.get(task, ()), throttle)
    return throttles


def n_beside(cycle: Cycle, chunk: Chunk) -> int:
    """Return how many other tasks of its owner wait by what throttles a chunk."""
    (found,) = rows(cycle, "explain", "throttled_beside", (chunk.task, chunk.criterion))
    return number(found["n_tasks"])


def _throttle(row: Row, inputs: tuple[Input, ...]) -> Throttle:
    return Throttle(
        str(row["criterion"]),
        str(row["what"]),
        _real(row["used"]),
        _real(row["most"]),
        str(row["unit"]),
        inputs,
    )


def _key(row: Row) -> tuple[int, str]:
    return number(row["jedi_task_id"]), str(row["criterion"])


def _real(value: object) -> float | None:
    return None if value is None else float(str(value))
