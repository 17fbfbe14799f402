"""Printable text: safe signs, widths, line breaks, plurals and progress lines."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import datetime

#: Called after each part of a long work: how many are done, of how many.
Progress = Callable[[int, int], None]
_ASCII = str.maketrans(
    {
        "✓": "+",
        "✗": "x",
        "→": "->",
        "…": "~",
        "–": "-",
        "−": "-",
        "≥": ">=",
        "≤": "<=",
        "×": "*",
        "▸": ">",
        "◂": "<",
        "·": "|",
        "─": "-",
    }
)

#: What a terminal takes for a colour.
_COLOUR = re.compile("\x1b\\[[\\d;]*m")
_MANY = {
    "batch": "batches",
    "criterion": "criteria",
    "nucleus": "nuclei",
    "policy": "policies",
    "query": "queries",
}


def printable(text: str) -> str:
    r"""Return `text` with control, bidi and other unseen characters spelled out.

    >>> print(printable("BNL\x1b[31m\n"))
    BNL\x1b[31m\n
    """
    if text.isprintable():
        return text
    return "".join(
        sign if sign.isprintable() else sign.encode("unicode_escape").decode()
        for sign in text
    )


def plain_signs(text: str) -> str:
    """Return `text` with the signs of ASCII in place of ours, for old terminals.

    >>> plain_signs("✓ 1 → 2")
    '+ 1 -> 2'
    """
    return text.translate(_ASCII)


def width_of(text: str) -> int:
    """Return how many columns of a terminal a text takes; colours take none.

    >>> width_of("naïve"), width_of("核")
    (5, 2)
    """
    if "\x1b" in text:
        text = _COLOUR.sub("", text)
    if text.isascii():
        return len(text)
    return sum(
        0
        if unicodedata.combining(sign)
        else 2
        if unicodedata.east_asian_width(sign) in "WF"
        else 1
        for sign in text
    )


def shorten(text: str, width: int, *, at_end: bool = False) -> str:
    """Return at most `width` columns: cut in the middle, for heads and tails identify.

    >>> shorten("UKI-NORTHGRID-LANCS-HEP-CEPH/MCORE_HIMEM", 20)
    'UKI-NORTH…CORE_HIMEM'
    >>> shorten("the queue is not online", 10, at_end=True)
    'the queue…'
    """
    if width_of(text) <= width:
        return text
    if width < 2:
        return "…"[:width]
    if at_end:
        return text[: width - 1].rstrip() + "…"
    head = (width - 1) // 2
    return text[:head] + "…" + text[len(text) - (width - 1 - head) :]


def fold(words: Sequence[str], width: int | None, indent: str = "") -> list[str]:
    """Return lines of words, none longer than `width` unless one word is.

    >>> fold(["one", "two", "three"], 8, "  ")
    ['one two', '  three']
    """
    lines: list[str] = []
    line = ""
    for word in words:
        longer = f"{line} {word}" if line.strip() else f"{line}{word}"
        if width is not None and width_of(longer) > width and line.strip():
            lines.append(line)
            longer = f"{indent}{word}"
        line = longer
    return [*lines, line] if line.strip() else lines


def fitted(lines: Iterable[str], width: int | None) -> Iterator[str]:
    """Yield lines that a terminal has room for: longer ones go on, indented.

    What has no blank, such as a path, stays whole.

    >>> list(fitted(["short", "  four words in all"], 12))
    ['short', '  four words', '    in all']
    """
    for line in lines:
        if width is None or width_of(line) <= width:
            yield line
        else:
            text = line.lstrip(" ")
            start = " " * (len(line) - len(text))
            first, *rest = text.split(" ")
            parts = fold([start + first, *rest], width, f"{start}  ")
            yield from (part.rstrip() for part in parts)


def plural(n: int, noun: str) -> str:
    """Return a number with its noun.

    >>> plural(1, "task"), plural(2, "open task"), plural(0, "criterion")
    ('1 task', '2 open tasks', 'no criteria')
    """
    if n == 1:
        return f"1 {noun}"
    return f"{n:,} {many(noun)}" if n else f"no {many(noun)}"


def listed_few(names: Sequence[str], most: int = 5) -> str:
    """Return names in a row, and how many more there are.

    >>> listed_few(["a", "b", "c"], 2), listed_few(["a"])
    ('a, b and 1 more', 'a')
    """
    more = len(names) - most
    return ", ".join(names[:most]) + (f" and {more} more" if more > 0 else "")


def header_of(noun: str) -> str:
    """Return what stands above names of a queue or a nucleus.

    >>> header_of("queue"), header_of("nucleus")
    ('queue_name', 'nucleus')
    """
    return "queue_name" if noun == "queue" else noun


def many(noun: str) -> str:
    """Return the plural of a noun.

    >>> many("nucleus"), many("rejected queue")
    ('nuclei', 'rejected queues')
    """
    *before, last = noun.split(" ")
    return " ".join([*before, _MANY.get(last, f"{last}s")])


_EIGHTHS = " ▏▎▍▌▋▊▉"


def bar(done: float, width: int = 20) -> str:
    """Return a bar of a width, filled by a fraction from 0 to 1.

    >>> bar(0.58, 10)
    '█████▊····'
    """
    n_eighths = int(done * width * 8)
    whole, rest = divmod(n_eighths, 8)
    part = _EIGHTHS[rest] if rest else ""
    return ("█" * whole + part).ljust(width, "·")


def time_left(seconds: float) -> str:
    """Return a length of time in its two largest units.

    >>> time_left(89), time_left(7.4), time_left(4000), time_left(200_000)
    ('1 min 29 s', '7 s', '1 h 6 min', '2 d 7 h')
    """
    minutes, rest_s = divmod(int(seconds), 60)
    hours, rest_min = divmod(minutes, 60)
    days, rest_h = divmod(hours, 24)
    if days:
        return f"{days} d {rest_h} h"
    if hours:
        return f"{hours} h {rest_min} min"
    return f"{minutes} min {rest_s} s" if minutes else f"{rest_s} s"


def progress_line(
    what: str,
    n_done: int,
    n_all: int,
    per_second: float | None,
    time: datetime | None,
    *,
    unit: str = "cycles",
) -> str:
    """Return the line of work on so many units; `per_second` is None at first.

    >>> progress_line("replay", 5104, 8760, 41.2, datetime(2025, 8, 1, 15))
    'replay  5,104/8,760 cycles  58 %  ███████████▋········  41.2/s  1 min 28 s left  \
2025-08-01 15:00Z'
    """
    share = n_done / n_all if n_all else 1.0
    counted = f"{n_done:,}/{n_all:,} {unit}"
    parts = [what, counted, f"{int(100 * share)} %", bar(share)]
    if per_second:
        parts.append(f"{per_second:,.1f}/s")
        parts.append(f"{time_left((n_all - n_done) / per_second)} left")
    if time is not None:
        parts.append(f"{time:%Y-%m-%d %H:%MZ}")
    return "  ".join(parts)
