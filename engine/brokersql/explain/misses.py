"""Rejected queues that lack least: those that one criterion alone keeps out."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import cast

from brokersql.cycle import Cycle
from brokersql.explain.chunk import Chunk
from brokersql.report.figures import quantity
from brokersql.report.look import Look
from brokersql.report.queries import Row, number, rows
from brokersql.report.table import Column, lay_out
from brokersql.report.words import plural, printable


@dataclass(frozen=True, slots=True)
class Miss:
    """The nearest pseudo queue of a rejected queue, and its reported reason."""

    queue_name: str
    unified_name: str
    n_failing: int
    criterion: str
    detail: str
    requested: float | None
    operator: str | None
    offered: float | None

    def document(self) -> dict[str, object]:
        """Return the miss as an object for JSON."""
        return {
            "queue_name": self.queue_name,
            "unified_name": self.unified_name,
            "n_failing": self.n_failing,
            "criterion": self.criterion,
            "detail": self.detail,
            "unit": unit_in(self.detail, self.requested, self.offered),
            "requested": self.requested,
            "operator": self.operator,
            "offered": self.offered,
        }


@dataclass(frozen=True, slots=True)
class Misses:
    """All rejected queues, nearest first, and why others are no candidates."""

    rejected: tuple[Miss, ...]
    outside: tuple[tuple[str, int], ...]
    noun: str

    @property
    def nearest(self) -> list[Miss]:
        """Return the queues that fail on one criterion only."""
        return [each for each in self.rejected if each.n_failing == 1]

    def documents(self) -> list[dict[str, object]]:
        """Return the queues that fail on one criterion only, for JSON."""
        return [each.document() for each in self.nearest]

    def lines(self, look: Look) -> list[str]:
        """Return the nearest misses for a reader."""
        if not self.rejected:
            none = f"No {self.noun} rejects this task."
            return self._out() if self.outside else [none]
        nearest = self.nearest
        if not nearest:
            first = self.rejected[0]
            name = printable(first.queue_name)
            fails = plural(first.n_failing, "criterion")
            return [f"No {self.noun} is near: {name}, the nearest, fails {fails}."]
        few, all_of = len(nearest), plural(len(self.rejected), f"rejected {self.noun}")
        verb = "fails" if few == 1 else "fail"
        title = f"Nearest misses ({few} of the {all_of} {verb} on one criterion only)"
        table = [_row(each) for each in nearest]
        return [look.paint("bold", title), *lay_out(_COLUMNS, table, look)]

    def _out(self) -> list[str]:
        """Return why no queue is a candidate."""
        told = [
            f"{plural(n, self.noun)}: {printable(text)}" for text, n in self.outside
        ]
        return ["Outside the frame of candidates (-not_candidate)", *told]


_COLUMNS = (
    Column("queue_name", cut="middle"),
    Column("only blocker"),
    Column("asked", right=True, drop=2),
    Column("offered", right=True, drop=2),
    Column("detail", cut="end", drop=1),
)


def _row(each: Miss) -> list[str]:
    unit = unit_in(each.detail, each.requested, each.offered)
    numbers = [
        f"{quantity(value)} {unit or ''}".rstrip() if value is not None else ""
        for value in (each.requested, each.offered)
    ]
    return [each.queue_name, each.criterion, *numbers, each.detail]


def misses_of(cycle: Cycle, chunk: Chunk) -> Misses:
    """Return the rejected queues of a chunk; needs its relation failing_pair."""
    key = (chunk.chunk, chunk.task, chunk.chunk)
    rejected = [_miss(row) for row in rows(cycle, "explain", "nearest", key)]
    outside = rows(cycle, "explain", "outside", (chunk.chunk,))
    return Misses(
        tuple(rejected),
        tuple((str(row["detail"]), number(row["n_queues"])) for row in outside),
        cycle.program.chooses,
    )


def _miss(row: Row) -> Miss:
    return Miss(
        str(row["queue_name"]),
        str(row["unified_name"]),
        number(row["n_failing"]),
        str(row["criterion"]),
        str(row["detail"]),
        cast("float | None", row["requested"]),
        cast("str | None", row["operator"]),
        cast("float | None", row["offered"]),
    )


def unit_in(detail: str, requested: float | None, offered: float | None) -> str | None:
    """Return the unit that a detail gives to one of its two numbers, if it does.

    >>> unit_in("needs 17280 MB > max_rss 16000 MB", 17280.0, 16000.0)
    'MB'
    >>> unit_in("transferring 2001 > ceiling 2000", 2001.0, 2000.0) is None
    True
    """
    for value in (requested, offered):
        if value is None or value != int(value):
            continue
        found = re.search(rf"(?<![\d.]){int(value)} ([A-Za-z]\S*)", detail)
        if found:
            return found[1].rstrip(",;:")
    return None
