"""Options that several commands share, and those that every command has."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, cast

import typer

from brokersql.cli import completion
from brokersql.cli.config import COLOURS, FORMATS, LOG_FORMATS, VERDICTS
from brokersql.cli.output import Choices, Output
from brokersql.core.errors import UsageError

if TYPE_CHECKING:
    from brokersql.replay import DaskWorkers
    from brokersql.sandbox import QueryLimits

Completer = Callable[..., Iterable[str]]

#: The exit code of `--exit-code` where something differs.
EXIT_DIFFERENT = 10


def option(flags: str, text: str, offer: Completer | None = None, **more: Any) -> Any:
    """Return an option: its spellings, its help, and what a shell completes it by."""
    more.setdefault("callback", _given)
    return typer.Option(*flags.split(), help=text, autocompletion=offer, **more)


def _is_empty(value: object) -> bool:
    listed = isinstance(value, list) and "" in cast("list[object]", value)
    return value == "" or listed


def _given(parameter: typer.CallbackParam, value: Any) -> Any:
    """Return a value as it is; an empty text, as of an unset variable, is refused."""
    if _is_empty(value):
        name = parameter.metavar or ""
        if parameter.param_type_name == "option":
            name = max(parameter.opts, key=len)
        raise UsageError(
            f"{name.strip('[]')} is empty",
            hint="give a value, or leave it out; is a variable of the shell not set?",
        )
    return value


def argument(metavar: str, text: str, offer: Completer | None = None) -> Any:
    """Return an argument: its name in the help, and the same of it."""
    return typer.Argument(
        metavar=metavar, help=text, autocompletion=offer, callback=_given
    )


ExitCode = Annotated[bool, option("--exit-code", "End with 10 if anything differs.")]
Profile = Annotated[
    str | None,
    option(
        "--profile", "Set of defaults: page, asrun; default: page.", completion.profiles
    ),
]
Settings = Annotated[
    list[str] | None,
    option(
        "--set",
        "A parameter; may be repeated.",
        completion.parameters,
        metavar="KEY=VALUE",
    ),
]
Updates = Annotated[
    list[str] | None,
    option(
        "--update",
        "Another value in the snapshot: queue:BNL.max_rss=64000; repeatable.",
        metavar="TABLE:KEY.COLUMN=VALUE",
    ),
]
ScriptFiles = Annotated[
    list[Path] | None,
    option(
        "--sql", "A script that updates, inserts or deletes rows first; repeatable."
    ),
]
Without = Annotated[
    list[str] | None,
    option(
        "--without",
        "Leave out a rule: low_memory; may be repeated.",
        completion.criteria,
    ),
]
Seed = Annotated[
    int | None, option("--seed", "Seed of all draws; default: the snapshot's own.")
]
Verdict = Annotated[
    str,
    option(
        "--verdict",
        f"What to write of rejected pairs: {', '.join(VERDICTS)}.",
        completion.one_of(VERDICTS),
    ),
]
Threads = Annotated[int, option("--threads", "Threads to use; 0 is all.")]
MemoryLimit = Annotated[
    str | None, option("--memory-limit", "Memory before data goes to disk, 4GB.")
]
QueryTimeout = Annotated[
    float, option("--timeout", "Seconds for one query.", metavar="S")
]
QueryMemory = Annotated[str, option("--memory-limit", "For one query.", metavar="SIZE")]
Task = Annotated[
    int | None, option("--task", "Why it went there, or waits.", completion.tasks)
]
Queue = Annotated[
    str | None,
    option(
        "--queue", "With --task: why (not) there; alone: all tasks.", completion.queues
    ),
]
Criterion = Annotated[
    str | None,
    option(
        "--criterion", "What it rejects: --criterion=-lowmemory.", completion.criteria
    ),
]
Policy = Annotated[
    str | None,
    option("--policy", "Default: the one that decides it.", completion.policies),
]
OnePolicy = Annotated[
    str, option("--policy", "A shipped name or a folder.", completion.policies)
]
SnapshotFolder = Annotated[
    str, argument("SNAPSHOT", "Folder or file.", completion.places)
]
SnapshotOrRun = Annotated[
    str, argument("SNAPSHOT_OR_RUN", "Folder or file.", completion.places)
]
DefaultSource = Annotated[
    str | None, argument("[SNAPSHOT_OR_RUN]", "Default: the demo.", completion.places)
]


def parse_settings(given: Sequence[str] | None) -> dict[str, str]:
    """Return the values of --set by name; of one given twice the last counts.

    >>> parse_settings(["NW_ACTIVE=false"])
    {'NW_ACTIVE': 'false'}
    """
    parsed: dict[str, str] = {}
    for text in given or ():
        name, sign, value = text.partition("=")
        if not sign or not name.strip():
            raise UsageError(
                f"--set {text} is not KEY=VALUE", hint="--set NW_ACTIVE=true"
            )
        parsed[name.strip()] = value
    return parsed


#: Bytes of a script that are read at most.
_MOST_BYTES = 64 * 1024 * 1024


def read_script(path: Path) -> str:
    """Return the text of a script, which may come from a pipe.

    Raises:
        UsageError: it cannot be read, or is too large.
    """
    try:
        with path.open("rb") as file:
            content = file.read(_MOST_BYTES + 1)
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise UsageError(f"--sql {path} cannot be read as text: {error}") from error
    except OSError as error:
        raise UsageError(
            f"--sql {path} cannot be read: {error.strerror}",
            hint="--sql takes a file of statements: --sql changes.sql",
        ) from error
    if len(content) > _MOST_BYTES:
        raise UsageError(f"--sql {path} is larger than 64 MiB")
    return text.replace("\r\n", "\n").replace("\r", "\n")


def parse_moment(option: str, text: str | None) -> datetime | None:
    """Return a time in UTC without a zone; None where none was given.

    Raises:
        UsageError: the text is no time.
    """
    from brokersql.snapshot.manifest import parse_time

    try:
        return None if text is None else parse_time(text)
    except ValueError as error:
        hint = "such as 2025-10-14T12:00:00Z"
        raise UsageError(f"{option} {text} is no time", hint=hint) from error


def query_limits(timeout: float, memory_limit: str) -> QueryLimits:
    """Return the limits of a query.

    Raises:
        UsageError: the memory is no size, or the time out of range.
    """
    from brokersql.core.sizes import parse_size
    from brokersql.sandbox import QueryLimits
    from brokersql.sandbox.limits import MAX_SECONDS

    if not 0 < timeout <= MAX_SECONDS:
        hint = f"above 0, at most {MAX_SECONDS:,} seconds"
        raise UsageError(f"--timeout {timeout:g} lets no query end", hint=hint)
    n_bytes = parse_size(memory_limit)
    if not n_bytes:
        hint = "give more than that: --memory-limit 1GB"
        raise UsageError(f"--memory-limit {memory_limit} lets no query run", hint=hint)
    return QueryLimits(n_bytes=n_bytes, seconds=timeout)


def _keep(
    context: typer.Context, parameter: typer.CallbackParam, value: object
) -> None:
    """Store a shared option, given before or after the name of the command."""
    _given(parameter, value)
    choices = cast(Choices, context.obj)
    if parameter.name == "verbose" and isinstance(value, int):
        choices.verbose += value
    elif parameter.name == "quiet":
        choices.quiet |= value is True
    elif parameter.name == "raw_csv":
        choices.raw_csv |= value is True
    elif value is not None:
        setattr(choices, str(parameter.name), value)


Verbose = Annotated[
    int | None,
    option(
        "--verbose -v",
        "Print more; twice for timings; a traceback where something fails.",
        count=True,
        callback=_keep,
        show_default=False,
    ),
]
Quiet = Annotated[
    bool, option("--quiet -q", "Print nothing on stderr.", callback=_keep)
]
Colour = Annotated[
    str | None,
    option(
        "--color", ", ".join(COLOURS) + ".", completion.one_of(COLOURS), callback=_keep
    ),
]
Format = Annotated[
    str | None,
    option(
        "--format -f",
        ", ".join(FORMATS) + ".",
        completion.one_of(FORMATS),
        callback=_keep,
    ),
]
OutputFile = Annotated[
    Path | None, option("--output -o", "Write the result here.", callback=_keep)
]
Limit = Annotated[
    int | None, option("--limit", "Rows to show; 0 is all.", callback=_keep)
]
Columns = Annotated[
    str | None, option("--columns", "Of rows, these only: A,B.", callback=_keep)
]
Where = Annotated[
    str | None,
    option(
        "--where",
        "Of rows, those where it holds: SQL over their columns.",
        metavar="CONDITION",
        callback=_keep,
    ),
]
Sort = Annotated[
    str | None, option("--sort", "Order of rows: A,-B; - is down.", callback=_keep)
]
RawCsv = Annotated[
    bool,
    option(
        "--raw-csv", "In csv, no apostrophe before texts such as =1+1.", callback=_keep
    ),
]
Progress = Annotated[
    bool | None,
    option(
        "--progress/--no-progress",
        "Show progress; by default on a terminal only.",
        callback=_keep,
        show_default=False,
    ),
]
LogFormat = Annotated[
    str | None,
    option(
        "--log-format",
        f"Format of messages on stderr: {', '.join(LOG_FORMATS)}.",
        completion.one_of(LOG_FORMATS),
        callback=_keep,
    ),
]
NumberOfWorkers = Annotated[int, option("--workers", "Processes to use, with Dask.")]
Scheduler = Annotated[
    str | None, option("--scheduler", "A running Dask scheduler, tcp://host:8786.")
]


def dask_workers(
    n_workers: int, scheduler: str | None, output: Output
) -> DaskWorkers | None:
    """Return the Dask workers to use; None to work in this process.

    Raises:
        UsageError: the number of workers is below 1, or a scheduler is given as well.
    """
    if n_workers < 1:
        raise UsageError(f"--workers {n_workers}", hint="1 or more; or --scheduler")
    if scheduler and n_workers > 1:
        hint = "leave one out: a scheduler has workers of its own"
        raise UsageError("--workers and --scheduler exclude each other", hint=hint)
    if n_workers == 1 and scheduler is None:
        return None
    from brokersql.replay import DaskWorkers

    return DaskWorkers(n_workers, scheduler, output.notice)
