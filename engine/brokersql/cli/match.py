"""`brokersql match`: DIRAC matching against durable state."""

from __future__ import annotations

import signal
from collections.abc import Generator, Mapping
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING, Annotated

import typer

from brokersql.cli import completion
from brokersql.cli.inputs import with_config
from brokersql.cli.options import (
    Profile,
    Seed,
    Settings,
    argument,
    option,
    parse_settings,
)
from brokersql.cli.output import output_of
from brokersql.core.errors import UsageError
from brokersql.core.policy_names import MATCHING_POLICY

if TYPE_CHECKING:
    from brokersql.match.server import MatchServer
    from brokersql.match.state import State


TakeOver = Annotated[
    bool, option("--take-over", "Take the state from a process that hangs.")
]


def _state_folder(context: typer.Context) -> Path:
    """Return STATE, the argument before the name of the command."""
    assert context.parent is not None
    return Path(context.parent.params["state"])


app = typer.Typer(
    help="Match pilots to jobs, in a state that outlives any crash.",
    epilog="Example: brokersql match state/pheno status",
    rich_markup_mode=None,
)


@app.callback(invoke_without_command=True)
def match(
    context: typer.Context,
    state: Annotated[Path | None, argument("STATE", "Folder of the state.")] = None,
) -> None:
    """Match pilots to jobs, in a state that outlives any crash."""
    if context.invoked_subcommand is None:
        if state is not None:
            raise UsageError(
                f"what about {state}?", hint="brokersql match --help lists commands"
            )
        typer.echo(context.get_help())


@app.command(epilog="Example: brokersql match state/pheno verify")
def verify(context: typer.Context) -> None:
    """Compare the whole ledger with its checksums, and see each job given once.

    A writer may be at work. Exit code 6 where something is damaged.
    """
    from brokersql.match.integrity import verify as check

    output = output_of(context)
    found = check(_state_folder(context))
    if output.format("table") == "json":
        output.document(_with_kind("match.verify", found.document()))
    else:
        output.lines([str(found)])


@app.command(epilog="Example: brokersql match state/pheno rebuild")
def rebuild(
    context: typer.Context,
    repair: Annotated[
        bool, option("--repair", "Unsound steps of jobs do not count any more.")
    ] = False,
) -> None:
    """Make checkpoint, manifest and head again from the ledger.

    Needed only where `verify` found one of these damaged. The segments and the tables
    in bulk are never changed. With --repair a record is added that names steps of jobs
    which cannot follow one another, as older versions stored them.
    """
    from brokersql.match.integrity import rewrite_damaged, verify
    from brokersql.match.state import State
    from brokersql.match.store.ledger import Ledger

    output = output_of(context)
    folder = _state_folder(context)
    for name in rewrite_damaged(folder):
        output.notice(f"{name} made again from the segments")
    with State(Ledger.open(folder), whole=True) as state:
        for step in state.repair() if repair else ():
            output.notice(f"{step}: it does not count")
        state.checkpoint()
    output.lines([str(verify(folder))])


@app.command(
    epilog="Example: brokersql match state/pheno serve --listen 127.0.0.1:8420"
)
def serve(
    context: typer.Context,
    listen: Annotated[
        str | None,
        typer.Option(help="127.0.0.1:PORT or unix:PATH; default: STATE/socket."),
    ] = None,
    waiting: Annotated[
        int, typer.Option(min=1, help="Pilots that may wait; more are refused.")
    ] = 2000,
    timeout: Annotated[
        float, typer.Option(min=0, help="Seconds that a request waits for its turn.")
    ] = 30.0,
    token_file: Annotated[
        Path | None,
        option(
            "--token-file",
            "Requests need the token in this file; it is made if missing.",
        ),
    ] = None,
    take_over: TakeOver = False,
) -> None:
    """Answer match requests, HTTP with JSON, until SIGTERM or Ctrl-C.

    Requests that arrive together are one batch. What is being decided when it ends is
    still acknowledged.
    """
    from brokersql.match.address import SOCKET, Address, parse_address, read_token
    from brokersql.match.dispatcher import DispatchLimits
    from brokersql.match.server import MatchServer
    from brokersql.match.state import State

    output = output_of(context)
    folder = _state_folder(context)
    address = parse_address(listen) if listen else Address(path=folder / SOCKET)
    token = None if token_file is None else read_token(token_file)
    with State.open(folder, take_over=take_over) as state:
        server = MatchServer(
            state,
            address,
            limits=DispatchLimits(n_waiting=waiting),
            timeout_s=timeout,
            describe=lambda: _description(state),
            view=state.ledger.view,
            token=token,
        )
        output.notice(f"{folder} is served at {server.address}; Ctrl-C ends it")
        if token is None and address.path is None:
            output.notice("any user of this machine may ask: see --token-file")
        with _ended_by_sigterm(server):
            server.run()
    output.notice("stopped; everything acknowledged is stored")


@contextmanager
def _ended_by_sigterm(server: MatchServer) -> Generator[None]:
    """Let a server finish what it decides when SIGTERM arrives."""

    def end(number: int, frame: FrameType | None) -> None:
        server.shutdown_signal.set()

    before = signal.signal(signal.SIGTERM, end)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def _description(state: State) -> Mapping[str, object]:
    """Return the description of the state that the service answers with."""
    ledger = state.ledger
    return {
        "state": str(ledger.folder),
        "epoch": ledger.owner.epoch,
        "since": ledger.owner.since,
        "n_records": ledger.head.seq,
        "n_requests": state.n_requests,
        "n_jobs": state.n_jobs,
        "digest": ledger.head.digest.hex(),
    }


Rows = Annotated[Path, argument("FILE", ".json, .jsonl, .parquet or a snapshot.")]


