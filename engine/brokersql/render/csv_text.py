"""Rows as CSV that a spreadsheet shows, and does not run.

A spreadsheet takes a text for a formula where it begins with one of a few signs, and
so would run what somebody wrote into the name of a task. Such a text gets an apostrophe
in front. Numbers stay, and so do criteria in the columns that hold them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from brokersql.render.documents import text_value

#: What a formula begins with.
_SIGNS = ("=", "+", "-", "@", "\t", "\r")
_NUMBER = re.compile(r"[-+]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][-+]?[0-9]+)?")
#: Columns whose texts are criteria, and what they look like: `-disk`, `-cache 1`.
CRITERIA_COLUMNS = frozenset(
    {
        *("criteria", "criterion", "criterion_a", "criterion_b", "top_criterion"),
        *("failing", "only_blocker", "waits_by", "cause", "first_cause"),
    }
)
_CRITERIA = re.compile(r"[-+]\w+([ ,]+[-+]?\w+)*", re.ASCII)


def csv_lines(
    names: Sequence[str], rows: Iterator[Sequence[object]], *, is_raw: bool = False
) -> Iterator[str]:
    """Yield the lines of a CSV file: NULL is empty, an empty text is quoted.

    Args:
        names: of the columns.
        rows: their values.
        is_raw: leave texts that a spreadsheet would run as they are.

    >>> list(csv_lines(["a", "b"], iter([("x,y", None), ("", 1.5), ("=1+1", -1)])))
    ['a,b', '"x,y",', '"",1.5', "'=1+1,-1"]
    """
    yield ",".join(_quoted(name if is_raw else _inert(name)) for name in names)
    of_criteria = [name in CRITERIA_COLUMNS for name in names]
    for row in rows:
        texts = (
            "" if cell is None else _quoted(_text(cell, is_raw, has_criteria))
            for cell, has_criteria in zip(row, of_criteria, strict=True)
        )
        yield ",".join(texts)


def _text(cell: object, is_raw: bool, has_criteria: bool) -> str:
    if is_raw or not isinstance(cell, str):
        return text_value(cell)
    return cell if has_criteria and _CRITERIA.fullmatch(cell) else _inert(cell)


def _inert(text: str) -> str:
    """Return a text with an apostrophe in front where a spreadsheet would run it."""
    is_formula = text.startswith(_SIGNS) and not _NUMBER.fullmatch(text)
    return f"'{text}" if is_formula else text


def _quoted(text: str) -> str:
    if text and not any(sign in text for sign in ',"\n\r') and text == text.strip():
        return text
    return '"' + text.replace('"', '""') + '"'
