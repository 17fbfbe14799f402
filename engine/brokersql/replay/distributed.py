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

from brokersql.core.errors import CycleError, PolicyError, UsageError
from brokersql.core.files import FolderWriter
from brokersql.cycle import Options, Plan, RunWriter, run_cycle
from brokersql.cycle.run_record import record
from brokersql.cycle.stages import PhaseTimer
from brokersql.cycle.task_blocks import find_obstacle
from brokersql.policy import from_anywhere
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
    policies installed. `say` gets a line where a scheduler has no worker yet.
    """

    def __init__(
        self,
        n_workers: int = 0,
        scheduler: str | None = None,
        say: Callable[[str], None] | None = None,
    ) -> None:
        self.n_workers = n_workers
        self.scheduler = scheduler
        self.say = say

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
            stack.enter_context(client)
            if self.scheduler and self.say and not client.scheduler_info()["workers"]:
                self.say(f"waiting for a worker of {self.scheduler}")
            yield client


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


@dataclass(frozen=True, slots=True)
class SplitRequest:
    """What is decided in parts; plain values, so that it can travel."""

    snapshot: str
    overlay: Overlay
    policy: str
    options: Options


#: A part: where it is written, its number from 1, and the number of parts.
Part = tuple[Path, int, int]


@dataclass(frozen=True, slots=True)
class DecidedPart:
    """What one worker decided: the folder of its tables, its number, its record."""

    folder: Path
    number: int
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
    options = workers.shared(request.options)
    policy = from_anywhere(request.policy)
    shared = replace(request, policy=policy, options=options)
    with FolderWriter(out) as folder:
        # 2. the parts, each in a folder of its own
        place = folder.path.resolve().parent / "parts"
        with workers.client() as client:
            n_parts = workers.n_workers
            if not n_parts:
                known = cast(
                    "Mapping[str, Mapping[str, object]]", client.scheduler_info()
                )
                n_parts = max(len(known["workers"]), 1)
            asked = [(place / str(it + 1), it + 1, n_parts) for it in range(n_parts)]
            parts = sorted(
                run_each(client, decide_part, shared, asked),
                key=lambda part: part.number,
            )
        # 3. the whole: parts are of consecutive tasks
        wanted = plan.program.content_hash
        policies = [part.record["policies"][0] for part in parts]
        if any(each["content_hash"] != wanted for each in policies):
            name = plan.program.policy
            raise PolicyError(f"policy {name} has other files at a worker")
        writer = RunWriter(folder)
        for part in parts:
            writer.add_tables(part.folder)
        sizes = writer.sizes
        writer.finish(lambda: _whole_record(parts))
    return sizes


def _whole_record(parts: Sequence[DecidedPart]) -> dict[str, object]:
    """Return the record of a cycle whose parts have these."""
    policies = [part.record["policies"][0] for part in parts]
    times = [each["timings_s"] for each in policies]
    phases = dict.fromkeys(name for each in times for name in each)
    whole = policies[0] | {
        **{key: sum(each[key] for each in policies) for key in _ADDED},
        "timings_s": {it: max(each.get(it, 0) for each in times) for it in phases},
    }
    return {**parts[0].record, "policies": [whole]}


def decide_part(request: SplitRequest, part: Part) -> DecidedPart:
    """Write the decisions about one part of the tasks to its folder.

    The first part also has those of tasks about which nothing is decided, and the
    criteria.
    """
    folder, number, n_parts = part
    snapshot = request.overlay.over(Snapshot.open(request.snapshot))
    options = replace(request.options, part=(number, n_parts))
    with FolderWriter(folder) as place:
        writer = RunWriter(place)
        cycle = run_cycle(snapshot, request.policy, options, readers=[writer])
        with closing(cycle.database):
            if number == 1:
                writer.add("criterion", cycle.criterion)
            decided = DecidedPart(folder, number, record([cycle], PhaseTimer()))
            writer.finish(lambda: decided.record)
            return decided
