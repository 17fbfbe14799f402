"""What lets a task wait whatever the queue: a gate before all queues."""

from __future__ import annotations

from dataclasses import dataclass

from brokersql.cycle import Cycle
from brokersql.explain.chunk import Chunk
from brokersql.report.queries import rows
from brokersql.report.words import printable


@dataclass(frozen=True, slots=True)
class Held:
    """The gate that holds a chunk: how it is decided by it, and why."""

    status: str
    criterion: str
    reason: str

    def document(self) -> dict[str, object]:
        """Return the gate as an object for JSON."""
        return {
            "status": self.status,
            "criterion": self.criterion,
            "reason": self.reason,
        }

    def __str__(self) -> str:
        return f"{self.status} by {self.criterion}: {printable(self.reason)}"


def held_of(cycle: Cycle, chunk: Chunk) -> Held | None:
    """Return what holds a chunk, as things stand in the database; None if nothing."""
    found = rows(cycle, "explain", "held", (chunk.task, chunk.chunk))
    return next(
        (
            Held(str(row["status"]), str(row["criterion"]), str(row["reason"] or ""))
            for row in found
        ),
        None,
    )
