"""Tables as text: the way in which a spec test draws the world it is about.

The first line names the columns, each further line is a row. Columns are separated by
``|`` with a space or the end of the line on both sides, so that ``a|b`` is one cell. A
blank cell is NULL, ``''`` is the empty text.

A table of one row or one column may stand on one line: ``max_rss: 2000, status:``, or
``queue_name: A | B``. There a column of one cell has it in every row.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from textwrap import dedent

Cells = dict[str, str | None]

BORDER = re.compile(r"(?:^|(?<=\s))\|(?=\s|$)")
#: Before the cells of a column in a table on one line.
NAME = re.compile(r"(?:^|, )(\w[\w ]*):(?=\s|,|$)")


def read_drawing(text: str) -> list[Cells]:
    r"""Return the rows of a drawn table, in order, each by column name.

    >>> read_drawing('''
    ...     queue_name | status | releases
    ...     A          | online | [AUTO]
    ...     B          |        | ''
    ... ''')[1]
    {'queue_name': 'B', 'status': None, 'releases': ''}

    The first column may be blank too, and a table may have no rows.

    >>> read_drawing("task | site\n     | A|B")
    [{'task': None, 'site': 'A|B'}]
    >>> read_drawing("queue_name | n_jobs")
    []
    >>> read_drawing("queue_name: A | B, n_jobs: 1 |")
    [{'queue_name': 'A', 'n_jobs': '1'}, {'queue_name': 'B', 'n_jobs': None}]
    >>> read_drawing("queue_name: A | B, status: online")[1]
    {'queue_name': 'B', 'status': 'online'}
    """
    header, *lines = _lines(text)
    names = [name.strip() for name in BORDER.split(header)]
    rows: list[Cells] = []
    for line in lines:
        cells = [cell.strip() for cell in BORDER.split(line)]
        assert len(cells) == len(names), f"{len(names)} cells wanted: {line.strip()}"
        rows.append(dict(zip(names, map(_value, cells), strict=True)))
    return rows


def with_columns(text: str, values: Mapping[str, str]) -> str:
    r"""Return a drawn table with further columns, the same in every row.

    >>> print(with_columns("a\n1\n2", {"b": "x"}))
    b | a
    x | 1
    x | 2
    """
    header, *lines = _lines(text)
    rows = [(values.keys(), header), *((values.values(), line) for line in lines)]
    return "\n".join(" | ".join((*cells, line)) for cells, line in rows)


def drawing(rows: Sequence[Mapping[str, object]]) -> str:
    r"""Return rows as a drawn table; what a row lacks is NULL.

    >>> read_drawing(drawing([{"a": 1, "b": ""}, {"b": "x"}]))
    [{'a': '1', 'b': ''}, {'a': None, 'b': 'x'}]
    """
    names = list(dict.fromkeys(name for row in rows for name in row))
    lines = [[_shown(row.get(name)) for name in names] for row in rows]
    return "\n".join(" | ".join(line) for line in (names, *lines))


def _shown(value: object) -> str:
    return "" if value is None else repr(value) if value == "" else str(value)


def _lines(text: str) -> list[str]:
    """Return the header and the rows of a drawn table."""
    lines = [line for line in dedent(text).splitlines() if line.strip()]
    if len(lines) > 1 or not NAME.match(lines[0]):
        return lines
    _, *found = NAME.split(lines[0])
    columns = [[cell.strip() for cell in BORDER.split(text)] for text in found[1::2]]
    n_rows = max(map(len, columns))
    filled = [cells * n_rows if len(cells) == 1 else cells for cells in columns]
    rows = [found[::2], *zip(*filled, strict=True)]
    return [" | ".join(row) for row in rows]


def _value(cell: str) -> str | None:
    return "" if cell == "''" else cell or None
