"""What the service needs of whoever decides: pilots in, matches out, all durable."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

import pyarrow as pa

from brokersql.match.record import Json

#: The columns of an answer (design/interfaces.md, match).
COLUMNS = {
    "seq": pa.int64(),
    "pilot_id": pa.string(),
    "tq_id": pa.int64(),
    "job_id": pa.int64(),
    "user_priority": pa.int64(),
    "cpu_time": pa.int64(),
    "n_eligible": pa.int32(),
    "criterion": pa.string(),
}
MATCH = pa.schema(COLUMNS)


class Matcher(Protocol):
    """Gives jobs to pilots and keeps the state; used by one thread at a time."""

    def match(
        self, pilots: pa.Table, note: Mapping[str, Json] | None = None
    ) -> pa.Table:
        """Return one row of `match` for each pilot, in the pilots' order.

        The rows are durable when this returns, all of them or, when it raises, none.

        Args:
            pilots: rows of `dirac_pilot`, in the order in which they are served.
            note: goes into the note of the record that keeps the rows.
        """
        ...

    def add(self, jobs: pa.Table) -> int:
        """Let jobs wait, rows of `dirac_job`; return how many of them were refused."""
        ...

    def requeue(self, job_ids: Sequence[int]) -> None:
        """Let jobs wait again that were matched."""
        ...
