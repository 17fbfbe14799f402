"""`brokersql match`: DIRAC matching against durable state."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, cast

import typer

from brokersql.cli.output import Choices, Output
from brokersql.cli.service import rebuild, serve
from brokersql.cli.state import state_folder
from brokersql.errors import UsageError

app = typer.Typer(
    help="Match pilots to jobs, in a state that outlives any crash.",
    epilog="Example: brokersql match state/pheno status",
)


@app.callback(invoke_without_command=True)
def match(
    context: typer.Context,
    state: Annotated[
        Path | None, typer.Argument(metavar="STATE", help="Folder of the state.")
    ] = None,
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

    It works beside a writer; exit code 6 where something is damaged.
    """
    from brokersql.match.verify import verify as check
    from brokersql.report.machine import SCHEMA_VERSION

    output = Output(cast(Choices, context.obj))
    found = check(state_folder(context))
    if output.format("table") == "json":
        kind = {"schema_version": SCHEMA_VERSION, "kind": "match.verify"}
        output.document({**kind, **found.document()})
    else:
        output.lines([str(found)])


app.command(epilog="Example: brokersql match state/pheno rebuild")(rebuild)
app.command(
    epilog="Example: brokersql match state/pheno serve --listen 127.0.0.1:8420"
)(serve)
