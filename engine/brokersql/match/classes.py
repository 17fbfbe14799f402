"""Which class a request is in, remembered by all that it sends."""

from __future__ import annotations

import pyarrow as pa

from brokersql.database import Database
from brokersql.match.relations import state_sql

#: What does not tell requests apart; the CPU time does by the segment that it holds.
_OWN = ("seq", "pilot_id", "job_id", "arrival_time", "cpu_time")
#: Combinations that are remembered before all are forgotten.
_MOST = 100_000

Key = tuple[str, int | None]


class Classes:
    """A memory of answers that the database gave about single requests."""

    def __init__(self, database: Database) -> None:
        self._segment = database.parsed(state_sql("segment_of_one"))
        self._database = database
        self._segments: dict[object, int | None] = {}
        self._classes: dict[Key, int] = {}

    def key(self, pilot: pa.Table) -> Key:
        """Return what requests of one class have in common, of a table of one row."""
        (row,) = pilot.to_pylist()
        cpu_time = row.get("cpu_time")
        if cpu_time not in self._segments:
            found = self._database.rows(self._segment, (cpu_time,))[0][0]
            self._segments[cpu_time] = None if found is None else int(str(found))
        sent = sorted(
            (name, value)
            for name, value in row.items()
            if value is not None and name not in _OWN
        )
        return repr(sent), self._segments[cpu_time]

    def get(self, key: Key) -> int | None:
        """Return the class of requests alike, None if none was seen."""
        return self._classes.get(key)

    def remember(self, key: Key) -> int | None:
        """Return the class of the only row of `asking`, None if it is refused."""
        if len(self._classes) >= _MOST or len(self._segments) >= _MOST:
            self._classes.clear()
            self._segments.clear()
        found = self._database.rows(state_sql("class_of_one"))
        if not found:
            return None
        self._classes[key] = int(str(found[0][0]))
        return self._classes[key]
