"""One large cycle, its tasks split over workers.

Every worker knows the whole snapshot and all its facts, and decides its part of the
tasks, which follow each other; so what a task gets does not depend on how it was split.
A policy that puts tasks together after the facts, as ranks among tasks do, cannot be
split: the compiler looks for that, and says where.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import reduce
from pathlib import Path
from typing import cast

import pyarrow as pa
import pyarrow.compute as pc

from brokersql.compiler import PairProgram
from brokersql.compiler.apart import meeting
from brokersql.cycle import LEFT_OUT, TABLES, Cycle, Options, run_cycle, write_tables
from brokersql.cycle.pairs import reports
from brokersql.cycle.record import record
from brokersql.cycle.stage import statement
from brokersql.cycle.timing import Clock
from brokersql.errors import PolicyError, UsageError
from brokersql.replay.decide import Played, plan_of
from brokersql.replay.needed import made_by
from brokersql.replay.overlaid import Overlay
from brokersql.replay.workers import DaskWorkers, run_each
from brokersql.snapshot import Snapshot

#: What a part counts of its own; other counts are the same in all.
_ADDED = ("units", "pairs")
_TASK = "jedi_task_id"


@dataclass(frozen=True, slots=True)
class SplitRequest:
    """What is decided in parts; plain values, so that it can travel."""

    snapshot: str
    overlay: Overlay
    policy: str
    options: Options


@dataclass(frozen=True, slots=True)
class Part:
    """What one worker decided: its number from 1, its rows by table, its record."""

    number: int
    tables: Mapping[str, pa.Table]
    record: Mapping[str, object]


def run_split(request: SplitRequest, out: Path, workers: DaskWorkers) -> dict[str, int]:
    """Decide a cycle in parts; write what `write_run` writes, return rows by table.

    Raises:
        UsageError: the policy puts tasks together, Dask is missing, no scheduler
            answers, or the folder cannot be written.
        SnapshotError: the snapshot cannot be used.
        PolicyError: the policy is faulty, or a worker has another one.
        CycleError: a rule failed on the data.
    """
    # 1. what can be split
    played = Played.of(request.policy)
    if (where := obstacle(played)) is not None:
        raise UsageError(
            f"{played.program.policy} cannot be split over tasks: {where}",
            hint="leave --workers and --scheduler out",
        )
    shared = replace(request, options=workers.shared(request.options))
    # 2. the parts
    with workers.client() as client:
        n_parts = workers.n_workers
        if not n_parts:
            info = cast("Mapping[str, Mapping[str, object]]", client.scheduler_info())
            n_parts = max(len(info["workers"]), 1)
        numbers = [(number + 1, n_parts) for number in range(n_parts)]
        parts = sorted(
            run_each(client, decide_part, shared, numbers), key=lambda part: part.number
        )
    # 3. the whole
    wanted = played.program.content_hash
    if any(_policy(part.record)["content_hash"] != wanted for part in parts):
        raise PolicyError(f"policy {played.program.policy} has other files at a worker")
    tables = {name: joined(parts, name) for name in parts[0].tables}
    write_tables(tables, _recorded(parts), out)
    return {name: table.num_rows for name, table in tables.items()}


def obstacle(played: Played) -> str | None:
    """Return what keeps a policy from being split over tasks; None if nothing does."""
    program = played.program
    if not isinstance(program, PairProgram) or program.decides != "task":
        return f"it decides about {program.decides}s, not about chunks of tasks"
    if played.asked is not None:
        return f"it asks {played.asked.policy} about all tasks"
    wants = plan_of(played, Options(verdict="full")).wants
    made = [*program.statements, *reports(program.decides)]
    read = [
        *((each.name, each.sql) for each in made if wants(made_by(each.sql) or [""])),
        *((name, statement(name, program.decides)) for name in program.results),
    ]
    return meeting(read)


def decide_part(request: SplitRequest, part: tuple[int, int]) -> Part:
    """Return the decisions about one part of the tasks."""
    snapshot = request.overlay.over(Snapshot.open(request.snapshot))
    options = replace(request.options, part=part)
    cycle = run_cycle(snapshot, request.policy, options)
    try:
        left_out = LEFT_OUT[options.verdict]
        names = [
            name
            for name in TABLES
            if name in cycle.program.results and name not in left_out
        ]
        kept = [name for name in names if name != "placement" or cycle.places_jobs]
        tables = {name: _own(cycle, name, part[0]) for name in kept}
        return Part(part[0], tables, record([cycle], Clock()))
    finally:
        cycle.database.close()


def _own(cycle: Cycle, name: str, number: int) -> pa.Table:
    """Return the rows of a result that tell of tasks of this part.

    The first part also tells of tasks about which nothing is decided.
    """
    table = cycle.table(name)
    if _TASK not in table.column_names:
        return table
    is_first = number == 1
    said = cycle.database.rows(statement("part_tasks"), (number, not is_first))
    is_listed = pc.field(_TASK).isin([int(str(task)) for (task,) in said])  # pyright: ignore[reportUnknownMemberType]
    return table.filter(~is_listed if is_first else is_listed)  # pyright: ignore[reportUnknownMemberType]


def joined(parts: Sequence[Part], name: str) -> pa.Table:
    """Return the rows of all parts in the order in which one cycle has them."""
    first = parts[0].tables[name]
    if _TASK not in first.column_names:
        return first
    rows = pa.concat_tables([part.tables[name] for part in parts])
    # the order of equals stays, and a task is in one part only
    return rows.sort_by(_TASK)  # pyright: ignore[reportUnknownMemberType]


def _policy(told: Mapping[str, object]) -> dict[str, object]:
    return cast("list[dict[str, object]]", told["policies"])[0]


def _recorded(parts: Sequence[Part]) -> dict[str, object]:
    """Return the record of the whole: counts of parts added up, the longest times."""
    policies = [_policy(part.record) for part in parts]
    times = [cast("Mapping[str, float]", each["timings_s"]) for each in policies]
    longest = reduce(
        lambda a, b: {key: max(a.get(key, 0), b.get(key, 0)) for key in a | b},
        map(dict, times),
    )
    added = {key: sum(int(str(each[key])) for each in policies) for key in _ADDED}
    whole = policies[0] | added | {"timings_s": longest}
    return {**parts[0].record, "policies": [whole]}
