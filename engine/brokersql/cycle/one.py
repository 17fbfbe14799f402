"""The draw for one request alone: the same law as for a block, in fewer steps.

Jobs that were given leave their task queues some time later, many at once; until then
they are taken off where a request looks at one of these task queues. A request that is
refused, that asks for one job, or that a delay may hold up, is left to the block.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from brokersql.cycle.choice import Choice, match_sql

_STATEMENTS = ("pick_queue", "pick_job", "look_up_oldest", "no_job")

#: For how many requests keys are made at once.
_AHEAD = 500


@dataclass(frozen=True, slots=True)
class Picked:
    """The job that a request gets, and the task queue that it comes from.

    `n_eligible` is how many task queues fitted, `cpu_time` that of the queue, s;
    `criterion` says why there is no job, where there is none.
    """

    tq_id: int | None = None
    job_id: int | None = None
    user_priority: int | None = None
    cpu_time: int | None = None
    n_eligible: int = 0
    criterion: str | None = None


class OneByOne:
    """Serves single requests from what a choice has left."""

    def __init__(self, choice: Choice) -> None:
        self._choice = choice
        self._database = choice.database
        parsed = self._database.parsed
        self._statements = {name: parsed(match_sql(name)) for name in _STATEMENTS}
        counted = f"with open_class as ({match_sql('class_left')})"
        text = f"{counted} {match_sql('pick_job')}"
        self._statements["pick_job_left"] = parsed(text)
        self._alike_until = self._holds_until()
        self._keys: dict[object, tuple[object, object]] = {}

    def serve(self, seq: int, class_id: int) -> Picked:
        """Return what a request gets of a known class that is not refused."""
        if seq > self._alike_until:
            self._choice.recalculate(seq)
            self._alike_until = self._holds_until()
        self._choice.enter_singles()
        key, in_window = self._key(seq)
        ((tq_id, *of_queue),) = self._rows("pick_queue", (class_id, key))
        if tq_id is None:
            ((criterion,),) = self._rows("no_job", (class_id,))
            return Picked(criterion=str(criterion))
        priority, job_id, is_last = self._pick_job(tq_id, (key, in_window))
        self._choice.give_behind((seq, tq_id, priority, job_id, class_id))
        if is_last:
            self._choice.catch_up()
            self._choice.drain()
            self._choice.settle(seq + 1)
        return Picked(tq_id, job_id, priority, *of_queue)

    def _pick_job(self, tq_id: int, draws: Sequence[object]) -> Sequence[int]:
        """Return user priority and job, and whether it is the last of a task queue."""
        behind = self._choice.behind(tq_id)
        if behind is not None:
            (picked,) = self._rows("pick_job_left", (tq_id, *draws, *behind))
            if picked[1] is not None:
                return picked
            self._choice.catch_up()
        (picked,) = self._rows("pick_job", (tq_id, *draws))
        if picked[1] is None:
            self._rows("look_up_oldest")
            (picked,) = self._rows("pick_job", (tq_id, *draws))
        return picked

    def _key(self, seq: int) -> tuple[object, object]:
        """Return what a request draws with; many are asked for at once."""
        if seq not in self._keys:
            rows = self._database.rows(match_sql("request_keys"), (seq, _AHEAD))
            self._keys = {each: (key, u) for each, key, u in rows}
        return self._keys[seq]

    def _rows(self, name: str, parameters: Sequence[object] = ()) -> list[Any]:
        return self._database.rows(self._statements[name], parameters)

    def _holds_until(self) -> int:
        return int(str(self._database.rows(match_sql("alike_until"))[0][0]))
