"""The entry point: all commands, one command line run, its exit code."""

from __future__ import annotations

import logging
import os
import sys
from collections.abc import Sequence
from itertools import pairwise
from typing import Annotated, cast

import typer

from brokersql import __version__
from brokersql.cli import history, match, options, parser, policy, snapshot
from brokersql.cli.compare import bisect, diff, sensitivity
from brokersql.cli.config import read_config
from brokersql.cli.errors import ErrorPrinter, Interrupts
from brokersql.cli.explain import explain
from brokersql.cli.output import Choices, Output
from brokersql.cli.pages import report, serve
from brokersql.cli.replay import replay, scoreboard, simulate
from brokersql.cli.run import run
from brokersql.cli.settings import settings
from brokersql.cli.shadow import shadow
from brokersql.cli.sql import export, sql
from brokersql.cli.watch import watch
from brokersql.core.engine_faults import retried
from brokersql.core.errors import EngineError, OutOfMemoryError
from brokersql.core.folders import reading_once

_COMPLETION = "_BROKERSQL_COMPLETE"
#: Commands that change stored data, or serve: they are not retried after a fault.
_CHANGING = ("history", "match", "serve", "snapshot", "watch")
#: Hints for commands that run out of memory.
_MEMORY_HINTS = {
    "run": "give more (--memory-limit 8GB), decide fewer tasks (--task), "
    "or keep less (--verdict reasons)",
    "replay": "give more (--memory-limit 8GB), or keep less (--verdict none)",
    "simulate": "give more (--memory-limit 8GB)",
}


_EPILOG = (
    "Start with: brokersql run. An option wins over its variable, such as "
    "BROKERSQL_THREADS, this over brokersql.toml, this over the default; "
    "brokersql settings lists what can be configured, and what is."
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
    verbose: options.Verbose = None,
    quiet: options.Quiet = False,
    colour: options.Colour = None,
    format: options.Format = None,
    output: options.OutputFile = None,
    limit: options.Limit = None,
    columns: options.Columns = None,
    condition: options.Where = None,
    sort: options.Sort = None,
    raw_csv: options.RawCsv = False,
    progress: options.Progress = None,
    log_format: options.LogFormat = None,
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
app.command(epilog="Example: brokersql shadow panda-AtlasProdJobBroker.log snap")(
    shadow
)
app.command(epilog="Example: brokersql watch --into hist --every 10m --keep 144")(watch)
app.command(epilog="Example: BROKERSQL_THREADS=2 brokersql settings")(settings)
app.add_typer(policy.app, name="policy")
app.add_typer(snapshot.app, name="snapshot")
app.add_typer(history.app, name="history")
app.add_typer(match.app, name="match")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command line; return its exit code."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    choices = Choices(format="json" if _asks_json(given) else None)
    reporter = ErrorPrinter(choices)
    with Interrupts() as interrupts:
        try:
            retried(lambda: _run(given, choices))
        except typer.Exit as done:
            return done.exit_code
        except (Exception, KeyboardInterrupt) as error:
            return reporter.report(
                KeyboardInterrupt(interrupts.stop_message)
                if interrupts.was_seen
                else error
            )
    return 0


def _run(given: list[str], choices: Choices) -> None:
    """Run one command line, or answer a shell that completes one."""
    if _COMPLETION in os.environ:
        tree = parser.command_tree(app)
        tree.main(given, prog_name="brokersql", complete_var=_COMPLETION)
    config = read_config()
    choices.begin(config)
    tree = parser.command_tree(app, config)
    made = tree.make_context("brokersql", given, obj=choices)
    with reading_once(), made as context:
        _log(choices)
        try:
            tree.invoke(context)
        except EngineError as error:
            # a result that is printed, or a change that is stored, is not repeated
            error.is_final |= choices.has_result or _command_name(context) in _CHANGING
            raise
        except OutOfMemoryError as error:
            error.hint = _MEMORY_HINTS.get(_command_name(context), error.hint)
            raise


def _command_name(context: object) -> str:
    """Return the name of the command that a context of the whole tree invoked."""
    return str(cast(typer.Context, context).invoked_subcommand)


def _asks_json(arguments: Sequence[str]) -> bool:
    """Return whether errors are wanted as JSON, before the options are parsed."""
    return "--format=json" in arguments or any(
        option in ("--format", "-f") and value == "json"
        for option, value in pairwise(arguments)
    )


class _Warnings(logging.Handler):
    """Prints warnings of the engine as those of the command."""

    def __init__(self, choices: Choices) -> None:
        super().__init__(logging.WARNING)
        self._choices = choices

    def emit(self, record: logging.LogRecord) -> None:
        """Print one warning."""
        Output(self._choices).warn(record.getMessage())


def _log(choices: Choices) -> None:
    level = {0: logging.WARNING, 1: logging.INFO}.get(choices.verbose, logging.DEBUG)
    logging.basicConfig(level=level, format="%(message)s", stream=sys.stderr)
    for name in ("core.engine_faults", "compiler.cache"):
        own = logging.getLogger(f"brokersql.{name}")
        own.handlers, own.propagate = [_Warnings(choices)], False
