"""The value nearest to the present one with which most of what is asked for passes.

A search asks about one value at a time and is sent how much it leaves rejected; several
searches can so share the trials.
"""

from __future__ import annotations

import math
from collections.abc import Generator, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

Number = int | float
Found = Number | str | bool | None
#: Yields a value to try, is sent how many it leaves, returns the nearest with fewest.
Search = Generator[Number | str | bool, int, Found]

#: What is asked and what is offered.
Ends = tuple[float, float]


class Gap(NamedTuple):
    """By how much what a rule asks is more than what is offered."""

    rule: str
    difference: float


#: Value -> what a rule misses there, where one alone does.
Gaps = dict[Found, Gap | None]

#: How far beyond all numbers in sight a value is tried.
_FAR = 1_000_000
_NEAR = 4
_GREATEST = 1_000_000_000_000
#: The smallest number above 0, which often stands for no limit at all.
_LEAST = 0.0001
#: Significant digits of a value that need not be whole.
_DIGITS = 4


def ends_of(asked: float | None, offered: float | None) -> tuple[Ends, ...]:
    """Return the two numbers that are compared; nothing where one is not known."""
    return () if asked is None or offered is None else ((asked, offered),)


def search_choice(choices: Iterable[str | bool], n_all: int = 1) -> Search:
    """Try values in their order; the first that leaves fewest of all is returned."""
    found: Found = None
    for choice in choices:
        n_left = yield choice
        if n_left < n_all:
            found, n_all = choice, n_left
        if not n_left:
            break
    return found


def search_number(
    present: Number,
    ends: Sequence[Ends] = (),
    n_all: int = 1,
    *,
    others: Sequence[Number] = (),
    gaps: Mapping[Found, Gap | None] | None = None,
    is_whole: bool = True,
) -> Search:
    """Look for the nearest number, upwards or downwards, that leaves fewest.

    `ends` are the numbers that are compared, where they are known. They are tried
    first, the nearer ones before: mostly the value in question is one of them, and the
    other one is its bound. Then come values far off. Before the distance to one that
    will do is halved, bounds are guessed: values with which the ends meet if they
    follow the value, and `others`, which may be compared with it too; then where a
    rule that missed something at two values misses nothing, if that follows a line.
    Whoever tries values fills `gaps` for that.
    """
    line = _Line(present, is_whole, {present: n_all}, {} if gaps is None else gaps)
    far = line.far(ends)
    # the first values: see `first_numbers`
    for value in (*line.bounds(ends), *far):
        if line.least and value not in line.tried:
            line.tried[value] = yield value
    if line.least == n_all:
        return None
    guesses = [*line.following(ends), *others]
    reached = line.reached
    found = yield from _nearest(line, reached, guesses, is_far=reached in far)
    # nearer on the other side? where its end is known to be no better, no
    mirrored = line.mirrored(found)
    if mirrored is not None:
        line.tried[mirrored] = n_left = yield mirrored
        if n_left <= line.least:
            return (yield from _nearest(line, mirrored, guesses, is_far=False))
    return found


def first_numbers(
    present: Number, ends: Sequence[Ends] = (), *, is_whole: bool = True
) -> list[Number]:
    """Return the numbers that `search_number` tries first, unless one of them will do.

    >>> first_numbers(10, [(12, 10)])
    [12, 12000000, 1]
    """
    line = _Line(present, is_whole)
    return list(dict.fromkeys((*line.bounds(ends), *line.far(ends))))


