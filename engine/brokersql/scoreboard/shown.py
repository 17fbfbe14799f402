"""Figures of a scoreboard as text: how each is called and how its value looks."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal
from typing import cast

from brokersql.report.figures import figure
from brokersql.report.look import Look
from brokersql.report.table import Column, lay_out

_NONE = "–"
Row = Mapping[str, object]


@dataclass(frozen=True, slots=True)
class Figure:
    """A column, what it is called, and how its values are shown."""

    column: str
    words: str
    shown: Callable[[object], str]

    def of(self, row: Row) -> str:
        """Return the value that a row has."""
        return self.shown(row[self.column])


def tenths(value: object) -> str:
    """Return a percentage, rounded half up.

    >>> tenths(12.25), tenths(None)
    ('12.3', '–')
    """
    if value is None:
        return _NONE
    exact = Decimal(str(value))
    return f"{exact.quantize(Decimal('0.1'), ROUND_HALF_UP):,}"


def counted(value: object) -> str:
    """Return a count; a mean of counts that is not whole has a decimal.

    >>> counted(1200), counted(7.0), counted(6.75)
    ('1,200', '7', '6.8')
    """
    if value is None:
        return _NONE
    number = float(str(value))
    return f"{int(number):,}" if number == int(number) else tenths(number)


def measured(value: object) -> str:
    """Return a measure with four digits."""
    return figure(cast("float | None", value))


def known(figures: Sequence[Figure], rows: Sequence[Row]) -> list[Figure]:
    """Return the figures that some row has."""
    return [
        each for each in figures if any(row[each.column] is not None for row in rows)
    ]


def side_by_side(
    head: str, figures: Sequence[Figure], rows: Sequence[Row], look: Look
) -> list[str]:
    """Return one line per figure that is known, and one column per policy."""
    columns = [Column(head)]
    columns += [Column(str(row["policy"] or "grid"), right=True) for row in rows]
    told = [
        [each.words, *(each.of(row) for row in rows)] for each in known(figures, rows)
    ]
    return lay_out(columns, told, look)
