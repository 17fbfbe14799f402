"""The entry point: options that every command has, errors, exit codes."""

from __future__ import annotations

import logging
import os
import sys
from collections.abc import Sequence
from itertools import pairwise
from typing import Annotated, cast

import typer

from brokersql import __version__
from brokersql.cli import history, matching, policywork, shared, snapshot
from brokersql.cli.diff import diff
from brokersql.cli.explain import explain
from brokersql.cli.export import export
from brokersql.cli.faults import Reporter
from brokersql.cli.interrupt import Interrupts
from brokersql.cli.output import Choices, Output
from brokersql.cli.replay import replay
from brokersql.cli.report import report
from brokersql.cli.run import run
from brokersql.cli.scoreboard import scoreboard
from brokersql.cli.serve import serve
from brokersql.cli.settings import settings
from brokersql.cli.simulate import simulate
from brokersql.cli.sql import sql
from brokersql.cli.usual import read_usual
from brokersql.cli.whatif import bisect, sensitivity
from brokersql.errors import EngineError, OutOfMemoryError
from brokersql.recovery import retried

_COMPLETION = "_BROKERSQL_COMPLETE"
#: Commands that change what is kept, or serve: they mend themselves, or begin anew.
_CHANGING = ("history", "match", "serve", "snapshot")
#: What helps a command that needs more memory than it has.
_LIGHTER = {
    "run": "give more (--memory-limit 8GB), decide fewer tasks (--task), "
    "or keep less (--verdict reasons)",
    "replay": "give more (--memory-limit 8GB), or keep less (--verdict none)",
    "simulate": "give more (--memory-limit 8GB)",
}


_EPILOG = (
    "Start with: brokersql run. An option stands above its variable, such as "
    "BROKERSQL_THREADS, this above brokersql.toml, this above the default; "
    "brokersql settings lists what may be set so, and what is."
)

app = typer.Typer(
    name="brokersql",
    help="Decides where work goes on a grid, with every rule written as a SQL file.",
    epilog=_EPILOG,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _print_version(value: bool) -> None:
    if value:
        typer.echo(f"brokersql {__version__}")
        raise typer.Exit


@app.callback(invoke_without_command=True)
def root(
    context: typer.Context,
    version: Annotated[
        bool,
        typer.Option(
            "--version",
            is_eager=True,
            callback=_print_version,
            help="Print the version.",
        ),
    ] = False,
    verbose: shared.Verbose = None,
    quiet: shared.Quiet = False,
    colour: shared.Colour = None,
    format: shared.Format = None,
    output: shared.OutputFile = None,
    limit: shared.Limit = None,
    columns: shared.Columns = None,
    condition: shared.Where = None,
    sort: shared.Sort = None,
    progress: shared.Progress = None,
    log_format: shared.LogFormat = None,
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
app.command(epilog="Example: brokersql scoreboard out")(scoreboard)
app.command(
    epilog="Example: brokersql simulate snap --policy panda_job --policy ./mine "
    "--cycles 24 --out sim"
)(simulate)
app.command(epilog="Example: brokersql serve out --port 8423")(serve)
app.command(epilog="Example: brokersql export fixtures/demo --duckdb demo.duckdb")(
    export
)
app.command(epilog="Example: BROKERSQL_THREADS=2 brokersql settings")(settings)
app.add_typer(policywork.app, name="policy")
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
            retried(lambda: _run(given, choices))
        except typer.Exit as done:
            return done.exit_code
        except (Exception, KeyboardInterrupt) as error:
            return reporter.report(
                KeyboardInterrupt(interrupts.farewell) if interrupts.was_seen else error
            )
    return 0


def _run(given: list[str], choices: Choices) -> None:
    """Run one command line, or answer a shell that completes one."""
    if _COMPLETION in os.environ:
        tree = shared.tree_of(app)
        tree.main(given, prog_name="brokersql", complete_var=_COMPLETION)
    usual = read_usual()
    choices.begin(usual)
    tree = shared.tree_of(app, usual)
    with tree.make_context("brokersql", given, obj=choices) as context:
        _log(choices)
        try:
            tree.invoke(context)
        except EngineError as error:
            # what others have seen or what has been changed is not done again
            error.is_final |= choices.has_result or _named(context) in _CHANGING
            raise
        except OutOfMemoryError as error:
            error.hint = _LIGHTER.get(_named(context), error.hint)
            raise


def _named(context: object) -> str:
    """Return the name of the command that a context of the whole tree invoked."""
    return str(cast(typer.Context, context).invoked_subcommand)


def _asks_json(arguments: Sequence[str]) -> bool:
    """Tell whether errors are wanted as JSON, before the options are read."""
    return "--format=json" in arguments or any(
        option in ("--format", "-f") and value == "json"
        for option, value in pairwise(arguments)
    )


class _Warnings(logging.Handler):
    """Says what the engine warns of as news of the command."""

    def __init__(self, choices: Choices) -> None:
        super().__init__(logging.WARNING)
        self._choices = choices

    def emit(self, record: logging.LogRecord) -> None:
        """Say one warning."""
        Output(self._choices).warn(record.getMessage())


def _log(choices: Choices) -> None:
    level = {0: logging.WARNING, 1: logging.INFO}.get(choices.verbose, logging.DEBUG)
    logging.basicConfig(level=level, format="%(message)s", stream=sys.stderr)
    own = logging.getLogger("brokersql.recovery")
    own.handlers, own.propagate = [_Warnings(choices)], False
