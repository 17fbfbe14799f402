"""Tables of text without boxes: a header, columns two spaces apart."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest

from brokersql.render.text import fold, printable, shorten, width_of

#: Meaning -> code of one of the 16 colours that the user's own theme defines.
_CODES: Mapping[str, str] = {
    "good": "32",
    "wait": "33",
    "throttled": "35",
    "bad": "31",
    "dim": "2",
    "bold": "1",
}
_OUTCOMES: Mapping[str, tuple[str, str]] = {
    "assigned": ("✓", "good"),
    "pending": ("…", "wait"),
    "throttled": ("✗", "throttled"),
    "failed": ("✗", "bad"),
}


@dataclass(frozen=True, slots=True)
class Display:
    """What the place of output allows.

    `width` is the number of columns, None where lines may be of any length. `limit` is
    the number of rows after which a table is cut, 0 for none.
    """

    colour: bool = False
    width: int | None = None
    limit: int = 0
    verbose: bool = False

    def paint(self, meaning: str, text: str) -> str:
        r"""Return `text` in the colour of its meaning, where there is colour.

        >>> Display().paint("good", "yes"), Display(colour=True).paint("good", "yes")
        ('yes', '\x1b[32myes\x1b[0m')
        """
        if not self.colour or not meaning or not text:
            return text
        return f"\x1b[{_CODES[meaning]}m{text}\x1b[0m"

    def outcome(self, status: str) -> str:
        """Return sign and word of the status of a decision.

        >>> Display().outcome("assigned")
        '✓ assigned'
        """
        sign, meaning = _OUTCOMES.get(status, ("-", ""))
        return self.paint(meaning, f"{sign} {status}")


_GAP = "  "
#: A name or a sentence is not cut below this many columns.
_LEAST = 12
#: A sentence with less room than this leaves a narrow table, if it may; one that says
#: what decides goes below its row where there is less than the larger number.
_PROSE, _FACT = 24, 44
#: Where a cell below its row begins.
_INDENT = "    "


@dataclass(frozen=True, slots=True)
class TableColumn:
    """One column of a table.

    `right` is for numbers. `drop` says which columns leave a narrow table first: 1 is
    the first, those of one number leave together, 0 never leaves, and -1 only where it
    is blank. `cut` says how text is shortened after that: 'middle' for names, 'end' for
    sentences, '' never; 'stack' puts parts of a cell below each other; what is cut
    'below' leaves to below its row.
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

    def lines(self, width: int) -> list[Cell]:
        """Return the cell, or one for each of its parts where it is too wide."""
        if width_of(self.text) <= width:
            return [self]
        return [Cell(part, self.meaning) for part in self.parts]


def lay_out(
    columns: Sequence[TableColumn | str],
    rows: Sequence[Sequence[str | Cell]],
    look: Display,
    *,
    more: str = "--limit 0",
) -> list[str]:
    """Return the lines of a table, cut at the display's limit and width.

    A column may be its header alone, with `>` before it where it is for numbers.

    >>> lay_out(["name", ">n"], [["a", "10"]], Display())
    ['name   n', 'a     10']
    """
    typed = list(map(_column, columns))
    shown = rows[: look.limit] if look.limit else rows
    cells = [[_cell(each) for each in row] for row in shown]
    natural = _natural(typed, cells)
    parts = _parts(typed, cells, natural)
    kept = _kept(typed, natural, parts, look.width, _blank(typed, cells))
    widths = _widths(typed, natural, parts, kept, look.width)
    header = [Cell(typed[at].header, "bold") for at in kept]
    lines = [_line(typed, kept, widths, header, look)]
    for row in cells:
        stacked = [
            row[at].lines(widths[at]) if typed[at].cut == "stack" else [row[at]]
            for at in kept
        ]
        for each in zip_longest(*stacked, fillvalue=Cell()):
            lines.append(_line(typed, kept, widths, each, look))
        for at in range(len(typed)):
            if typed[at].cut == "below" and at not in kept:
                words = [_INDENT, *row[at].text.split(" ")]
                lines += fold(words, look.width, _INDENT)
    hidden = len(rows) - len(shown)
    if hidden:
        lines.append(look.paint("dim", f"… and {hidden:,} more: {more}"))
    return lines


