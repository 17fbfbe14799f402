"""What changed between two runs, and why: decisions, each with its first cause."""

from __future__ import annotations

from brokersql.diff.compare import Comparison, compare

__all__ = ["Comparison", "compare"]