@app.command(epilog="Example: brokersql match state/pheno init fixtures/demo")
def init(
    context: typer.Context,
    snapshot: Annotated[
        Path | None, argument("[SNAPSHOT]", "Its jobs wait; default: the demo.")
    ] = None,
    profile: Profile = None,
    settings: Settings = None,
    seed: Seed = None,
) -> None:
    """Make a state whose waiting jobs and rules are those of a snapshot."""
    from brokersql.core.sql_files import fixture_root
    from brokersql.cycle import Options
    from brokersql.match.replay import initially_refused
    from brokersql.match.state import State
    from brokersql.render.text import plural
    from brokersql.snapshot import Snapshot

    output = output_of(context)
    where = snapshot or fixture_root() / "demo"
    folder = _state_folder(context)
    options = Options(profile=profile, settings=parse_settings(settings), seed=seed)
    options = with_config(options, MATCHING_POLICY, output.choices.config)
    with State.create(folder, Snapshot.open(str(where)), options) as state:
        n_jobs, n_queues = state.n_waiting
        n_refused = initially_refused(state.ledger.view).num_rows
    if n_refused:
        output.warn(f"{plural(n_refused, 'job')} refused: no task queue for it")
    jobs, queues = plural(n_jobs, "job"), plural(n_queues, "task queue")
    output.notice(f"{folder}: {jobs} in {queues}")


@app.command(epilog="Example: brokersql match state/pheno add jobs.jsonl")
def add(context: typer.Context, rows: Rows, take_over: TakeOver = False) -> None:
    """Let more jobs wait; one that waits already takes its new shape."""
    from brokersql.match.documents import read_rows
    from brokersql.match.state import State
    from brokersql.render.text import plural

    output = output_of(context)
    jobs = read_rows(rows, "dirac_job")
    with State.open(_state_folder(context), take_over=take_over) as state:
        n_refused = state.add(jobs)
    if n_refused:
        output.warn(f"{plural(n_refused, 'job')} refused: no task queue for it")
    output.notice(f"added {plural(jobs.num_rows - n_refused, 'job')}")


@app.command(epilog="Example: brokersql match state/pheno one pilot.json")
def one(context: typer.Context, pilot: Rows, take_over: TakeOver = False) -> None:
    """Give a pilot a job; that there is none for it is an answer, too."""
    from brokersql.match.documents import read_rows

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
    jobs: Annotated[list[int], argument("JOB…", "Their numbers.")],
    take_over: TakeOver = False,
) -> None:
    """Let jobs wait again that were matched."""
    from brokersql.match.state import State
    from brokersql.render.text import plural

    output = output_of(context)
    with State.open(_state_folder(context), take_over=take_over) as state:
        state.requeue(list(dict.fromkeys(jobs)))
    output.notice(f"requeued {plural(len(set(jobs)), 'job')}")


@app.command(epilog="Example: brokersql match state/pheno status")
def status(context: typer.Context) -> None:
    """Show what waits and what was matched lately; a writer may be at work."""
    from brokersql.match.status import state_status as read

    output = output_of(context)
    found = read(_state_folder(context))
    match output.format("table"):
        case "json":
            output.document(_with_kind("match.status", found.document()))
        case "table":
            output.lines(found.lines())
            output.rows(found.groups, "match.status", in_pipe="table")
        case _:
            output.rows(found.groups, "match.status")


@app.command(epilog="Example: brokersql match state/pheno explain --job 90412377")
def explain(
    context: typer.Context,
    pilot: Annotated[
        Path | None, option("--pilot", "A pilot: why it gets nothing.", metavar="FILE")
    ] = None,
    job: Annotated[
        int | None,
        option("--job", "Why it waits.", completion.waiting_jobs, metavar="ID"),
    ] = None,
) -> None:
    """Explain what a pilot could get now, or why a job waits; nothing is drawn."""
    from brokersql.cycle import run_cycle
    from brokersql.explain.pilot import explain_job, explain_pilot
    from brokersql.match.documents import read_rows
    from brokersql.match.status import refuse_matched, waiting_jobs

    if (pilot is None) == (job is None):
        raise UsageError("say what to explain: --pilot FILE or --job ID")
    pilots = None if pilot is None else read_rows(pilot, "dirac_pilot")
    folder = _state_folder(context)
    if job is not None:
        refuse_matched(folder, job)
    found = waiting_jobs(folder, pilots)
    cycle = run_cycle(found.snapshot, MATCHING_POLICY, found.options)
    output = output_of(context)
    kind = "explain.job" if pilots is None else "explain.pilot"
    as_json = output.is_json(kind, f"brokersql match {folder} status")
    asking = () if pilots is None else found.asking
    stories = [explain_pilot(cycle, str(seq), is_drawn=False) for seq in asking]
    for at, story in enumerate(
        stories or [explain_job(cycle, job or 0, is_drawn=False)]
    ):
        if as_json:
            output.document(story.document())
        else:
            output.lines([*([""] if at else []), *story.lines(output.look)])
    if stories:
        output.notice(
            "chances and priorities are those of a recalculation now; the state "
            "draws by those of its last one (parameter recalc)"
        )


def _match(context: typer.Context, path: Path, take_over: bool) -> None:
    from brokersql.match.documents import MATCH, read_rows
    from brokersql.match.state import State

    output = output_of(context)
    pilots = read_rows(path, "dirac_pilot")
    output.check_rows(MATCH)
    with State.open(_state_folder(context), take_over=take_over) as state:
        output.rows(state.match(pilots), "match")


def _with_kind(kind: str, document: Mapping[str, object]) -> dict[str, object]:
    from brokersql.render.documents import SCHEMA_VERSION

    return {"schema_version": SCHEMA_VERSION, "kind": kind, **document}
