"""The entry point: options that every command has, errors, exit codes."""

from __future__ import annotations

import logging
import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager
from itertools import pairwise
from pathlib import Path
from typing import Annotated, Protocol, cast

import typer

from brokersql import __version__
from brokersql.cli import history, matching, policy, snapshot
from brokersql.cli.diff import diff
from brokersql.cli.explain import explain
from brokersql.cli.export import export
from brokersql.cli.faults import Reporter
from brokersql.cli.interrupt import Interrupts
from brokersql.cli.output import FORMATS, Choices
from brokersql.cli.replay import replay
from brokersql.cli.report import report
from brokersql.cli.run import run
from brokersql.cli.serve import serve
from brokersql.cli.sql import sql
from brokersql.cli.whatif import bisect, sensitivity

_COMPLETION = "_BROKERSQL_COMPLETE"


class _Option(Protocol):
    name: str
    expose_value: bool


class _Command(Protocol):
    """What is used of the parser's commands, whichever library they come from."""

    params: list[_Option]

    def main(self, args: list[str], *, prog_name: str, complete_var: str) -> object: ...

    def make_context(
        self, info_name: str, args: list[str], *, obj: object
    ) -> AbstractContextManager[object]: ...

    def invoke(self, ctx: object) -> object: ...


app = typer.Typer(
    name="brokersql",
    help="Decides where work goes on a grid, with every rule written as a SQL file.",
    epilog="Start with: brokersql run",
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _print_version(value: bool) -> None:
    if value:
        typer.echo(f"brokersql {__version__}")
        raise typer.Exit


def _keep(
    context: typer.Context, parameter: typer.CallbackParam, value: object
) -> None:
    """Remember a shared option, given before or after the name of the command."""
    choices = cast(Choices, context.obj)
    match parameter.name, value:
        case "verbose", int():
            choices.verbose += value
        case "quiet", True:
            choices.quiet = True
        case (("colour" | "format"), str()):
            setattr(choices, str(parameter.name), value)
        case "output", Path():
            choices.output = value
        case "limit", int():
            choices.limit = value
        case _:
            pass


@app.callback(invoke_without_command=True)
def root(
    context: typer.Context,
    version: Annotated[
        bool,
        typer.Option("--version", is_eager=True, callback=_print_version),
    ] = False,
    verbose: Annotated[
        int | None,
        typer.Option(
            *("--verbose", "-v"),
            count=True,
            callback=_keep,
            show_default=False,
            help="Say more; twice for timings; a traceback where something fails.",
        ),
    ] = None,
    quiet: Annotated[
        bool,
        typer.Option("--quiet", "-q", callback=_keep, help="Say nothing on stderr."),
    ] = False,
    colour: Annotated[
        str | None,
        typer.Option("--color", callback=_keep, help="auto, always or never."),
    ] = None,
    format: Annotated[
        str | None,
        typer.Option("--format", "-f", callback=_keep, help=", ".join(FORMATS) + "."),
    ] = None,
    output: Annotated[
        Path | None,
        typer.Option("--output", "-o", callback=_keep, help="Write the result here."),
    ] = None,
    limit: Annotated[
        int | None,
        typer.Option("--limit", callback=_keep, help="Rows to show; 0 is all."),
    ] = None,
) -> None:
    """Decides where work goes on a grid, with every rule written as a SQL file."""
    if context.invoked_subcommand is None:
        typer.echo(context.get_help())


app.command(epilog="Example: brokersql run fixtures/demo --out out")(run)
app.command(epilog="Example: brokersql explain out --task 45219873 --queue CERN")(
    explain
)
app.command(
    epilog="Example: brokersql sql out 'select criterion, count(*) as pairs "
    "from exclusion group by all order by pairs desc limit 3'"
)(sql)
app.command(epilog="Example: brokersql diff base cap80 --exit-code")(diff)
app.command(
    epilog="Example: brokersql bisect snap --policy mine --good v1 "
    "--expect \"select count(*) < 9 from result where status = 'pending'\""
)(bisect)
app.command(epilog="Example: brokersql sensitivity snap --policy panda_job")(
    sensitivity
)
app.command(epilog="Example: brokersql report out --output report.html")(report)
app.command(epilog="Example: brokersql replay hist --policy panda_job --out replayed")(
    replay
)
app.command(epilog="Example: brokersql serve out --port 8423")(serve)
app.command(epilog="Example: brokersql export fixtures/demo --duckdb demo.duckdb")(
    export
)
app.add_typer(policy.app, name="policy")
app.add_typer(snapshot.app, name="snapshot")
app.add_typer(history.app, name="history")
app.add_typer(matching.app, name="match")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command line; return its exit code."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    choices = Choices(format="json" if _asks_json(given) else None)
    reporter = Reporter(choices)
    with Interrupts() as interrupts:
        try:
            _run(given, choices)
        except typer.Exit as done:
            return done.exit_code
        except (Exception, KeyboardInterrupt) as error:
            return reporter.report(
                KeyboardInterrupt() if interrupts.was_seen else error
            )
    return 0


def _run(given: list[str], choices: Choices) -> None:
    """Run one command line, or answer a shell that completes one."""
    tree = _tree()
    if _COMPLETION in os.environ:
        tree.main(given, prog_name="brokersql", complete_var=_COMPLETION)
    with tree.make_context("brokersql", given, obj=choices) as context:
        _log(choices.verbose)
        tree.invoke(context)


def _tree() -> _Command:
    """Return the parser, with the shared options on every command."""
    tree = cast(_Command, typer.main.get_command(app))
    shared = [each for each in tree.params if each.name in Choices.__slots__]
    for option in shared:
        option.expose_value = False
    for leaf in _leaves(tree):
        leaf.params.extend(shared)
    return tree


def _leaves(command: _Command) -> Iterator[_Command]:
    inner = cast("dict[str, _Command]", getattr(command, "commands", {}))
    for each in inner.values():
        if getattr(each, "commands", None):
            yield from _leaves(each)
        else:
            yield each


def _asks_json(arguments: Sequence[str]) -> bool:
    """Tell whether errors are wanted as JSON, before the options are read."""
    return "--format=json" in arguments or any(
        option in ("--format", "-f") and value == "json"
        for option, value in pairwise(arguments)
    )


def _log(verbose: int) -> None:
    level = {0: logging.WARNING, 1: logging.INFO}.get(verbose, logging.DEBUG)
    logging.basicConfig(level=level, format="%(message)s", stream=sys.stderr)
