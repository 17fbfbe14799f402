"""All commands, and one command line run: its exit code."""

from __future__ import annotations

import logging
import os
import sys
from collections.abc import Mapping, Sequence
from functools import cache
from itertools import pairwise
from typing import Annotated, cast

import typer

from brokersql import __version__
from brokersql.cli import options, parser
from brokersql.cli.config import Config, read_config
from brokersql.cli.errors import ErrorPrinter, Interrupts
from brokersql.cli.output import Choices, Output
from brokersql.cli.parser import CommandGroup, CommandPlace
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

#: All commands and groups of commands, in the order of the help.
_COMMANDS: Mapping[str, CommandPlace] = {
    "run": CommandPlace(
        "run",
        "Decide where work goes, and say why.",
        "brokersql run fixtures/demo --out out",
    ),
    "explain": CommandPlace(
        "explain",
        "Say why a task went where it went, or why it waits.",
        "brokersql explain out --task 47110182 --queue AARDORF_UCORE",
    ),
    "sql": CommandPlace(
        "sql",
        "Ask anything of a snapshot or a run.",
        "brokersql sql out 'select criterion, count(*) as pairs from exclusion "
        "group by all order by pairs desc limit 3'",
    ),
    "diff": CommandPlace(
        "compare",
        "Print what decides otherwise in run B than in run A.",
        "brokersql diff base cap80 --exit-code",
    ),
    "bisect": CommandPlace(
        "compare",
        "Find the version of a policy that breaks a condition.",
        "brokersql bisect snap --policy mine --good v1 "
        "--expect \"select count(*) < 9 from result where status = 'pending'\"",
    ),
    "sensitivity": CommandPlace(
        "compare",
        "Change every parameter alone, count what it changes.",
        "brokersql sensitivity snap --policy panda_job",
    ),
    "report": CommandPlace(
        "pages",
        "Write a run as one HTML page.",
        "brokersql report out --output report.html",
    ),
    "replay": CommandPlace(
        "replay",
        "Decide every snapshot of a history.",
        "brokersql replay hist --policy panda_job --out replayed",
    ),
    "scoreboard": CommandPlace(
        "replay",
        "Compare global shares with their targets.",
        "brokersql scoreboard out",
    ),
    "simulate": CommandPlace(
        "replay",
        "Let policies decide about the same jobs over time.",
        "brokersql simulate snap --policy panda_job --policy ./mine --out sim",
    ),
    "serve": CommandPlace(
        "pages", "Show a run in a browser.", "brokersql serve out --port 8423"
    ),
    "export": CommandPlace(
        "sql",
        "Write all relations into one DuckDB file.",
        "brokersql export fixtures/demo --duckdb demo.duckdb",
    ),
    "shadow": CommandPlace(
        "shadow",
        "Compare a running broker's log with what is decided.",
        "brokersql shadow panda-AtlasProdJobBroker.log snap",
    ),
    "watch": CommandPlace(
        "watch",
        "Read all configured sources, again and again.",
        "brokersql watch --into hist --every 10m --keep 144",
    ),
    "settings": CommandPlace(
        "settings",
        "List what can be configured, what is, and where.",
        "BROKERSQL_THREADS=2 brokersql settings",
    ),
    "policy": CommandPlace("policy", "Work on policies: folders of rule files."),
    "snapshot": CommandPlace("snapshot", "Work on snapshots, the input of a cycle."),
    "history": CommandPlace("history", "Keep many snapshots in one folder."),
    "match": CommandPlace("match", "Match pilots to jobs, in a state on disk."),
}
app = typer.Typer(
    cls=CommandGroup,
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
        options.option(
            "--version", "Print the version.", is_eager=True, callback=_print_version
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


def command_tree(config: Config | None = None) -> parser.Command:
    """Return the parser of all commands; without configured options all share one."""
    if config is None or not config.options:
        return _plain_tree()
    return parser.command_tree(app, _COMMANDS, config)


@cache
def _plain_tree() -> parser.Command:
    return parser.command_tree(app, _COMMANDS, Config())


def run_line(given: list[str]) -> int:
    """Run one command line; return its exit code."""
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
        tree = command_tree()
        tree.main(given, prog_name="brokersql", complete_var=_COMPLETION)
    config = read_config()
    choices.begin(config)
    tree = command_tree(config)
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
    """Prints warnings of the engine as those of the command, each once."""

    def __init__(self, choices: Choices) -> None:
        super().__init__(logging.WARNING)
        self._choices = choices
        self._printed: set[str] = set()

    def emit(self, record: logging.LogRecord) -> None:
        """Print one warning, unless it was."""
        message = record.getMessage()
        if message not in self._printed:
            self._printed.add(message)
            Output(self._choices).warn(message)


def _log(choices: Choices) -> None:
    level = {0: logging.WARNING, 1: logging.INFO}.get(choices.verbose, logging.DEBUG)
    logging.basicConfig(level=level, format="%(message)s", stream=sys.stderr)
    logging.getLogger("sqlglot").setLevel(logging.WARNING)  # what it notes is its own
    for name in ("core.engine_faults", "core.user_cache", "cli.inputs"):
        own = logging.getLogger(f"brokersql.{name}")
        own.handlers, own.propagate = [_Warnings(choices)], False
