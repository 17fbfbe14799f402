"""`brokersql replay`, `simulate`, `scoreboard`: many cycles, and how they compare."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from brokersql.cli import completion
from brokersql.cli.inputs import (
    open_snapshot,
    with_common_config,
    with_config,
    without_rules,
)
from brokersql.cli.options import (
    MemoryLimit,
    NumberOfWorkers,
    OnePolicy,
    Profile,
    Scheduler,
    ScriptFiles,
    Seed,
    Settings,
    SnapshotFolder,
    Threads,
    Updates,
    Verdict,
    Without,
    dask_workers,
    parse_moment,
    parse_settings,
    read_script,
)
from brokersql.cli.output import Output, ProgressReporter, output_of
from brokersql.core.errors import UsageError
from brokersql.core.policy_names import DEFAULT_POLICY

if TYPE_CHECKING:
    from brokersql.replay import ReplayProgress, ReplayResult


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
    policy: OnePolicy = DEFAULT_POLICY,
    first: First = None,
    last: Last = None,
    profile: Profile = None,
    settings: Settings = None,
    update: Updates = None,
    scripts: ScriptFiles = None,
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

    # 1. the options
    output = output_of(context)
    if out.resolve() == history.resolve():
        raise UsageError(f"--out {out} is the history itself")
    values = parse_settings(settings)
    given = Options(profile, values, seed, (), verdict, threads, memory_limit)
    options = with_config(given, policy, output.choices.config)
    # 2. the snapshots, and the changes to them
    times = (parse_moment("--from", first), parse_moment("--to", last))
    chosen = History.open(history).between(*times)
    changes = tuple(map(parse_change, update or ()))
    overlay = Overlay(changes, tuple(map(read_script, scripts or ())))
    # 3. the decisions
    progress = ProgressReporter("replay", "cycles", output)

    def report_step(step: ReplayProgress) -> None:
        progress.update(step.n_done, step.n_cycles, step.n_found, step.time)

    done = decide(
        chosen,
        out,
        without_rules([policy], without or ())[policy],
        options,
        overlay=overlay,
        workers=dask_workers(workers, scheduler) or one_by_one,
        on_progress=report_step,
    )
    _report(done, progress, output)


def _report(done: ReplayResult, progress: ProgressReporter, output: Output) -> None:
    from brokersql.render.text import plural, time_left

    output.table_sizes(done.rows.items(), "replay.tables")
    if done.obstacle is not None:
        output.warn(f"one cycle after the other: {done.obstacle}", "note")
    spent = progress.spent
    n_new = done.n_cycles - done.n_found
    cycles = f"{plural(done.n_cycles, 'cycle')} in {plural(done.n_blocks, 'block')}"
    rate = f", {n_new / spent:,.1f}/s" if n_new else ""
    output.notice(f"{cycles}, {time_left(spent)}{rate}")
    output.notice(f"written: {done.folder}")


def simulate(
    context: typer.Context,
    snapshot: SnapshotFolder,
    out: Annotated[Path, typer.Option("--out", help="Write the cycles here.")],
    policy: Annotated[
        list[str] | None,
        typer.Option(
            "--policy",
            autocompletion=completion.policies,
            help="A shipped name or a folder; may be repeated.",
        ),
    ] = None,
    cycles: Annotated[int, typer.Option(help="Cycles of each policy.")] = 24,
    every: Annotated[str, typer.Option(help="Time between them.")] = "1h",
    load: Annotated[
        float,
        typer.Option(help="Cores that come, over those that can start."),
    ] = 1.0,
    profile: Profile = None,
    settings: Settings = None,
    update: Updates = None,
    script: ScriptFiles = None,
    seed: Seed = None,
    threads: Threads = 1,
    memory_limit: MemoryLimit = None,
) -> None:
    """Let policies decide about the same jobs for many cycles, and compare them.

    What is chosen enters the statistics of the next cycle: jobs come, wait in line,
    start and end. The rest of the snapshot stands still; docs/simulate.md says what
    the model does not know.
    """
    from brokersql.cycle import Options
    from brokersql.simulate.run import SimulationPlan
    from brokersql.simulate.run import simulate as run
    from brokersql.snapshot.generate import seconds

    # 1. the options
    output, policies = output_of(context), policy or [DEFAULT_POLICY]
    plan = SimulationPlan(cycles, seconds(every), load)
    values = parse_settings(settings)
    given = Options(profile, values, seed, (), "none", threads, memory_limit)
    options = with_common_config(given, policies, output.choices.config)
    opened = open_snapshot(snapshot, update, script)
    # 2. the cycles
    progress = ProgressReporter("simulate", "cycles", output)
    found = run(opened, policies, plan, out, options, progress.update)
    output.choices.has_result = True
    # 3. how the policies compare
    output.result(found, lambda: found.compared, "simulation")
    output.notice(f"written: {out}")
    output.notice(f"next: brokersql scoreboard {shlex.quote(str(out))}")


def scoreboard(
    context: typer.Context,
    place: Annotated[
        Path,
        typer.Argument(
            metavar="RUN|REPLAY|HISTORY",
            help="What run, replay or simulate wrote, or a history.",
        ),
    ],
    history: Annotated[
        Path | None,
        typer.Option("--history", help="Where the history of a replay is now."),
    ] = None,
    starved: Annotated[
        str, typer.Option("--starved", help="Time without a queue that is too long.")
    ] = "24h",
) -> None:
    """Show how near global shares are to their targets, and how long work waits.

    Text and json show means and all cycles, the other formats give one row per cycle,
    policy and share.
    """
    from brokersql.scoreboard import ScoreboardStory, make_scoreboard, open_states
    from brokersql.snapshot.generate import seconds

    output = output_of(context)
    starved_s = seconds(starved)
    progress = ProgressReporter("scoreboard", "parts", output)
    board = make_scoreboard(open_states(place, history, progress.update), starved_s)
    output.result(ScoreboardStory(str(place), board), lambda: board.rows, "scoreboard")
