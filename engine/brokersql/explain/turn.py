"""What a pilot finds when it is served: the jobs left, and the draw among them."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager

from brokersql.cycle import Cycle
from brokersql.cycle.choice import Choice, limit_facts, match_sql, priority_facts
from brokersql.explain.restraint import FOLDER
from brokersql.report.queries import number, query, rows

#: The relations that differ from pilot to pilot -> what is then so.
_FOUND = {
    "eligible": query(FOLDER, "found_eligible"),
    "job_class": "from job_left",
    "task_queue_priority": "from found_priority",
}
_GIVEN = query(FOLDER, "given_before")


@contextmanager
def in_turn(cycle: Cycle, seq: int, *, is_drawn: bool) -> Generator[None]:
    """Let the relations of a draw be what a pilot finds when it is served.

    These are eligible, its own rows only, job_class and task_queue_priority, with the
    views that read them; found_queue holds what fits it. All is undone at the end.

    Args:
        cycle: a finished cycle of a policy that decides about pilots.
        seq: the number of the pilot.
        is_drawn: jobs that pilots before it got in the cycle are gone.
    """
    database, program = cycle.database, cycle.program
    schemas = (f"{program.policy}_turn", program.policy, "main")
    with database.undone():
        choice = Choice(
            database, schemas, priority_facts(program), limit_facts(program)
        )
        try:
            if is_drawn:
                _give(cycle, choice, seq)
            choice.meet(seq)
            database.hold("found_queue", query(FOLDER, "found_queue"), (seq,))
            database.hold("job_left", match_sql("job_class"))
            database.hold("found_priority", "from task_queue_priority")
        finally:
            choice.end()
        for name, text in _FOUND.items():
            takes = (seq,) if name == "eligible" else ()
            database.run(f"create or replace table {name} as {text}", takes)
        yield


def _give(cycle: Cycle, choice: Choice, seq: int) -> None:
    """Take out what was given before a request, with the priorities it then finds."""
    given = cycle.database.table(_GIVEN, (seq,))
    (found,) = rows(cycle, FOLDER, "priorities_of", (seq,))
    if found["seq"] is None:
        choice.give(given)
        return
    since = number(found["seq"])
    choice.give(cycle.database.table(_GIVEN, (since,)))
    choice.recalculate(since)
    choice.give(given, since)
