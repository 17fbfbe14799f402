"""Numbers, shares, times and sizes as the screens show them."""

from __future__ import annotations

import math
import re
from datetime import datetime
from decimal import ROUND_HALF_UP, Decimal

_NONE = "–"
_EXACT = 9_999_999
_NUMBER = r"(?P<{0}>\d{{1,18}})(?P<{0}_part>\.\d+)?"
_AMOUNT = re.compile(
    rf"(?<![\w.,:/-]){_NUMBER.format('measured')}(?= (?:[MGT]B|[kM]B/s|HS06|[shd]|min"
    r"|cores|files|jobs|events|queued|running)\b| [<>])"
    r"|(?:(?<=[<>] )|(?<=ceiling )|(?<=pledge )|(?<=limit )|(?<=cap ))"
    rf"{_NUMBER.format('bound')}(?![\w:/-]|\.\d)"
)
_ONE = re.compile(r"(?<![\w.,:/-])1 (core|file|job|event|running job)s\b")
_SIZES = ((10**12, "TB"), (10**9, "GB"), (10**6, "MB"), (10**3, "kB"))
#: Operator between asked and offered -> what is offered has to be so beside asked.
_SIGNS = {">=": "≤ ", ">": "< ", "<": "> "}


def count(n: int | None) -> str:
    """Return a count, exact as long as it can be read.

    >>> count(481120), count(12_400_000), count(None)
    ('481,120', '12.4 M', '–')
    """
    if n is None:
        return _NONE
    return f"{n:,}" if abs(n) <= _EXACT else f"{n / 1e6:,.1f} M"


def figure(value: float | None) -> str:
    """Return a weight or factor with four significant digits.

    >>> figure(2.5), figure(0.70421), figure(12.8203), figure(3123456789.0), figure(0)
    ('2.500', '0.7042', '12.82', '3.12e9', '0')
    """
    if value is None:
        return _NONE
    if not math.isfinite(value):
        return str(value)
    if value == 0:
        return "0"
    size = abs(value)
    if size < 0.001 or size > 1e6:
        mantissa, exponent = f"{value:.2e}".split("e")
        return f"{mantissa}e{int(exponent)}"
    exponent = int(f"{size:.3e}".split("e")[1])
    return f"{value:.{max(0, 3 - exponent)}f}"


def quantity(value: float | None) -> str:
    """Return a value that is asked or offered: never shortened where it is whole.

    >>> quantity(17280.0), quantity(0.25), quantity(1.5), quantity(5263.25)
    ('17,280', '0.2500', '1.500', '5,263')
    """
    if value is None:
        return _NONE
    if math.isfinite(value) and value == int(value):
        return f"{int(value):,}"
    return f"{value:,.0f}" if 1000 <= abs(value) <= 1e6 else figure(value)


def asked(value: float | None, operator: str | None) -> str:
    """Return what is asked, with a sign unless at least that much has to be offered.

    A pair passes where ``asked operator offered`` holds.

    >>> asked(17280.0, "<="), asked(150.0, ">"), asked(1360.0, ">=")
    ('17,280', '< 150', '≤ 1,360')
    """
    return _SIGNS.get(operator or "", "") + quantity(value)


def is_use(cls: str, operator: str | None) -> bool:
    """Return whether what is offered is a use, and what is asked the cap on it.

    >>> is_use("capacity", ">="), is_use("capacity", "<"), is_use("never_fits", ">=")
    (True, False, False)
    """
    return cls in ("capacity", "throttled") and operator in (">", ">=")


def grouped(text: str) -> str:
    """Return a detail with amounts as screens show them; names stay as they are.

    An amount has a unit behind it, or a sign of comparison beside it: its digits stand
    in groups, without a fraction of nothing, and one thing is no plural.

    >>> grouped("task 47110182 needs 6312 MB > max_rss 6500 MB"), grouped("8449 < 0.9")
    ('task 47110182 needs 6,312 MB > max_rss 6,500 MB', '8,449 < 0.9')
    >>> grouped("queue has 1 cores, tag 21.0"), grouped("3000000.0 > ceiling 1360.5")
    ('queue has 1 core, tag 21.0', '3,000,000 > ceiling 1,360.5')
    """
    return _ONE.sub(r"1 \1", _AMOUNT.sub(_amount, text))


def _amount(found: re.Match[str]) -> str:
    name = "bound" if found["measured"] is None else "measured"
    part = found[f"{name}_part"] or ""
    return f"{int(found[name]):,}{part if part.strip('.0') else ''}"


def share(part: float, whole: float) -> str:
    """Return a part in percent, rounded half up.

    >>> share(481120, 1284700), share(1, 99999), share(99999, 100000), share(0, 5)
    ('37.4 %', '<0.1 %', '>99.9 %', '0.0 %')
    """
    if not whole:
        return _NONE
    exact = Decimal(part) * 100 / Decimal(whole)
    rounded = exact.quantize(Decimal("0.1"), ROUND_HALF_UP)
    if part and not rounded:
        return "<0.1 %"
    if part < whole and rounded == 100:
        return ">99.9 %"
    return f"{rounded} %"


def cut_percent(before: int, after: int) -> int:
    """Return what a check cut in whole percent, rounded up as PanDA does.

    >>> cut_percent(166, 139), cut_percent(103, 102), cut_percent(0, 0)
    (17, 1, 0)
    """
    return -(-100 * (before - after) // before) if before else 0


def span(seconds: float) -> str:
    """Return a length of time in its two largest units.

    An age is negative where something was read after the time of the snapshot.

    >>> span(41 * 60), span(5 * 3600 + 20 * 60), span(76 * 3600), span(20), span(-90)
    ('41 min', '5 h 20 min', '3 d 4 h', '20 s', '−1 min')
    """
    if seconds < 0:
        return f"−{span(-seconds)}"
    if seconds < 60:
        return f"{int(seconds)} s"
    minutes = int(seconds) // 60
    if (minutes < 120 and minutes % 60 == 0) or minutes < 60:
        return f"{minutes} min"
    hours, minutes = divmod(minutes, 60)
    days, hours = divmod(hours, 24)
    parts = [(days, "d"), (hours, "h"), (minutes, "min")]
    if days:
        parts = parts[:2]
    return " ".join(f"{n} {unit}" for n, unit in parts if n)


def clock(time: datetime, today: datetime | None = None) -> str:
    """Return a time in UTC; only hour and minute on the day of the snapshot.

    >>> clock(datetime(2025, 10, 14, 13), datetime(2025, 10, 14, 12))
    '13:00Z'
    """
    if today is not None and time.date() == today.date():
        return f"{time:%H:%M}Z"
    return f"{time:%Y-%m-%d %H:%M}Z"


def moment(time: str) -> str:
    """Return a time in ISO form as people read it.

    >>> moment("2025-10-14T12:00:00Z")
    '2025-10-14 12:00Z'
    """
    return clock(datetime.fromisoformat(time))


def timing(seconds: float) -> str:
    """Return how long something took.

    >>> timing(0.084), timing(0.291), timing(12.3)
    ('84 ms', '0.29 s', '12.30 s')
    """
    return f"{seconds * 1000:.0f} ms" if seconds < 0.1 else f"{seconds:.2f} s"


def size(n_bytes: float) -> str:
    """Return a number of bytes in the unit that leaves three digits.

    >>> size(84_000_000_000), size(21_600_000), size(512)
    ('84.0 GB', '21.6 MB', '512 bytes')
    """
    for factor, unit in _SIZES:
        if n_bytes >= factor:
            return f"{n_bytes / factor:,.1f} {unit}"
    return f"{n_bytes:.0f} bytes"
