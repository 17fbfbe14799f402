"""Compares what the running broker logged with what brokersql decides."""

from __future__ import annotations

from brokersql.shadow.compare import Shadow, compare_log

__all__ = ["Shadow", "compare_log"]
