"""Results in a notebook: text and tables as HTML that asks no network."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Sequence
from html import escape

import pyarrow as pa

from brokersql.render.documents import text_value
from brokersql.render.table import Display
from brokersql.render.text import printable

#: Rows of a table that are shown.
SHOWN = 20
#: Columns of text that a notebook shows without a bar to scroll.
_WIDTH = 120
_SIGN = re.compile("\x1b\\[(?P<code>[\\d;]*)m")
#: Code of a terminal's colour -> style that is read on light and on dark.
_STYLES = {
    "1": "font-weight:bold",
    "2": "opacity:.65",
    "31": "color:#d1242f",
    "32": "color:#1a7f37",
    "33": "color:#9a6700",
    "35": "color:#8250df",
}


class Renderable(ABC):
    """A result with text lines: `str()` is plain text, a notebook shows colours."""

    __slots__ = ()

    @abstractmethod
    def lines(self, look: Display) -> list[str]:
        """Return the lines of the result for a display."""

    def __str__(self) -> str:
        return "\n".join(self.lines(Display()))

    def _repr_html_(self) -> str:
        return text_html(self.lines(Display(colour=True, width=_WIDTH)))


def text_html(lines: Sequence[str]) -> str:
    r"""Return lines for a terminal as preformatted HTML.

    >>> text_html(["a < b", "\x1b[32mgood\x1b[0m"]).splitlines()[-1]
    '<span style="color:#1a7f37">good</span></pre>'
    """
    body = _SIGN.sub(_span, escape("\n".join(lines), quote=False))
    return f'<pre style="line-height:1.3;overflow-x:auto">{body}</pre>'


def _span(sign: re.Match[str]) -> str:
    style = _STYLES.get(sign["code"])
    return "</span>" if style is None else f'<span style="{style}">'


def table_html(table: pa.Table, title: str = "") -> str:
    """Return the first rows of a table as HTML, and how many there are.

    >>> table_html(pa.table({"n": [1, None]}))[:47]
    '<table><caption>2 rows</caption><thead><tr><th>'
    """
    rows = table.slice(0, SHOWN).to_pylist()
    counted = f"{table.num_rows:,} rows" if table.num_rows != 1 else "1 row"
    if table.num_rows > SHOWN:
        counted += f", the first {SHOWN} shown"
    caption = escape(f"{title}: {counted}" if title else counted)
    head = "".join(f"<th>{escape(printable(name))}</th>" for name in table.column_names)
    body = "".join(f"<tr>{''.join(map(_cell, row.values()))}</tr>" for row in rows)
    return (
        f"<table><caption>{caption}</caption><thead><tr>{head}</tr></thead>"
        f"<tbody>{body}</tbody></table>"
    )


def _cell(value: object) -> str:
    if value is None:
        return "<td>–</td>"
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    style = ' style="text-align:right"' if is_number else ""
    return f"<td{style}>{escape(printable(text_value(value)))}</td>"
