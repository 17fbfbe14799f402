"""What a task or a queue says that cannot be used, and what is too old to count."""

from __future__ import annotations

from collections.abc import Sequence

from brokersql.cycle import Cycle
from brokersql.explain.chunk import Chunk
from brokersql.report.figures import span
from brokersql.report.look import Look
from brokersql.report.queries import number, rows
from brokersql.report.words import fold, printable

#: The fact of links to nuclei, where weights look at them.
_LINKS = "nucleus_link"
#: How many names are told.
_MOST = 4


def task_remarks(cycle: Cycle, task: int) -> tuple[str, ...]:
    """Return what is malformed or unusable in the requirements of a task."""
    if not cycle.database.has("task_remark"):
        return ()
    found = rows(cycle, "explain", "task_remarks", (task,))
    return tuple(str(row["remark"]) for row in found)


def pair_remarks(cycle: Cycle, chunk: Chunk, unified_name: str) -> tuple[str, ...]:
    """Return the remarks about a task, about a queue, and about the way between."""
    said = task_remarks(cycle, chunk.task)
    if cycle.database.has("queue_remark"):
        found = rows(cycle, "explain", "queue_remarks", (unified_name,))
        said += tuple(f"fairshare policy: {row['remark']}" for row in found)
    if cycle.database.has("nucleus_link"):
        said += _stale_values(cycle, chunk, unified_name)
        said += _hidden_link(cycle, chunk, unified_name)
        said += link_remarks(cycle, chunk, unified_name)
    return said


def _stale_values(cycle: Cycle, chunk: Chunk, unified_name: str) -> tuple[str, ...]:
    keys = (unified_name, chunk.task, chunk.chunk)
    found = rows(cycle, "explain", "stale_values", keys)
    if not found:
        return ()
    told = ", ".join(
        f"{row['key']} {row['value']:g} ({span(number(row['age_s']))} old)"
        for row in found
    )
    limit = f"from {number(found[0]['limit_min'])} min on a network value"
    return (f"stale: {told}; {limit} counts as absent",)


def _hidden_link(cycle: Cycle, chunk: Chunk, unified_name: str) -> tuple[str, ...]:
    """Return that a link is blocked where a closed nucleus hides the rule about it."""
    keys = (chunk.task, chunk.chunk, unified_name)
    found = rows(cycle, "explain", "hidden_link", keys)
    return tuple(
        f"the link is blocked as well: {row['storage_site']} to {row['nucleus']}; "
        "where the nucleus is unwritable or full, no rule looks at it"
        for row in found
    )


def link_remarks(
    cycle: Cycle, chunk: Chunk, unified_name: str | None = None
) -> tuple[str, ...]:
    """Return for which weighed queues, or if for one, closeness stands for MB/s."""
    if all(each.name != _LINKS for each in cycle.program.facts):
        return ()
    used: dict[str, list[str]] = {}
    for row in rows(cycle, "explain", "weight_fallbacks", chunk.key):
        name = str(row["unified_name"])
        if unified_name in (None, name):
            told = f"closeness {row['closeness']:g}"
            told += " used" if row["is_known"] else ", as none is known, used"
            used.setdefault(told, []).append(name)
    parts = [f"{told} for {_few(names)}" for told, names in used.items()]
    return (f"no MB/s: {'; '.join(parts)}",) if parts else ()


def _few(names: Sequence[str]) -> str:
    """Return the first of some names, and how many more there are."""
    shown = ", ".join(names[:_MOST])
    more = len(names) - _MOST
    return f"{shown} and {more} more" if more > 0 else shown


def remark_lines(remarks: Sequence[str], look: Look) -> list[str]:
    """Return remarks for a reader, each behind a sign."""
    sign = look.paint("wait", "!")
    return [
        line
        for remark in remarks
        for line in fold([sign, *printable(remark).split(" ")], look.width)
    ]
