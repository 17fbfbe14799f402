"""Blocks on processes of this machine, or on a running Dask scheduler.

Each block is one task. Which worker runs it, and how often, changes no byte: a block is
written under a hidden name and put in its place as a whole. The engine gives the tasks
of a lost worker to others.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import replace
from typing import TYPE_CHECKING, cast

from brokersql.errors import CycleError, UsageError
from brokersql.replay.block import BlockReport, Request, run_block
from brokersql.replay.plan import Block

if TYPE_CHECKING:
    from distributed import Client


class DaskWorkers:
    """Runs blocks with Dask: on `n_workers` processes here, or on a scheduler.

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
        with ExitStack() as stack:
            client = self._client(stack, min(self.n_workers, len(missing)))
            yield from _run(client, self._shared(request), missing)

    def _shared(self, request: Request) -> Request:
        """Return a request whose blocks leave room for those beside them."""
        options = request.options
        if not options.threads:
            options = replace(options, threads=1)
        if options.memory_limit is None and self.n_workers:
            options = replace(options, memory_limit=f"{80 // self.n_workers}%")
        return replace(request, options=options)

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


def _run(
    client: Client, request: Request, missing: Sequence[Block]
) -> Iterator[BlockReport]:
    from distributed import Future, KilledWorker, as_completed

    futures = [
        client.submit(  # pyright: ignore[reportUnknownMemberType]
            run_block, request, each, pure=False
        )
        for each in missing
    ]
    try:
        for future in as_completed(futures):  # pyright: ignore[reportUnknownVariableType]
            yield cast("Future[BlockReport]", future).result()  # pyright: ignore[reportUnknownMemberType]
    except KilledWorker as error:
        raise CycleError(
            "a block ended every worker that tried it",
            where=str(request.history),
            hint="give each worker less: --memory-limit 2GB",
        ) from error
    finally:
        client.cancel(futures)  # pyright: ignore[reportUnknownMemberType]
