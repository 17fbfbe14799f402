"""What changed between two runs, and why: decisions, each with its first cause."""

from __future__ import annotations

from brokersql.diff.against import ReplayComparison, compare_replays, replay_times
from brokersql.diff.compare import Comparison, compare

__all__ = [
    "Comparison",
    "ReplayComparison",
    "compare",
    "compare_replays",
    "replay_times",
]
