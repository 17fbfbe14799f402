"""Blocks, or parts of one large cycle, on local processes or on a Dask scheduler.

Each is one task of Dask. Which worker runs it, and how often, changes no byte: a block
appears as a whole, a part is only returned. Dask gives the tasks of a lost worker to
others.

For one large cycle every worker loads the whole snapshot with all its facts, and
decides a part of the tasks, so what a task gets does not depend on the split. A policy
that combines tasks after the facts, as ranks among tasks do, cannot be split: the
compiler finds the statement that does so.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar, cast

import pyarrow as pa
import pyarrow.compute as pc

from brokersql.core.errors import CycleError, PolicyError, UsageError
from brokersql.core.files import FolderWriter
from brokersql.core.sql_files import result_sql
from brokersql.cycle import FinishedCycle, Options, Plan, RunWriter, run_cycle
from brokersql.cycle.run_record import record
from brokersql.cycle.stages import PhaseTimer
from brokersql.cycle.task_blocks import find_obstacle
from brokersql.replay.overlay import Overlay
from brokersql.replay.run import Block, BlockReport, ReplayRequest, run_block
from brokersql.snapshot import Snapshot

if TYPE_CHECKING:
    from distributed import Client


R = TypeVar("R")
Item = TypeVar("Item")
T = TypeVar("T")


class DaskWorkers:
    """Runs work with Dask: on `n_workers` processes here, or on a scheduler.

    A scheduler's workers see the same files under the same paths, and have the same
    policies installed.
    """

    def __init__(self, n_workers: int = 0, scheduler: str | None = None) -> None:
        self.n_workers = n_workers
        self.scheduler = scheduler

    def __call__(
        self, request: ReplayRequest, missing: Sequence[Block]
    ) -> Iterator[BlockReport]:
        """Run blocks and yield their reports as they come.

        Raises:
            UsageError: Dask is not installed, or no scheduler answers.
            CycleError: a block took several workers with it.
        """
        if not missing:
            return
        shared = replace(request, options=self.shared(request.options))
        with self.client(len(missing)) as client:
            yield from run_each(client, run_block, shared, missing)

    def shared(self, options: Options) -> Options:
        """Return options that share cores and memory with the other workers."""
        if not options.threads:
            options = replace(options, threads=1)
        if options.memory_limit is None and self.n_workers:
            options = replace(options, memory_limit=f"{80 // self.n_workers}%")
        return options

    @contextmanager
    def client(self, n_tasks: int | None = None) -> Generator[Client]:
        """Yield a client of as many workers as there are, or as tasks need.

        Raises:
            UsageError: Dask is not installed, or no scheduler answers.
        """
        try:
            from distributed import Client, LocalCluster
        except ImportError as error:
            raise UsageError(
                "several workers need Dask, which is not installed",
                hint="pip install 'brokersql[dask]'",
            ) from error
        logging.getLogger("distributed").setLevel(logging.CRITICAL)
        with ExitStack() as stack:
            if self.scheduler is None:
                cluster = LocalCluster(
                    n_workers=min(self.n_workers, n_tasks or self.n_workers),
                    threads_per_worker=1,
                    memory_limit=0,
                    dashboard_address="127.0.0.1:0",
                    silence_logs=logging.CRITICAL,
                )
                client = Client(stack.enter_context(cluster))
            else:
                try:
                    client = Client(self.scheduler, timeout=10)
                except (OSError, ValueError) as error:
                    raise UsageError(
                        f"no Dask scheduler answers at {self.scheduler}",
                        hint="such as tcp://host:8786, as 'dask scheduler' prints it",
                    ) from error
            yield stack.enter_context(client)


def run_each(
    client: Client, run: Callable[[R, Item], T], request: R, items: Sequence[Item]
) -> Iterator[T]:
    """Run a function for each item and yield what it returns as it comes.

    Raises:
        CycleError: an item took several workers with it.
    """
    from distributed import Future, KilledWorker, as_completed

    futures = [
        client.submit(  # pyright: ignore[reportUnknownMemberType]
            run, request, each, pure=False
        )
        for each in items
    ]
    try:
        for future in as_completed(futures):  # pyright: ignore[reportUnknownVariableType]
            yield cast("Future[T]", future).result()  # pyright: ignore[reportUnknownMemberType]
    except KilledWorker as error:
        raise CycleError(
            "a task ended every worker that tried it",
            where=str(error.task),  # pyright: ignore[reportUnknownMemberType, reportUnknownArgumentType]
            hint="give each worker less: --memory-limit 2GB",
        ) from error
    finally:
        client.cancel(futures)  # pyright: ignore[reportUnknownMemberType]


#: Counts of parts that are added up; of times the longest is that of the whole.
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
class DecidedPart:
    """What one worker decided: its number from 1, its rows by table, its record."""

    number: int
    tables: Mapping[str, pa.Table]
    record: Mapping[str, Any]


def run_split(request: SplitRequest, out: Path, workers: DaskWorkers) -> dict[str, int]:
    """Decide a cycle in parts; write what `write_run` writes, return rows by table.

    Raises:
        UsageError: the policy combines tasks, Dask is missing, no scheduler
            answers, or the folder cannot be written.
        SnapshotError: the snapshot cannot be used.
        PolicyError: the policy is faulty, or a worker has another one.
        CycleError: a rule failed on the data.
    """
    # 1. what can be split
    plan = Plan.of(request.policy)
    if (where := find_obstacle(plan)) is not None:
        raise UsageError(
            f"{plan.program.policy} cannot be split over tasks: {where}",
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
    wanted = plan.program.content_hash
    policies = [part.record["policies"][0] for part in parts]
    if any(each["content_hash"] != wanted for each in policies):
        raise PolicyError(f"policy {plan.program.policy} has other files at a worker")
    tables = {name: join_parts(parts, name) for name in parts[0].tables}
    times = [each["timings_s"] for each in policies]
    phases = dict.fromkeys(name for each in times for name in each)
    whole = policies[0] | {
        **{key: sum(each[key] for each in policies) for key in _ADDED},
        "timings_s": {it: max(each.get(it, 0) for each in times) for it in phases},
    }
    body = {**parts[0].record, "policies": [whole]}
    with FolderWriter(out) as folder:
        writer = RunWriter(folder)
        for name, rows in tables.items():
            writer.add(name, rows)
        writer.finish(lambda: body)
    return {name: table.num_rows for name, table in tables.items()}


def decide_part(request: SplitRequest, part: tuple[int, int]) -> DecidedPart:
    """Return the decisions about one part of the tasks."""
    snapshot = request.overlay.over(Snapshot.open(request.snapshot))
    options = replace(request.options, part=part)
    cycle = run_cycle(snapshot, request.policy, options)
    with closing(cycle.database):
        tables = {name: _own(cycle, name, part[0]) for name in cycle.kept_tables}
        return DecidedPart(part[0], tables, record([cycle], PhaseTimer()))


def _own(cycle: FinishedCycle, name: str, number: int) -> pa.Table:
    """Return the rows of a result about tasks of this part.

    The first part also has those of tasks about which nothing is decided.
    """
    table = cycle.table(name)
    if _TASK not in table.column_names:
        return table
    is_first = number == 1
    listed = cycle.database.rows(result_sql("part_tasks"), (number, not is_first))
    is_listed = pc.field(_TASK).isin([int(str(task)) for (task,) in listed])  # pyright: ignore[reportUnknownMemberType]
    return table.filter(~is_listed if is_first else is_listed)  # pyright: ignore[reportUnknownMemberType]


def join_parts(parts: Sequence[DecidedPart], name: str) -> pa.Table:
    """Return the rows of all parts in the order in which one cycle has them."""
    first = parts[0].tables[name]
    if _TASK not in first.column_names:
        return first
    rows = pa.concat_tables([part.tables[name] for part in parts])
    # the order of equals stays, and a task is in one part only
    return rows.sort_by(_TASK)  # pyright: ignore[reportUnknownMemberType]
