"""What changed between two runs, and why: decisions, each with its first cause."""

from __future__ import annotations

from brokersql.diff.compare import Comparison, compare
from brokersql.diff.story import DiffStory, explain_diff

__all__ = ["Comparison", "DiffStory", "compare", "explain_diff"]
