"""Two lists that belong together: side by side where there is room."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest

from brokersql.report.look import Look
from brokersql.report.words import width_of

_GAP = "   "


def beside(left: Sequence[str], right: Sequence[str], look: Look) -> list[str]:
    """Return two lists, each with a bold head, in two columns or one below the other.

    >>> beside(["one", "1"], ["other", "2"], Look())
    ['one   other', '1     2']
    """
    width = max(map(width_of, left))
    if look.width and width + len(_GAP) + max(map(width_of, right)) > look.width:
        return [*_headed(left, look), "", *_headed(right, look)]
    lines: list[str] = []
    for at, (one, other) in enumerate(zip_longest(left, right, fillvalue="")):
        blank = " " * (width - width_of(one))
        parts = [look.paint("bold", part) if at == 0 else part for part in (one, other)]
        lines.append(f"{parts[0]}{blank}{_GAP}{parts[1]}".rstrip())
    return lines


def _headed(lines: Sequence[str], look: Look) -> list[str]:
    return [look.paint("bold", lines[0]), *lines[1:]]
