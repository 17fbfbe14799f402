"""Blocks, or parts of one cycle, on processes here or on a running Dask scheduler.

Each is one task. Which worker runs it, and how often, changes no byte: a block is
written under a hidden name and put in its place as a whole, a part is only told. The
engine gives the tasks of a lost worker to others.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING, TypeVar, cast

from brokersql.cycle import Options
from brokersql.errors import CycleError, UsageError
from brokersql.replay.block import BlockReport, Request, run_block
from brokersql.replay.plan import Block

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
        self, request: Request, missing: Sequence[Block]
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
        """Return options of a task that leave room for those beside it."""
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
        with ExitStack() as stack:
            n_workers = min(self.n_workers, n_tasks or self.n_workers)
            yield self._client(stack, n_workers)

    def _client(self, stack: ExitStack, n_workers: int) -> Client:
        try:
            from distributed import Client, LocalCluster
        except ImportError as error:
            raise UsageError(
                "several workers need Dask, which is not installed",
                hint="pip install 'brokersql[dask]'",
            ) from error
        logging.getLogger("distributed").setLevel(logging.CRITICAL)
        if self.scheduler is None:
            cluster = LocalCluster(
                n_workers=n_workers,
                threads_per_worker=1,
                memory_limit=0,
                dashboard_address="127.0.0.1:0",
                silence_logs=logging.CRITICAL,
            )
            return stack.enter_context(Client(stack.enter_context(cluster)))
        try:
            return stack.enter_context(Client(self.scheduler, timeout=10))
        except (OSError, ValueError) as error:
            raise UsageError(
                f"no Dask scheduler answers at {self.scheduler}",
                hint="such as tcp://host:8786, as 'dask scheduler' prints it",
            ) from error


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
