"""The second brokerage behind a nucleus: what the job brokerage says of its queues."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import cast

from brokersql.cycle import Cycle
from brokersql.explain.chunk import Chunk
from brokersql.report.figures import grouped
from brokersql.report.look import Look
from brokersql.report.queries import Row, number, rows
from brokersql.report.table import Cell, Column, lay_out
from brokersql.report.words import plural

_COLUMNS = (
    Column("queue_name", cut="middle"),
    Column("criterion"),
    Column("detail", cut="end"),
)


@dataclass(frozen=True, slots=True)
class SecondReason:
    """A criterion that fails at a queue; asked and offered where it compares numbers.

    The queue would pass where ``asked operator offered`` holds.
    """

    bit: int
    criterion: str
    detail: str
    asked: float | None
    operator: str | None
    offered: float | None
    unit: str | None

    @property
    def missing(self) -> float:
        """Return how much is missing, as a part of the larger number."""
        if self.asked is None or self.offered is None:
            return math.inf
        greater = max(abs(self.asked), abs(self.offered)) or 1
        return abs(self.asked - self.offered) / greater

    def document(self) -> dict[str, object]:
        """Return the criterion as an object for JSON."""
        return {
            "criterion": self.criterion,
            "detail": self.detail,
            "requested": self.asked,
            "operator": self.operator,
            "offered": self.offered,
            "unit": self.unit,
        }


@dataclass(frozen=True, slots=True)
class SecondQueue:
    """The nearest pseudo queue of a queue, and all that fails there."""

    queue_name: str
    unified_name: str
    failing: tuple[SecondReason, ...]

    def document(self) -> dict[str, object]:
        """Return the queue as an object for JSON."""
        return {
            "queue_name": self.queue_name,
            "unified_name": self.unified_name,
            "failing": [each.document() for each in self.failing],
        }

    def rows(self) -> list[list[str | Cell]]:
        """Return a row for each failing criterion; one where none fails."""
        if not self.failing:
            return [[self.queue_name, Cell("✓", "good"), "could run its jobs"]]
        names = [self.queue_name, *("" for _ in self.failing[1:])]
        return [
            [name, Cell(f"✗ {each.criterion}", "bad"), grouped(each.detail)]
            for name, each in zip(names, self.failing, strict=True)
        ]


def second_of(cycle: Cycle, chunk: Chunk, nucleus: str) -> tuple[SecondQueue, ...]:
    """Return what the policy that was asked says of a nucleus's queues, nearest first.

    Nothing where none was asked.
    """
    stage, asked = cycle.stage, cycle.asked_pairs
    if asked is None:
        return ()
    asked.prepare(cycle.database)
    try:
        asked.show_pair_reason()
        near = rows(cycle, "explain", "asked_queue", (chunk.task, nucleus))
        names = [str(row["queue_name"]) for row in near]
        found = rows(cycle, "explain", "asked_reason", (chunk.task, names))
    finally:
        stage.prepare(cycle.database)
    failing: dict[str, list[SecondReason]] = {name: [] for name in names}
    for row in found:
        failing[str(row["queue_name"])].append(_reason(row))
    return tuple(
        SecondQueue(name, str(row["unified_name"]), tuple(failing[name]))
        for name, row in zip(names, near, strict=True)
    )


def _reason(row: Row) -> SecondReason:
    return SecondReason(
        number(row["bit"]),
        str(row["criterion"]),
        str(row["detail"]),
        cast("float | None", row["asked"]),
        cast("str | None", row["operator"]),
        cast("float | None", row["offered"]),
        cast("str | None", row["unit"]),
    )


def second_lines(queues: Sequence[SecondQueue], look: Look) -> list[str]:
    """Return the second brokerage for a reader, a line for each failing criterion."""
    if not queues:
        return []
    n_fit = sum(1 for each in queues if not each.failing)
    title = "Job brokerage at its queues, without a nucleus and weights"
    fits = f"{n_fit} of {plural(len(queues), 'queue')} could run its jobs"
    table = [row for each in queues for row in each.rows()]
    heading = look.paint("bold", f"{title}: {fits}")
    return ["", heading, *lay_out(_COLUMNS, table, look)]
