"""Tables as text: the way in which a spec test draws the world it is about.

The first line names the columns, each further line is a row. Columns are separated by
``|`` with a space or the end of the line on both sides, so that ``a|b`` is one cell. A
blank cell is NULL, ``''`` is the empty text.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from textwrap import dedent

Cells = dict[str, str | None]

BORDER = re.compile(r"(?:^|(?<=\s))\|(?=\s|$)")


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
    """
    header, *lines = [line for line in dedent(text).splitlines() if line.strip()]
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
    header, *lines = [line for line in dedent(text).splitlines() if line.strip()]
    rows = [(values.keys(), header), *((values.values(), line) for line in lines)]
    return "\n".join(" | ".join((*cells, line)) for cells, line in rows)


def _value(cell: str) -> str | None:
    return "" if cell == "''" else cell or None
