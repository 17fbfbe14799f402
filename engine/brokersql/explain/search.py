"""The value nearest to the present one with which a condition holds.

A search asks about one value at a time and is told whether it does; several searches
can so share the trials.
"""

from __future__ import annotations

import math
from collections.abc import Generator, Iterable, Sequence

Number = int | float
Found = Number | str | bool | None
#: Yields a value to try, is sent whether it will do, returns the nearest that does.
Search = Generator[Number | str | bool, bool, Found]

#: What is asked and what is offered.
Ends = tuple[float, float]

#: How far beyond all numbers in sight a value is tried.
_FAR = 1_000_000
_NEAR = 4
_MOST = 1_000_000_000_000
#: The smallest number above 0, which often stands for no limit at all.
_LEAST = 0.0001
#: Significant digits of a value that need not be whole.
_DIGITS = 4


def ends_of(asked: float | None, offered: float | None) -> tuple[Ends, ...]:
    """Return the two numbers that are compared; nothing where one is not known."""
    return () if asked is None or offered is None else ((asked, offered),)


def search_choice(choices: Iterable[str | bool]) -> Search:
    """Try values in their order; the first that will do is returned."""
    for choice in choices:
        if (yield choice):
            return choice
    return None


def search_number(
    present: Number, ends: Sequence[Ends] = (), *, is_whole: bool = True
) -> Search:
    """Look upwards, then downwards, for the nearest number that will do.

    `ends` are numbers that are compared, where they are known: often the value in
    question is one of them, or a multiple of it.
    """
    seen = [abs(end) for pair in ends for end in pair]
    highest = min(max(abs(present), *seen, 1) * _FAR, _MOST)
    reached: Number | None = None
    highest, least = _rounded(highest, present, is_whole), 1 if is_whole else _LEAST
    for far in (highest, least, *_plain(ends, is_whole)):
        if far != present and (yield far):
            reached = far
            break
    if reached is None:
        return None
    fails, holds = present, reached
    for guess in _guesses(present, ends, is_whole):
        step = _step(guess, is_whole)
        away = step if guess > present else -step
        for value in (guess, guess + away, guess - away):
            value = _rounded(value, present, is_whole)
            if not min(fails, holds) < value < max(fails, holds):
                continue
            if (yield value):
                holds = value
            else:
                fails = value
    while abs(holds - fails) > _step(holds, is_whole):
        middle = _rounded(_between(holds, fails), present, is_whole)
        if middle in (fails, holds):
            break
        if (yield middle):
            holds = middle
        else:
            fails = middle
    return holds


def _plain(ends: Sequence[Ends], is_whole: bool) -> list[Number]:
    found = {end for pair in ends[:1] for end in pair if 0 < end <= _MOST}
    return [int(end) if is_whole else end for end in sorted(found)]


def _guesses(present: Number, ends: Sequence[Ends], is_whole: bool) -> list[Number]:
    """Return values with which all pairs of numbers meet, if one follows the value."""
    series = [
        list(each)
        for each in zip(*(_meeting(present, *it) for it in ends), strict=True)
    ]
    values = [end for each in series for end in (max(each), min(each)) if end >= 0]
    rounded = [_rounded(value, present, is_whole) for value in values]
    return list(dict.fromkeys(each for each in rounded if each != present))


def _meeting(present: Number, asked: float, offered: float) -> list[float]:
    values = [asked, offered, present + asked - offered, present - asked + offered]
    if not asked or not offered:
        return [*values, present, present]
    return [*values, present * asked / offered, present * offered / asked]


def _between(one: Number, other: Number) -> float:
    """Return a value half way, of numbers far apart by their ratio."""
    low, high = sorted((float(one), float(other)))
    is_far = low > 0 and high > _NEAR * low
    return math.sqrt(low * high) if is_far else (low + high) / 2


def _rounded(value: float, present: Number, is_whole: bool) -> Number:
    """Return a value as it is written, away from the present one."""
    is_up = value > present
    if is_whole:
        return math.ceil(value - 1e-9) if is_up else math.floor(value + 1e-9)
    if not value:
        return 0.0
    places = _DIGITS - 1 - math.floor(math.log10(abs(value)))
    scaled = value * 10.0**places
    whole = math.ceil(scaled - 1e-9) if is_up else math.floor(scaled + 1e-9)
    return round(whole / 10.0**places, max(places, 0))


def _step(value: Number, is_whole: bool) -> Number:
    """Return the distance to the next value that is written."""
    if is_whole:
        return 1
    if not value:
        return 10.0**-_DIGITS
    return 10.0 ** (math.floor(math.log10(abs(value))) - _DIGITS + 1)
