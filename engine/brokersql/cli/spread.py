"""Options that spread work with Dask, and `brokersql run` with them."""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from brokersql.cli.lighter import lighter
from brokersql.cli.output import Output
from brokersql.cli.source import USUAL, with_usual
from brokersql.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from brokersql.cycle import Options
    from brokersql.replay import DaskWorkers
    from brokersql.snapshot import Snapshot

NumberOfWorkers = Annotated[
    int, typer.Option("--workers", help="Processes to use, with Dask.")
]
Scheduler = Annotated[
    str | None,
    typer.Option("--scheduler", help="A running Dask scheduler, tcp://host:8786."),
]


def spread_over(n_workers: int, scheduler: str | None) -> DaskWorkers | None:
    """Return what runs the work beside this process; None if nothing does.

    Raises:
        UsageError: no number of workers, or one for a scheduler that has its own.
    """
    from brokersql.replay import DaskWorkers

    if n_workers < 1 or (scheduler and n_workers > 1):
        raise UsageError(f"--workers {n_workers}", hint="1 or more; or --scheduler")
    is_spread = n_workers > 1 or scheduler is not None
    return DaskWorkers(n_workers, scheduler) if is_spread else None


def run_spread(
    snapshot: Snapshot,
    named: Sequence[str],
    dropped: Sequence[str],
    options: Options,
    out: Path | None,
    workers: DaskWorkers,
    output: Output,
) -> None:
    """Decide one cycle in parts, write its tables and tell what was written.

    Raises:
        UsageError: no folder is given, several policies are, or one that cannot be
            split.
    """
    from brokersql.replay import Overlay, SplitRequest, run_split
    from brokersql.report.figures import count
    from brokersql.report.listing import listing

    # 1. what can be split
    policy, *others = named or (USUAL,)
    if out is None or others or options.tasks:
        raise UsageError(
            "--workers and --scheduler split all tasks of one policy",
            hint=f"give --out DIR, one --policy (default: {USUAL}), and no --task",
        )
    # 2. the parts
    start = time.perf_counter()
    request = SplitRequest(
        str(Path(snapshot.where).absolute()),
        Overlay(snapshot.changes, snapshot.scripts),
        lighter([policy], dropped)[policy],
        with_usual(options, policy, output.choices.usual),
    )
    rows = run_split(request, out, workers)
    # 3. what was written
    output.rows(
        listing({"table": str, "n_rows": int}, list(rows.items())), "run.tables"
    )
    spent = time.perf_counter() - start
    n_rows = count(sum(rows.values()))
    output.news(f"written: {out} ({len(rows)} tables, {n_rows} rows)   {spent:.2f} s")
    output.news(f"next: brokersql report {out} --output FILE.html")
