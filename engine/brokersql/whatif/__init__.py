"""What would be if the policy were another: bisection of versions, sensitivity."""

from __future__ import annotations

from brokersql.whatif.bisect import Found, find_change
from brokersql.whatif.sensitivity import Sensitivity, measure_sensitivity

__all__ = ["Found", "Sensitivity", "find_change", "measure_sensitivity"]
