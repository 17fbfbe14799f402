"""`brokersql replay`: a policy over every snapshot of a history."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, cast

import typer

from brokersql.cli import completion
from brokersql.cli.lighter import lighter
from brokersql.cli.options import (
    MemoryLimit,
    OnePolicy,
    Profile,
    Scripts,
    Seed,
    Settings,
    Threads,
    Updates,
    Verdict,
    Without,
    parse_moment,
    parse_settings,
    read_script,
)
from brokersql.cli.output import Choices, Output
from brokersql.cli.progress import Teller
from brokersql.cli.source import with_usual
from brokersql.cli.spread import NumberOfWorkers, Scheduler, spread_over
from brokersql.errors import UsageError

if TYPE_CHECKING:
    from brokersql.replay import Progress, Replayed

First = Annotated[
    str | None,
    typer.Option(
        "--from",
        autocompletion=completion.times,
        help="First time, 2025-10-14T12:00:00Z.",
    ),
]
Last = Annotated[
    str | None, typer.Option("--to", autocompletion=completion.times, help="Last time.")
]


def replay(
    context: typer.Context,
    history: Annotated[Path, typer.Argument(metavar="HISTORY", help="Folder.")],
    out: Annotated[Path, typer.Option("--out", help="Write the results here.")],
    policy: OnePolicy = "panda_job",
    first: First = None,
    last: Last = None,
    profile: Profile = None,
    settings: Settings = None,
    update: Updates = None,
    scripts: Scripts = None,
    without: Without = None,
    seed: Seed = None,
    verdict: Verdict = "none",
    workers: NumberOfWorkers = 1,
    scheduler: Scheduler = None,
    threads: Threads = 0,
    memory_limit: MemoryLimit = None,
) -> None:
    """Decide every snapshot of a history; the same call again does what is missing."""
    from brokersql.cycle import Options
    from brokersql.replay import Overlay, one_by_one
    from brokersql.replay import replay as decide
    from brokersql.snapshot import parse_change
    from brokersql.snapshot.history import History

    # 1. what was asked for
    output = Output(cast(Choices, context.obj))
    if out.resolve() == history.resolve():
        raise UsageError(f"--out {out} is the history itself")
    said = (profile, parse_settings(settings), seed, (), verdict, threads, memory_limit)
    options = with_usual(Options(*said), policy, output.choices.usual)
    # 2. the snapshots, and what is otherwise in them
    times = (parse_moment("--from", first), parse_moment("--to", last))
    chosen = History.open(history).between(*times)
    changes = tuple(map(parse_change, update or ()))
    overlay = Overlay(changes, tuple(map(read_script, scripts or ())))
    # 3. the decisions
    teller = Teller("replay", "cycles", output)

    def tell(step: Progress) -> None:
        teller.tell(step.n_done, step.n_cycles, step.n_found, step.time)

    spread = spread_over(workers, scheduler) or one_by_one
    called = lighter([policy], without or ())[policy]
    done = decide(
        chosen, out, called, options, overlay=overlay, workers=spread, tell=tell
    )
    _report(done, teller, output)


def _report(done: Replayed, teller: Teller, output: Output) -> None:
    from brokersql.report.listing import listing
    from brokersql.report.progress import time_left
    from brokersql.report.words import plural

    rows = list(done.rows.items())
    output.rows(listing({"table": str, "n_rows": int}, rows), "replay.tables")
    if done.obstacle is not None:
        output.warn(f"one cycle after the other: {done.obstacle}", "note")
    spent = teller.spent
    n_new = done.n_cycles - done.n_found
    told = f"{plural(done.n_cycles, 'cycle')} in {plural(done.n_blocks, 'block')}"
    rate = f", {n_new / spent:,.1f}/s" if n_new else ""
    output.news(f"{told}, {time_left(spent)}{rate}")
    output.news(f"written: {done.folder}")
