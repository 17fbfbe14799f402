"""What every explanation begins with: which decision, under which rules."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from brokersql.cycle import Cycle
from brokersql.report.machine import SCHEMA_VERSION


@dataclass(frozen=True, slots=True)
class Head:
    """The decision that is explained, and what it rests on."""

    policy: str
    profile: str
    snapshot_id: str
    snapshot_time: datetime
    seed: int
    task: int
    chunk: int

    def document(self, kind: str) -> dict[str, object]:
        """Return the first keys of every explanation in JSON."""
        return {
            "schema_version": SCHEMA_VERSION,
            "kind": kind,
            "policy": self.policy,
            "profile": self.profile,
            "snapshot_id": self.snapshot_id,
            "snapshot_time": self.snapshot_time,
            "seed": self.seed,
            "jedi_task_id": self.task,
            "chunk_no": self.chunk,
        }


def head_of(cycle: Cycle, task: int, chunk: int) -> Head:
    """Return the head of an explanation of one chunk."""
    time = cycle.loaded.snapshot_time
    assert time is not None, "a loaded snapshot has a time"
    return Head(
        cycle.policy,
        cycle.parameters.profile,
        cycle.loaded.snapshot_id,
        time,
        cycle.seed,
        task,
        chunk,
    )
