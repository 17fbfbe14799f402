"""Replay room: a history and a policy in, the decisions of every snapshot out.

Snapshots are decided in blocks: one program, lifted to many snapshots, decides all of
a block at once, with the same result as each snapshot alone. Blocks are independent,
so they can be spread over processes and machines, and a killed replay goes on with
those that are missing.
"""

from __future__ import annotations

from brokersql.replay.overlaid import Overlay
from brokersql.replay.run import Progress, Replayed, Workers, one_by_one, replay
from brokersql.replay.split import SplitRequest, run_split
from brokersql.replay.workers import DaskWorkers

__all__ = [
    "DaskWorkers",
    "Overlay",
    "Progress",
    "Replayed",
    "SplitRequest",
    "Workers",
    "one_by_one",
    "replay",
    "run_split",
]
