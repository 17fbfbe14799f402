"""How far long work is, in one line that says how long the rest will take."""

from __future__ import annotations

from datetime import datetime

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
