"""Why nothing can be explained: unknown names, refused rows, empty snapshots."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from difflib import get_close_matches

from brokersql.core.database import Database
from brokersql.core.errors import UsageError
from brokersql.core.sql_files import sql_text
from brokersql.cycle import FinishedCycle
from brokersql.render.numbers import span
from brokersql.render.text import many, plural, printable
from brokersql.results.queries import rows
from brokersql.snapshot import Snapshot

_NEAR = 3


def no_task(snapshot: Snapshot, task: int, where: str = "") -> UsageError | None:
    """Return the error about a task that is not in a snapshot; None if it is.

    It names the place `where`, else that of the snapshot.
    """
    with closing(Database.open()) as database:
        snapshot.load_into(database)
        found = database.table(sql_text("explain", "tasks")).to_pylist()
        if refused := refusal(database, "task", str(task)):
            return refused
    by_id = {row["jedi_task_id"]: row for row in found}
    where = printable(where or snapshot.where)
    if task in by_id:
        if by_id[task]["n_chunks"]:
            return None
        return UsageError(
            f"task {task} of {where} has no chunk: there is nothing to decide",
            hint=f"its status is {by_id[task]['status']}; rows of input_chunk decide",
        )
    if not by_id:
        return UsageError(f"no task {task} in {where}: it has no tasks")
    span = f"{plural(len(by_id), 'task')}, {min(by_id)} – {max(by_id)}"
    near = [f"{each} ({by_id[each]['processing_type']})" for each in _near(task, by_id)]
    return UsageError(
        f"no task {task} in {where} ({span})", hint=f"near: {', '.join(near)}"
    )


def _near(task: int, known: Iterable[int]) -> list[int]:
    """Return the ids that look alike, then those next in number."""
    names = {str(each): each for each in known}
    alike = [names[name] for name in get_close_matches(str(task), names, _NEAR, 0.8)]
    close = sorted(names.values(), key=lambda each: (abs(each - task), each))
    return list(dict.fromkeys([*alike, *close]))[:_NEAR]


def is_there(cycle: FinishedCycle, task: int) -> bool:
    """Return whether the snapshot of a cycle has a task, whoever decides it."""
    found = rows(cycle, "explain", "tasks")
    return any(row["jedi_task_id"] == task for row in found)


def no_decision(cycle: FinishedCycle, task: int) -> UsageError:
    """Return the error about a task that is the work of another policy."""
    found = {row["jedi_task_id"]: row for row in rows(cycle, "explain", "tasks")}
    row = found.get(task)
    if row is None and (refused := refusal(cycle.database, "task", str(task))):
        return refused
    if row is None:
        near = ", ".join(str(each) for each in _near(task, found))
        return UsageError(f"no task {task} ({plural(len(found), 'task')})", hint=near)
    if not row["n_chunks"]:
        return UsageError(f"task {task} has no chunk: there is nothing to decide")
    shown = ("status", "prod_source_label", "cloud", "nucleus")
    parts = [f"{name} {printable(str(row[name]))}" for name in shown if row[name]]
    if row["changed_s"] is not None:
        parts.append(f"changed {span(row['changed_s'])} before the snapshot")
    return UsageError(
        f"task {task} is no work of {cycle.policy}", hint=f"it has {', '.join(parts)}"
    )


def refusal(database: Database, table: str, key: str) -> UsageError | None:
    """Return the error about a row that loading refused; None if it did not."""
    found = database.records(sql_text("explain", "refused"), (table, key))
    for row in found:
        return UsageError(
            f"{table} {printable(key)} was refused while loading: {row['reason']}",
            hint="-quarantined: it stands in no table until the snapshot is corrected",
        )
    return None


def no_partner(cycle: FinishedCycle, queue: str, known: Iterable[str]) -> UsageError:
    """Return the error about a queue or nucleus that a cycle does not know."""
    refused = refusal(cycle.database, "queue", queue)
    return refused or no_queue(queue, known, cycle.program.chooses)


def no_queue(queue: str, known: Iterable[str], noun: str = "queue") -> UsageError:
    """Return the error about a queue or nucleus that is not there, with near names.

    Pseudo queues are near too; they are not counted in addition to their own.
    """
    names = sorted(set(known))
    folded = {name.casefold(): name for name in names}
    near = [folded[each] for each in get_close_matches(queue.casefold(), folded, _NEAR)]
    near += [name for name in names if name.casefold().startswith(queue.casefold())]
    listed = ", ".join(printable(name) for name in list(dict.fromkeys(near))[:_NEAR])
    lists = "brokersql sql … 'from queue' lists them"
    if noun != "queue":
        lists = f"such as {', '.join(map(printable, names[:_NEAR]))}" if names else ""
    hint = f"near: {listed}" if listed else lists
    counted = plural(len({name.partition("/")[0] for name in names}), noun)
    return UsageError(f"no {noun} {printable(queue)} ({counted})", hint=hint)


#: Rows per detail: the queues of one chunk, the tasks of one queue.
QUEUES, TASKS = "outside", "outside_queue"


def no_partners(cycle: FinishedCycle) -> str:
    """Return that the snapshot has no queue, or no nucleus; empty if it has some."""
    none = plural(0, cycle.program.chooses)
    return "" if cycle.pairs.n_partners else f"The snapshot has {none}."


def no_pairs(cycle: FinishedCycle) -> str:
    """Return why a cycle compared no task with any queue; empty if it did."""
    if text := no_partners(cycle):
        return text
    if cycle.pairs.n_units:
        return ""
    n_tasks = len(rows(cycle, "explain", "tasks"))
    if not n_tasks:
        return "The snapshot has no tasks."
    sides = many(cycle.program.chooses)
    works = f"work of {cycle.policy} that is compared with {sides}"
    return f"The snapshot has {plural(n_tasks, 'task')}, but no {works}."


def not_compared(cycle: FinishedCycle, name: str) -> str:
    """Return why no task looked at a queue: what holds for most of them."""
    found = list(outside_frame(cycle, TASKS, (name,)))
    if not found:
        return no_pairs(cycle)
    most = max(n for _, n in found)
    text = "; ".join(printable(detail) for detail, n in found if n == most)
    what = f"{printable(name)} is no candidate of {cycle.policy} for any task"
    return f"{what}: {text}"


def outside_frame(
    cycle: FinishedCycle, counted: str, keys: Sequence[object]
) -> Iterator[tuple[str, int]]:
    """Yield why queues are no candidates, and how many `QUEUES` or `TASKS` by that."""
    cycle.pairs.show_filters()
    (partner,) = cycle.pairs.program.partner_key
    stems = {each.bit: each.stem for each in cycle.program.criteria}
    for row in rows(cycle, "explain", "frame"):
        filter_ = f"filter_{stems[row['bit']]}"
        filled = sql_text("explain", counted, filter=filter_, partner=partner)
        for found in cycle.database.records(filled, keys):
            yield str(found["detail"]), int(str(found["n"]))
