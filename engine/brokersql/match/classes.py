"""Which class a request is in, remembered by all that it sends."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping

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
        self._database = database
        steps = database.rows(state_sql("segment_step"))
        self._offered = [int(str(offered)) for offered, _ in steps]
        self._segments = [int(str(cpu_time)) for _, cpu_time in steps]
        self._classes: dict[Key, int] = {}

    def key(self, pilot: Mapping[str, object]) -> Key:
        """Return what requests of one class have in common, of a `dirac_pilot` row."""
        return _sent(pilot), self._segment(pilot.get("cpu_time"))

    def _segment(self, cpu_time: object) -> int | None:
        if not isinstance(cpu_time, int):
            return None
        return self._segments[bisect_right(self._offered, cpu_time) - 1]

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
