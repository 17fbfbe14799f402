"""`brokersql simulate`: policies in a closed loop, side by side."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import Annotated, cast

import typer

from brokersql.cli import completion
from brokersql.cli.options import (
    MemoryLimit,
    Profile,
    Scripts,
    Seed,
    Settings,
    SnapshotFolder,
    Threads,
    Updates,
    parse_settings,
    read_script,
)
from brokersql.cli.output import Choices, Output
from brokersql.cli.progress import Teller
from brokersql.cli.source import USUAL, with_common


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
    script: Scripts = None,
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
    from brokersql.simulate import Plan, SimulationStory
    from brokersql.simulate import simulate as run
    from brokersql.snapshot import Snapshot, parse_change
    from brokersql.snapshot.generate import seconds

    # 1. what is asked for
    output = Output(cast(Choices, context.obj))
    plan = Plan(cycles, seconds(every), load)
    said = (profile, parse_settings(settings), seed, (), "none", threads, memory_limit)
    options = with_common(Options(*said), policy or [USUAL], output.choices.usual)
    opened = Snapshot.open(snapshot).changed(map(parse_change, update or ()))
    opened = opened.rewritten(map(read_script, script or ()))
    # 2. the cycles
    teller = Teller("simulate", "cycles", output)
    found = run(opened, policy or [USUAL], plan, out, options, teller.tell)
    output.choices.has_result = True
    # 3. how the policies did
    output.story(SimulationStory(found), lambda: found.compared, "simulation")
    output.news(f"written: {out}")
    output.news(f"next: brokersql scoreboard {shlex.quote(str(out))}")