def _column(column: TableColumn | str) -> TableColumn:
    if isinstance(column, str):
        column = TableColumn(column.removeprefix(">"), column.startswith(">"))
    return replace(column, header=printable(column.header))


def _cell(value: str | Cell) -> Cell:
    cell = value if isinstance(value, Cell) else Cell(value)
    parts = tuple(map(printable, cell.parts))
    return Cell(printable(cell.text), cell.meaning, parts)


def _natural(
    columns: Sequence[TableColumn], cells: Sequence[Sequence[Cell]]
) -> list[int]:
    """Return the width of each column that shows everything."""
    return [
        max([width_of(column.header), *(width_of(row[at].text) for row in cells)])
        for at, column in enumerate(columns)
    ]


def _kept(
    columns: Sequence[TableColumn],
    natural: Sequence[int],
    parts: Sequence[int],
    width: int | None,
    blank: Collection[int],
) -> list[int]:
    """Return which columns a table of this width has room for, names in full.

    Those that are `blank` are left out at any width.
    """
    kept = [at for at in range(len(columns)) if at not in blank]
    if width is None:
        return kept

    def least(at: int) -> int:
        enough = {"end": _PROSE, "stack": parts[at], "below": _FACT}
        return min(natural[at], enough.get(columns[at].cut, natural[at]))

    for drop in sorted({columns[at].drop for at in kept if columns[at].drop > 0}):
        if sum(map(least, kept)) + len(_GAP) * (len(kept) - 1) <= width:
            break
        kept = [at for at in kept if columns[at].drop != drop]
    return kept


def _blank(columns: Sequence[TableColumn], cells: Sequence[Sequence[Cell]]) -> set[int]:
    """Return the columns that may leave and have nothing in any row."""
    return {
        at
        for at, column in enumerate(columns)
        if column.drop and cells and not any(row[at].text for row in cells)
    }


def _parts(
    columns: Sequence[TableColumn],
    cells: Sequence[Sequence[Cell]],
    natural: Sequence[int],
) -> list[int]:
    """Return the width of each column that shows every part of its cells."""
    return [
        max(
            [
                _LEAST if column.cut else 0,
                min(natural[at], _FACT) if column.cut == "below" else 0,
                *(width_of(part) for row in cells for part in row[at].parts),
            ]
        )
        for at, column in enumerate(columns)
    ]


def _widths(
    columns: Sequence[TableColumn],
    natural: Sequence[int],
    parts: Sequence[int],
    kept: Sequence[int],
    width: int | None,
) -> dict[int, int]:
    widths = {at: natural[at] for at in kept}
    if width is None:
        return widths
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
    columns: Sequence[TableColumn],
    kept: Sequence[int],
    widths: dict[int, int],
    row: Sequence[Cell],
    look: Display,
) -> str:
    parts: list[str] = []
    for at, cell in zip(kept, row, strict=True):
        column, width = columns[at], widths[at]
        text = cell.text
        if column.cut in ("middle", "end", "below"):
            text = shorten(text, width, at_end=column.cut != "middle")
        blank = " " * (width - width_of(text))
        painted = look.paint(cell.meaning, text)
        parts.append(blank + painted if column.right else painted + blank)
    return _GAP.join(parts).rstrip()


_SIDE_GAP = "   "


def side_by_side(left: Sequence[str], right: Sequence[str], look: Display) -> list[str]:
    """Return two lists, each with a bold head, in two columns or one below the other.

    >>> side_by_side(["one", "1"], ["other", "2"], Display())
    ['one   other', '1     2']
    """
    width = max(map(width_of, left))
    if look.width and width + len(_SIDE_GAP) + max(map(width_of, right)) > look.width:
        return [*_headed(left, look), "", *_headed(right, look)]
    lines: list[str] = []
    for at, (one, other) in enumerate(zip_longest(left, right, fillvalue="")):
        blank = " " * (width - width_of(one))
        parts = [look.paint("bold", part) if at == 0 else part for part in (one, other)]
        lines.append(f"{parts[0]}{blank}{_SIDE_GAP}{parts[1]}".rstrip())
    return lines


def _headed(lines: Sequence[str], look: Display) -> list[str]:
    return [look.paint("bold", lines[0]), *lines[1:]]
