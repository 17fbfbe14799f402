"""Whether counts fit probabilities."""

from __future__ import annotations

import math
from collections.abc import Hashable, Mapping
from typing import TypeVar

Outcome = TypeVar("Outcome", bound=Hashable)


def p_value(
    counts: Mapping[Outcome, int], probabilities: Mapping[Outcome, float]
) -> float:
    """Return how probable it is that counts differ as much; 0 for the impossible.

    Outcomes that are expected less than five times count as one.
    """
    total = sum(counts.values())
    if any(n and probabilities.get(key, 0.0) < 1e-12 for key, n in counts.items()):
        return 0.0
    cells: list[tuple[float, float]] = []
    rare = [0.0, 0.0]
    for key, probability in probabilities.items():
        expected, found = probability * total, counts.get(key, 0)
        if expected >= 5:
            cells.append((expected, found))
        else:
            rare = [rare[0] + expected, rare[1] + found]
    if rare[0] >= 1:
        cells.append((rare[0], rare[1]))
    if len(cells) < 2:
        return 1.0
    distance = sum((found - expected) ** 2 / expected for expected, found in cells)
    return _upper_tail(distance, len(cells) - 1)


def _upper_tail(distance: float, freedom: int) -> float:
    """Return the upper tail of the chi-square distribution, by its series."""
    a, x = freedom / 2, distance / 2
    if x <= 0:
        return 1.0
    term = total = 1 / a
    step = a
    while term > total * 1e-16:
        step += 1
        term *= x / step
        total += term
    return max(0.0, 1 - total * math.exp(a * math.log(x) - x - math.lgamma(a)))