@dataclass(slots=True)
class _Line:
    """The values around the present one; how many of all each that was tried leaves."""

    present: Number
    is_whole: bool
    tried: dict[Number, int] = field(default_factory=dict[Number, int])
    gaps: Mapping[Found, Gap | None] = field(default_factory=dict[Found, Gap | None])

    @property
    def least(self) -> int:
        """Return how many are left at least."""
        return min(self.tried.values())

    @property
    def reached(self) -> Number:
        """Return the nearest of the tried values that leave fewest."""
        least = self.least
        return min((it for it, n in self.tried.items() if n == least), key=self.away)

    def away(self, value: Number) -> float:
        """Return how far a value is from the present one."""
        return abs(value - self.present)

    def bounds(self, ends: Sequence[Ends]) -> list[Number]:
        """Return the least and the greatest of what is compared, the nearest first."""
        return self._sorted(zip(*ends, strict=True))

    def following(self, ends: Sequence[Ends]) -> list[Number]:
        """Return values with which all ends meet, the nearest first."""
        return self._sorted(
            zip(*(_meeting(self.present, *each) for each in ends), strict=True)
        )

    def _sorted(self, series: Iterable[Sequence[float]]) -> list[Number]:
        bounds = {end for each in series for end in (min(each), max(each))}
        values = {self.rounded(end) for end in bounds if 0 < end <= _GREATEST}
        return sorted(values - {self.present, 0}, key=lambda it: (self.away(it), it))

    def far(self, ends: Sequence[Ends]) -> tuple[Number, Number]:
        """Return values beyond all numbers in sight, above and below."""
        seen = [abs(end) for pair in ends for end in pair]
        highest = min(max(abs(self.present), *seen, 1) * _FAR, _GREATEST)
        return self.rounded(highest), self.lowest

    @property
    def lowest(self) -> Number:
        """Return the smallest value that is tried."""
        return 1 if self.is_whole else _LEAST

    def rounded(self, value: float) -> Number:
        """Return a value as it is written, away from the present one."""
        is_up = value > self.present
        if self.is_whole:
            return math.ceil(value - 1e-9) if is_up else math.floor(value + 1e-9)
        if not value:
            return 0.0
        places = _DIGITS - 1 - math.floor(math.log10(abs(value)))
        scaled = value * 10.0**places
        whole = math.ceil(scaled - 1e-9) if is_up else math.floor(scaled + 1e-9)
        return round(whole / 10.0**places, max(places, 0))

    def step(self, value: Number) -> Number:
        """Return the distance to the next value that is written."""
        if self.is_whole:
            return 1
        if not value:
            return 10.0**-_DIGITS
        return 10.0 ** (math.floor(math.log10(abs(value))) - _DIGITS + 1)

    def around(self, value: Number, side: int) -> list[Number]:
        """Return a value and those next to it, first the one farther away."""
        step = self.step(value)
        return [value, value + side * step, value - side * step]

    def even(self, fails: Number, side: int) -> list[Number]:
        """Return where a rule would miss nothing, if that follows a line, and around.

        The line goes through a value that fails and the last other one at which the
        rule is known to miss something.
        """
        gap = self.gaps.get(fails)
        for value in reversed(self.tried):
            other = self.gaps.get(value)
            if gap and other and gap.rule == other.rule and gap != other:
                slope = (gap.difference - other.difference) / (fails - value)
                met = fails - gap.difference / slope if slope else 0.0
                is_there = 0 < met <= _GREATEST
                return self.around(self.rounded(met), side) if is_there else []
        return []

    def mirrored(self, found: Number) -> Number | None:
        """Return the value on the other side that is a step nearer than one found.

        None where there is none, or where that side is known to be no better.
        """
        side = 1 if found > self.present else -1
        value = self.rounded(
            self.present - side * (self.away(found) - self.step(found))
        )
        beyond = [n for it, n in self.tried.items() if (it - value) * side <= 0]
        is_known = beyond and min(beyond) > self.least
        is_there = value != self.present and value >= self.lowest
        return value if is_there and not is_known else None


def _nearest(
    line: _Line, holds: Number, others: Sequence[Number], *, is_far: bool
) -> Generator[Number, int, Number]:
    """Close in on the bound between the present value and one that will do."""
    least = line.least
    side = 1 if holds > line.present else -1
    known = [it for it, n in line.tried.items() if n > least]
    nearer = [it for it in known if 0 <= (it - line.present) * side < line.away(holds)]
    fails = max(nearer, key=line.away)
    # 1. next to what is known; 2. what may be a bound, and next to it; 3. where a rule
    # would miss nothing, and next to it; 4. halves
    guesses = [] if is_far else [holds - side * line.step(holds)]
    guesses.append(fails + side * line.step(fails))
    for each in others:
        guesses += line.around(each, side)
    followed: set[Number] = set()
    while abs(holds - fails) > line.step(holds):
        if not guesses and fails not in followed:
            followed.add(fails)
            guesses = line.even(fails, side)
        is_guess = bool(guesses)
        value = line.rounded(guesses.pop(0) if guesses else _between(holds, fails))
        value = value or line.lowest
        if not min(fails, holds) < value < max(fails, holds):
            if is_guess:
                continue
            break
        line.tried[value] = n_left = yield value
        if n_left <= least:
            holds = value
        else:
            fails = value
    return holds


def _meeting(present: Number, asked: float, offered: float) -> list[float]:
    """Return what a value is when two ends meet, one of which follows it."""
    values = [present + asked - offered, present - asked + offered]
    if not asked or not offered:
        return [*values, present, present]
    return [*values, present * asked / offered, present * offered / asked]


def _between(one: Number, other: Number) -> float:
    """Return a value half way, of numbers far apart by their ratio."""
    low, high = sorted((float(one), float(other)))
    is_far = low > 0 and high > _NEAR * low
    return math.sqrt(low * high) if is_far else (low + high) / 2
