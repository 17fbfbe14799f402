"""`brokersql match`: states are made, asked, told of more jobs, and looked at."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, cast

import typer

from brokersql.cli import completion
from brokersql.cli.match import app
from brokersql.cli.options import Profile, Seed, Settings, parse_settings
from brokersql.cli.output import Choices, Output
from brokersql.cli.source import with_usual
from brokersql.cli.state import TakeOver, state_folder

Rows = Annotated[
    Path, typer.Argument(metavar="FILE", help=".json, .jsonl, .parquet or a snapshot.")
]


@app.command(epilog="Example: brokersql match state/pheno init fixtures/demo")
def init(
    context: typer.Context,
    snapshot: Annotated[
        Path | None,
        typer.Argument(metavar="[SNAPSHOT]", help="Its jobs wait; default: the demo."),
    ] = None,
    profile: Profile = None,
    settings: Settings = None,
    seed: Seed = None,
) -> None:
    """Make a state whose waiting jobs and rules are those of a snapshot."""
    from brokersql.cycle import Options
    from brokersql.match.beginning import POLICY, refused_at_first
    from brokersql.match.state import State
    from brokersql.report.words import plural
    from brokersql.resources import fixture_root
    from brokersql.snapshot import Snapshot

    output = Output(cast(Choices, context.obj))
    where = snapshot or fixture_root() / "demo"
    folder = state_folder(context)
    options = Options(profile=profile, settings=parse_settings(settings), seed=seed)
    options = with_usual(options, POLICY, output.choices.usual)
    with State.create(folder, Snapshot.open(str(where)), options) as state:
        n_jobs, n_queues = state.n_waiting
        n_refused = refused_at_first(state.ledger.view).num_rows
    if n_refused:
        output.warn(f"{plural(n_refused, 'job')} refused: no task queue for it")
    jobs, queues = plural(n_jobs, "job"), plural(n_queues, "task queue")
    output.news(f"{folder}: {jobs} in {queues}")


@app.command(epilog="Example: brokersql match state/pheno add jobs.jsonl")
def add(context: typer.Context, rows: Rows, take_over: TakeOver = False) -> None:
    """Let more jobs wait; one that waits already takes its new shape."""
    from brokersql.match.given import read_rows
    from brokersql.match.state import State
    from brokersql.report.words import plural

    output = Output(cast(Choices, context.obj))
    jobs = read_rows(rows, "dirac_job")
    with State.open(state_folder(context), take_over=take_over) as state:
        n_refused = state.add(jobs)
    if n_refused:
        output.warn(f"{plural(n_refused, 'job')} refused: no task queue for it")
    output.news(f"added {plural(jobs.num_rows - n_refused, 'job')}")


@app.command(epilog="Example: brokersql match state/pheno one pilot.json")
def one(context: typer.Context, pilot: Rows, take_over: TakeOver = False) -> None:
    """Give a pilot a job; that there is none for it is an answer, too."""
    from brokersql.errors import UsageError
    from brokersql.match.given import read_rows

    pilots = read_rows(pilot, "dirac_pilot")
    if pilots.num_rows != 1:
        raise UsageError(
            f"{pilot} holds {pilots.num_rows} pilots, not one",
            hint="brokersql match STATE batch takes many",
        )
    _match(context, pilot, take_over)


@app.command(epilog="Example: brokersql match state/pheno batch pilots.jsonl")
def batch(context: typer.Context, pilots: Rows, take_over: TakeOver = False) -> None:
    """Give pilots jobs in their order: all of them durably, or none."""
    _match(context, pilots, take_over)


@app.command(epilog="Example: brokersql match state/pheno requeue 4711 4712")
def requeue(
    context: typer.Context,
    jobs: Annotated[list[int], typer.Argument(metavar="JOB…", help="Their numbers.")],
    take_over: TakeOver = False,
) -> None:
    """Let jobs wait again that were matched."""
    from brokersql.match.state import State
    from brokersql.report.words import plural

    output = Output(cast(Choices, context.obj))
    with State.open(state_folder(context), take_over=take_over) as state:
        state.requeue(list(dict.fromkeys(jobs)))
    output.news(f"requeued {plural(len(set(jobs)), 'job')}")


@app.command(epilog="Example: brokersql match state/pheno status")
def status(context: typer.Context) -> None:
    """Say what waits and what was matched lately; it works beside a writer."""
    from brokersql.match.status import status as read
    from brokersql.report.machine import SCHEMA_VERSION

    output = Output(cast(Choices, context.obj))
    found = read(state_folder(context))
    match output.format("table"):
        case "json":
            kind = {"schema_version": SCHEMA_VERSION, "kind": "match.status"}
            output.document({**kind, **found.document()})
        case "table":
            output.lines(found.lines())
            output.rows(found.groups, "match.status", in_pipe="table")
        case _:
            output.rows(found.groups, "match.status")


@app.command(epilog="Example: brokersql match state/pheno explain --job 90412377")
def explain(
    context: typer.Context,
    pilot: Annotated[
        Path | None,
        typer.Option("--pilot", metavar="FILE", help="A pilot: why it gets nothing."),
    ] = None,
    job: Annotated[
        int | None,
        typer.Option(
            "--job",
            metavar="ID",
            autocompletion=completion.waiting_jobs,
            help="Why it waits.",
        ),
    ] = None,
) -> None:
    """Say what a pilot could get now, or why a job waits; nothing is drawn."""
    from brokersql.cli.question import table_of
    from brokersql.cycle import run_cycle
    from brokersql.errors import UsageError
    from brokersql.explain import tell_job, tell_pilot
    from brokersql.match.beginning import POLICY
    from brokersql.match.given import read_rows
    from brokersql.match.waiting import waiting

    if (pilot is None) == (job is None):
        raise UsageError("what is to be explained?", hint="--pilot FILE or --job ID")
    pilots = None if pilot is None else read_rows(pilot, "dirac_pilot")
    found = waiting(state_folder(context), pilots)
    cycle = run_cycle(found.snapshot, POLICY, found.options)
    output = Output(cast(Choices, context.obj))
    kind = "explain.job" if pilots is None else "explain.pilot"
    as_json = output.nested(kind, table_of(cycle.snapshot.where))
    asking = () if pilots is None else found.asking
    told = [tell_pilot(cycle, str(seq), is_drawn=False) for seq in asking]
    for at, story in enumerate(told or [tell_job(cycle, job or 0, is_drawn=False)]):
        if as_json:
            output.document(story.document())
        else:
            output.lines([*([""] if at else []), *story.lines(output.look)])


def _match(context: typer.Context, path: Path, take_over: bool) -> None:
    from brokersql.match.given import read_rows
    from brokersql.match.state import State

    output = Output(cast(Choices, context.obj))
    pilots = read_rows(path, "dirac_pilot")
    with State.open(state_folder(context), take_over=take_over) as state:
        output.rows(state.match(pilots), "match")
