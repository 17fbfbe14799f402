"""What clients asked and heard, and whether a ledger can have answered so.

Each operation is one pilot with a name of its own: invoked, then ok with a job or with
none, fail (surely nothing was given) or info (nobody knows).
"""

from __future__ import annotations

import threading
import time
from collections.abc import Iterable
from dataclasses import dataclass

from brokersql.match import StoredRecord


@dataclass(slots=True)
class Operation:
    """One request; times are of the monotonic clock, `ended` of those that ended."""

    pilot_id: str
    invoked: float
    ended: float = float("inf")
    outcome: str = "info"
    job_id: int | None = None


class History:
    """Collects the operations of many threads."""

    def __init__(self) -> None:
        self.operations: list[Operation] = []
        self._lock = threading.Lock()

    def invoke(self, pilot_id: str) -> Operation:
        operation = Operation(pilot_id, time.monotonic())
        with self._lock:
            self.operations.append(operation)
        return operation

    def ok(self, operation: Operation, job_id: object) -> None:
        operation.job_id = None if job_id is None else int(str(job_id))
        operation.outcome, operation.ended = "ok", time.monotonic()

    def fail(self, operation: Operation) -> None:
        operation.outcome, operation.ended = "fail", time.monotonic()

    def faults(self, records: Iterable[StoredRecord]) -> list[str]:
        """Return what cannot be, given the records of the ledger."""
        found: list[str] = []
        place: dict[str, int] = {}
        given: dict[str, object] = {}
        held: set[object] = set()
        for stored in records:
            for row in _rows(stored, "requeue"):
                held.discard(row["job_id"])
            for row in _rows(stored, "match"):
                pilot_id, job_id = str(row["pilot_id"]), row["job_id"]
                if pilot_id in place:
                    found.append(f"{pilot_id} was served twice")
                if job_id in held:
                    found.append(f"job {job_id} given twice")
                held.update({job_id} - {None})
                place[pilot_id], given[pilot_id] = int(str(row["seq"])), job_id
        invoked = {each.pilot_id for each in self.operations}
        found += [f"{each} was never invoked" for each in place.keys() - invoked]
        for each in self.operations:
            is_kept = each.pilot_id in place
            if each.outcome == "fail" and is_kept:
                found.append(f"{each.pilot_id} failed, and was served")
            if each.outcome == "ok" and not is_kept:
                found.append(f"{each.pilot_id} was answered, and not kept")
            if each.outcome == "ok" and given.get(each.pilot_id) != each.job_id:
                found.append(f"{each.pilot_id} was told another job")
        return found + self._order_faults(place)

    def _order_faults(self, place: dict[str, int]) -> list[str]:
        """Return operations that took effect before others that had ended earlier."""
        kept = [each for each in self.operations if each.pilot_id in place]
        by_seq = sorted(kept, key=lambda each: place[each.pilot_id])
        found: list[str] = []
        earliest_end = float("inf")
        for each in reversed(by_seq):
            if earliest_end < each.invoked:
                found.append(f"{each.pilot_id} came after its effect")
            earliest_end = min(earliest_end, each.ended)
        return found


def _rows(stored: StoredRecord, name: str) -> list[dict[str, object]]:
    return stored.table(name).to_pylist() if name in stored.table_names else []
