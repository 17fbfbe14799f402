"""The criteria that do not reject a pair: by how much it passes, narrowest first."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from string import Template
from typing import cast

from brokersql.cycle import Cycle
from brokersql.database import quote
from brokersql.explain.chunk import Chunk
from brokersql.report.figures import quantity, share
from brokersql.report.look import Look
from brokersql.report.queries import Row, number, query
from brokersql.report.table import Column, lay_out
from brokersql.report.words import fold, plural

_COLUMNS = (
    Column("criterion"),
    Column("asked", right=True),
    Column(""),
    Column("offered", right=True),
    Column("passes by", right=True),
    Column("margin", right=True),
    Column("rejects where", cut="end", drop=1),
)


@dataclass(frozen=True, slots=True)
class Passing:
    """A criterion that a pair does not fail; asked and offered where it compares them.

    `holds` tells whether ``requested operator offered`` does: None without two numbers,
    False where the criterion does not apply to the pair. `margin_fraction` is the
    margin in parts of the larger number.
    """

    criterion: str
    bit: int
    title: str
    requested: float | None
    operator: str | None
    offered: float | None
    margin: float | None
    margin_fraction: float | None
    unit: str | None
    holds: bool | None

    def document(self) -> dict[str, object]:
        """Return the criterion as an object for JSON."""
        return {
            "criterion": self.criterion,
            "bit": self.bit,
            "title": self.title,
            "unit": self.unit,
            "requested": self.requested,
            "operator": self.operator,
            "offered": self.offered,
            "margin": self.margin,
            "applies": self.holds is not False,
        }

    @property
    def row(self) -> list[str]:
        """Return the criterion as a row of the table."""
        unit = f" {self.unit}" if self.unit else ""
        part = self.margin_fraction
        return [
            self.criterion,
            quantity(self.requested),
            self.operator or "",
            quantity(self.offered),
            f"{quantity(self.margin)}{unit}",
            "" if part is None else share(part, 1),
            self.title,
        ]


def passing_of(cycle: Cycle, chunk: Chunk, queue_name: str) -> tuple[Passing, ...]:
    """Return what does not reject a pair: by the same comparisons as what does."""
    program = cycle.pairs.program
    bits = sum({1 << each.bit for each in program.criteria if each.bit is not None})
    text = Template(query("explain", "passing")).substitute(
        schema=quote(program.policy), reasons=program.reasons.sql(bits)
    )
    with cycle.database.as_written():
        found = cycle.database.records(text, (bits, queue_name, *chunk.key))
    return tuple(map(_passing, found))


def _passing(row: Row) -> Passing:
    return Passing(
        str(row["criterion"]),
        number(row["bit"]),
        str(row["title"]),
        cast("float | None", row["asked"]),
        cast("str | None", row["operator"]),
        cast("float | None", row["offered"]),
        cast("float | None", row["margin"]),
        cast("float | None", row["margin_fraction"]),
        cast("str | None", row["unit"]),
        cast("bool | None", row["holds"]),
    )


def passing_lines(passing: Sequence[Passing], look: Look) -> list[str]:
    """Return what a pair passes for a reader: with margins, without, what is beside."""
    narrow = [each for each in passing if each.holds]
    without = [each for each in passing if each.holds is None]
    beside = [each for each in passing if each.holds is False]
    n_passed = plural(len(narrow) + len(without), "criterion")
    title = f"{n_passed} passed, narrowest first"
    lines = ["", look.paint("bold", title[0].upper() + title[1:])]
    if narrow:
        table = [each.row for each in narrow]
        lines += lay_out(_COLUMNS, table, Look(look.colour, look.width))
    for told, some in (("Without two numbers", without), ("Do not apply", beside)):
        if some:
            tags = ", ".join(dict.fromkeys(each.criterion for each in some))
            lines += fold(f"{told}: {tags}.".split(" "), look.width, "  ")
    return lines
