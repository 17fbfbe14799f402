"""Tasks that waited too long to be tried again (spec §4.4, "What then")."""

from __future__ import annotations

from datetime import timedelta

from tests.property.reference.parameters import Parameters
from tests.property.reference.world import World

ENDED = ("done", "finished", "broken", "aborted", "failed")


def exhausted_tasks(world: World, parameters: Parameters) -> set[int]:
    """Return the tasks that are given up unless a chunk of theirs gets a queue."""
    days = parameters["pending_timeout_days"]
    if not isinstance(days, int):
        return set()
    running = {
        row["jedi_task_id"]
        for row in world["task"]
        if row["status"] is not None and row["status"] not in ENDED
    }
    return {
        row["jedi_task_id"]
        for row in world["task"]
        if row["frozen_time"] is not None
        and world.now - row["frozen_time"] > timedelta(days=days)
        and (
            row["parent_tid"] == row["jedi_task_id"] or row["parent_tid"] not in running
        )
    }
