"""The range of the numbers of a parameter, as policy.toml declares it."""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from math import isfinite

_BOUND = re.compile(r"(>=|<=|>|<) *(-?\d+(?:\.\d+)?)")
_HOLDS: Mapping[str, Callable[[float, float], bool]] = {
    ">": operator.gt,
    ">=": operator.ge,
    "<": operator.lt,
    "<=": operator.le,
}


@dataclass(frozen=True, slots=True)
class Range:
    """Bounds that hold together; `text` is how they are declared."""

    text: str
    bounds: tuple[tuple[str, float], ...]

    def admits(self, value: object) -> bool:
        """Tell whether a value is unset, or a finite number within all bounds.

        >>> read_range("> 0, <= 1").admits(1), read_range("> 0").admits(0)
        (True, False)
        """
        if value is None:
            return True
        return (
            isinstance(value, int | float)
            and isfinite(value)
            and all(_HOLDS[sign](value, bound) for sign, bound in self.bounds)
        )


def read_range(text: str) -> Range:
    """Return the range that a text declares: bounds, with commas.

    Raises:
        ValueError: it declares none.
    """
    found = [_BOUND.fullmatch(part.strip()) for part in text.split(",")]
    bounds = tuple((each[1], float(each[2])) for each in found if each)
    if len(bounds) < len(found):
        raise ValueError(f"{text!r} is no range")
    return Range(text, bounds)
