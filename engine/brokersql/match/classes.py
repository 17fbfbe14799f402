"""Which class a request is in, remembered by all that it sends."""

from __future__ import annotations

from collections.abc import Mapping

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
            if len(self._segments) >= _MOST:
                self._segments.clear()
            found = self._database.rows(self._segment, (cpu_time,))[0][0]
            self._segments[cpu_time] = None if found is None else int(str(found))
        return _sent(row), self._segments[cpu_time]

    def get(self, key: Key) -> int | None:
        """Return the class of requests alike, None if none is known."""
        return self._classes.get(key)

    def learn(self, first: int = 0) -> None:
        """Remember the classes of the state from a number on, unless refused."""
        if len(self._classes) >= _MOST:
            self._classes.clear()
        known = self._database.table(state_sql("known_class"), (first,))
        for row in known.to_pylist():
            class_id, segment = row.pop("class_id"), row.pop("segment")
            self._classes[_sent(row), segment] = class_id


def _sent(row: Mapping[str, object]) -> str:
    """Return all that tells requests apart, but for the CPU time, as text."""
    told = (each for each in row.items() if each[0] not in _OWN and each[1] is not None)
    return repr(sorted(told))
