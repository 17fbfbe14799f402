"""The draw for one request alone: the same law as for a block, in fewer steps.

A request that needs more than a few short statements is left to the block: one that
nothing fits, or that asks for one job.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from brokersql.cycle.choice import Choice, match_sql

_STATEMENTS = (
    *("pick_queue", "pick_class", "pick_job"),
    *("note_taken", "count_taken", "note_drained"),
)

#: For how many requests keys are made at once.
_AHEAD = 500


@dataclass(frozen=True, slots=True)
class Picked:
    """The job that a request gets, and the task queue that it comes from.

    `n_eligible` is how many task queues fitted, `cpu_time` that of the queue, s.
    """

    tq_id: int
    job_id: int
    user_priority: int
    cpu_time: int
    n_eligible: int


class OneByOne:
    """Serves single requests from what a choice has left."""

    def __init__(self, choice: Choice) -> None:
        self._choice = choice
        self._database = choice.database
        parsed = self._database.parsed
        self._statements = {name: parsed(match_sql(name)) for name in _STATEMENTS}
        self._alike_until = self._holds_until()
        self._keys: dict[object, tuple[object, object]] = {}

    def serve(self, seq: int, class_id: int) -> Picked | None:
        """Return what a request of a known class gets, None if it gets no job."""
        if seq > self._alike_until:
            self._choice.recalculate(seq)
            self._alike_until = self._holds_until()
        key, in_window = self._key(seq)
        queues = self._rows("pick_queue", (class_id, key))
        if not queues:
            return None
        tq_id, cpu_time, n_eligible = queues[0]
        drawn = (tq_id, key, in_window)
        priority, n_gone, place, is_last = self._rows("pick_class", drawn)[0]
        ((job_id,),) = self._rows("pick_job", (tq_id, priority, n_gone, place))
        self._rows("note_taken", (seq, tq_id, priority, job_id))
        self._rows("count_taken", (tq_id, priority))
        if is_last:
            self._rows("note_drained", (tq_id,))
            self._choice.settle(seq + 1)
        numbers = (tq_id, job_id, priority, cpu_time, n_eligible)
        return Picked(*(int(str(each)) for each in numbers))

    def _key(self, seq: int) -> tuple[object, object]:
        """Return what a request draws with; many are asked for at once."""
        if seq not in self._keys:
            rows = self._database.rows(match_sql("request_keys"), (seq, _AHEAD))
            self._keys = {each: (key, u) for each, key, u in rows}
        return self._keys[seq]

    def _rows(
        self, name: str, parameters: Sequence[object]
    ) -> list[tuple[object, ...]]:
        return self._database.rows(self._statements[name], parameters)

    def _holds_until(self) -> int:
        return int(str(self._database.rows(match_sql("alike_until"))[0][0]))
