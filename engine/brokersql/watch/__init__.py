"""Keeps a history of the running system: all sources, read again and again."""

from __future__ import annotations

from brokersql.watch.cycle import Outcome, Reading, take_snapshot, watching

__all__ = ["Outcome", "Reading", "take_snapshot", "watching"]
