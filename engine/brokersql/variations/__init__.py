"""Variations of a policy: sensitivity to parameters, bisection of versions, tests."""

from __future__ import annotations

from brokersql.variations.bisect import find_change
from brokersql.variations.sensitivity import measure_sensitivity

__all__ = ["find_change", "measure_sensitivity"]
