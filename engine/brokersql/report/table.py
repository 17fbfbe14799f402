"""Tables of text without boxes: a header, columns two spaces apart."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import zip_longest

from brokersql.report.look import Look
from brokersql.report.words import printable, shorten, width_of

_GAP = "  "
#: A name or a sentence is not cut below this many columns.
_LEAST = 12
#: A sentence with less room than this leaves a narrow table, if it may.
_PROSE = 24


@dataclass(frozen=True, slots=True)
class Column:
    """One column of a table.

    `right` is for numbers. `drop` says which columns leave a narrow table first: 1 is
    the first, 0 never leaves. `cut` tells how text gives way after that: 'middle' for
    names, 'end' for sentences, '' never; 'stack' puts parts of a cell below each other.
    """

    header: str
    right: bool = False
    drop: int = 0
    cut: str = ""


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell with a meaning that has a colour; its parts are never cut themselves."""

    text: str = ""
    meaning: str = ""
    parts: tuple[str, ...] = ()

    def lines(self, room: int) -> list[Cell]:
        """Return the cell, or one for each of its parts where it is too wide."""
        if width_of(self.text) <= room:
            return [self]
        return [Cell(part, self.meaning) for part in self.parts]


def lay_out(
    columns: Sequence[Column],
    rows: Sequence[Sequence[str | Cell]],
    look: Look,
    *,
    more: str = "--limit 0",
) -> list[str]:
    """Return the lines of a table, cut at the look's limit and width.

    >>> lay_out([Column("name"), Column("n", right=True)], [["a", "10"]], Look())
    ['name   n', 'a     10']
    """
    shown = rows[: look.limit] if look.limit else rows
    cells = [[_cell(each) for each in row] for row in shown]
    kept = _kept(columns, cells, look.width)
    widths = _widths(columns, cells, kept, look.width)
    header = [Cell(columns[at].header, "bold") for at in kept]
    lines = [_line(columns, kept, widths, header, look)]
    for row in cells:
        stacked = [
            row[at].lines(widths[at]) if columns[at].cut == "stack" else [row[at]]
            for at in kept
        ]
        for each in zip_longest(*stacked, fillvalue=Cell()):
            lines.append(_line(columns, kept, widths, each, look))
    hidden = len(rows) - len(shown)
    if hidden:
        lines.append(look.paint("dim", f"… and {hidden:,} more: {more}"))
    return lines


def _cell(value: str | Cell) -> Cell:
    cell = value if isinstance(value, Cell) else Cell(value)
    parts = tuple(map(printable, cell.parts))
    return Cell(printable(cell.text), cell.meaning, parts)


def _natural(columns: Sequence[Column], cells: Sequence[Sequence[Cell]]) -> list[int]:
    """Return the width of each column that shows everything."""
    return [
        max([width_of(column.header), *(width_of(row[at].text) for row in cells)])
        for at, column in enumerate(columns)
    ]


def _kept(
    columns: Sequence[Column], cells: Sequence[Sequence[Cell]], width: int | None
) -> list[int]:
    """Return which columns a table of this width has room for, names in full."""
    kept = list(range(len(columns)))
    if width is None:
        return kept
    natural = _natural(columns, cells)

    parts = _parts(columns, cells)

    def least(at: int) -> int:
        enough = {"end": _PROSE, "stack": parts[at]}
        return min(natural[at], enough.get(columns[at].cut, natural[at]))

    leaving = sorted((each.drop, at) for at, each in enumerate(columns) if each.drop)
    for _, at in leaving:
        if sum(map(least, kept)) + len(_GAP) * (len(kept) - 1) <= width:
            break
        kept.remove(at)
    return kept


def _parts(columns: Sequence[Column], cells: Sequence[Sequence[Cell]]) -> list[int]:
    """Return the width of each column that shows every part of its cells."""
    return [
        max(
            [
                _LEAST if column.cut else 0,
                *(width_of(part) for row in cells for part in row[at].parts),
            ]
        )
        for at, column in enumerate(columns)
    ]


def _widths(
    columns: Sequence[Column],
    cells: Sequence[Sequence[Cell]],
    kept: Sequence[int],
    width: int | None,
) -> dict[int, int]:
    natural = _natural(columns, cells)
    widths = {at: natural[at] for at in kept}
    if width is None:
        return widths
    parts = _parts(columns, cells)
    excess = sum(widths.values()) + len(_GAP) * (len(kept) - 1) - width
    while excess > 0:
        givers = [at for at in kept if columns[at].cut and widths[at] > parts[at]]
        if not givers:
            break
        widest = max(givers, key=lambda at: widths[at])
        widths[widest] -= 1
        excess -= 1
    return widths


def _line(
    columns: Sequence[Column],
    kept: Sequence[int],
    widths: dict[int, int],
    row: Sequence[Cell],
    look: Look,
) -> str:
    parts: list[str] = []
    for at, cell in zip(kept, row, strict=True):
        column, room = columns[at], widths[at]
        text = cell.text
        if column.cut in ("middle", "end"):
            text = shorten(text, room, at_end=column.cut == "end")
        blank = " " * (room - width_of(text))
        painted = look.paint(cell.meaning, text)
        parts.append(blank + painted if column.right else painted + blank)
    return _GAP.join(parts).rstrip()
