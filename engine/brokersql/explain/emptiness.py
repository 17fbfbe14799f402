"""Why there is nothing to tell: no tasks, no queues, nothing that could be compared."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from string import Template

from brokersql.cycle import Cycle
from brokersql.report.queries import number, query, rows
from brokersql.report.words import many, plural, printable

#: Rows per detail: the queues of one chunk, the tasks of one queue.
QUEUES, TASKS = "outside", "outside_queue"


def no_partners(cycle: Cycle) -> str:
    """Return that the snapshot has no queue, or no nucleus; empty if it has some."""
    none = plural(0, cycle.program.chooses)
    return "" if cycle.pairs.n_partners else f"The snapshot has {none}."


def no_pairs(cycle: Cycle) -> str:
    """Return why a cycle compared no task with any queue; empty if it did."""
    if told := no_partners(cycle):
        return told
    if cycle.pairs.n_units:
        return ""
    n_tasks = len(rows(cycle, "explain", "tasks"))
    if not n_tasks:
        return "The snapshot has no tasks."
    sides = many(cycle.program.chooses)
    works = f"work of {cycle.policy} that is compared with {sides}"
    return f"The snapshot has {plural(n_tasks, 'task')}, but no {works}."


def not_compared(cycle: Cycle, name: str) -> str:
    """Return why no task looked at a queue: what holds for most of them."""
    found = list(outside_frame(cycle, TASKS, (name,)))
    if not found:
        return no_pairs(cycle)
    most = max(n for _, n in found)
    told = "; ".join(printable(detail) for detail, n in found if n == most)
    what = f"{printable(name)} is no candidate of {cycle.policy} for any task"
    return f"{what}: {told}"


def outside_frame(
    cycle: Cycle, counted: str, keys: Sequence[object]
) -> Iterator[tuple[str, int]]:
    """Yield why queues are no candidates, and how many `QUEUES` or `TASKS` by that."""
    cycle.pairs.show_filters()
    stems = {each.bit: each.stem for each in cycle.program.criteria}
    for row in rows(cycle, "explain", "frame"):
        filled = Template(query("explain", counted)).substitute(
            filter=f"filter_{stems[number(row['bit'])]}"
        )
        for found in cycle.database.records(filled, keys):
            yield str(found["detail"]), number(found["n"])
