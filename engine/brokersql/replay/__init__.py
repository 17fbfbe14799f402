"""Replay: a history and a policy in, the decisions about every snapshot out.

Snapshots are decided in blocks: one program, rewritten for many snapshots, decides all
of a block at once, with the same result as each snapshot alone. Blocks are independent,
so they can be spread over processes and machines, and a killed replay goes on with
those that are missing.
"""

from __future__ import annotations

from brokersql.replay.distributed import DaskWorkers, SplitRequest, run_split
from brokersql.replay.overlay import Overlay
from brokersql.replay.run import (
    ReplayProgress,
    ReplayResult,
    Workers,
    one_by_one,
    replay,
)

__all__ = [
    "DaskWorkers",
    "Overlay",
    "ReplayProgress",
    "ReplayResult",
    "SplitRequest",
    "Workers",
    "one_by_one",
    "replay",
    "run_split",
]
