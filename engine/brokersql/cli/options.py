"""Options that several commands share, and those that every command has."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, cast

import typer

from brokersql.cli import completion
from brokersql.cli.config import COLOURS, FORMATS, LOG_FORMATS, VERDICTS
from brokersql.cli.output import Choices
from brokersql.core.errors import UsageError

if TYPE_CHECKING:
    from brokersql.replay import DaskWorkers
    from brokersql.sandbox import QueryLimits

#: The exit code of `--exit-code` where something differs.
EXIT_DIFFERENT = 10

ExitCode = Annotated[
    bool, typer.Option("--exit-code", help="End with 10 if anything differs.")
]
Profile = Annotated[
    str | None,
    typer.Option(
        "--profile",
        autocompletion=completion.profiles,
        help="Set of defaults: page, asrun; default: page.",
    ),
]
Settings = Annotated[
    list[str] | None,
    typer.Option(
        "--set",
        metavar="KEY=VALUE",
        autocompletion=completion.parameters,
        help="A parameter; may be repeated.",
    ),
]
Updates = Annotated[
    list[str] | None,
    typer.Option(
        "--update",
        metavar="TABLE:KEY.COLUMN=VALUE",
        help="Another value in the snapshot: queue:BNL.max_rss=64000; repeatable.",
    ),
]
ScriptFiles = Annotated[
    list[Path] | None,
    typer.Option(
        "--sql",
        help="A script that updates, inserts or deletes rows first; repeatable.",
    ),
]
Without = Annotated[
    list[str] | None,
    typer.Option(
        "--without",
        autocompletion=completion.criteria,
        help="Leave out a rule: low_memory; may be repeated.",
    ),
]
Seed = Annotated[
    int | None,
    typer.Option("--seed", help="Seed of all draws; default: the snapshot's own."),
]
Verdict = Annotated[
    str,
    typer.Option(
        "--verdict",
        autocompletion=completion.one_of(VERDICTS),
        help=f"What to write of rejected pairs: {', '.join(VERDICTS)}.",
    ),
]
Threads = Annotated[int, typer.Option("--threads", help="Threads to use; 0 is all.")]
MemoryLimit = Annotated[
    str | None,
    typer.Option("--memory-limit", help="Memory before data goes to disk, 4GB."),
]
QueryTimeout = Annotated[
    float, typer.Option("--timeout", metavar="S", help="Seconds for one query.")
]
QueryMemory = Annotated[
    str, typer.Option("--memory-limit", metavar="SIZE", help="For one query.")
]
Task = Annotated[
    int | None,
    typer.Option(
        "--task",
        autocompletion=completion.tasks,
        help="Why it went there, or waits.",
    ),
]
Queue = Annotated[
    str | None,
    typer.Option(
        "--queue",
        autocompletion=completion.queues,
        help="With --task: why (not) there; alone: all tasks.",
    ),
]
Criterion = Annotated[
    str | None,
    typer.Option(
        "--criterion",
        autocompletion=completion.criteria,
        help="What it rejects: --criterion=-lowmemory.",
    ),
]
Policy = Annotated[
    str | None,
    typer.Option(
        "--policy",
        autocompletion=completion.policies,
        help="Default: the one that decides it.",
    ),
]
OnePolicy = Annotated[
    str,
    typer.Option(
        "--policy",
        autocompletion=completion.policies,
        help="A shipped name or a folder.",
    ),
]
SnapshotFolder = Annotated[
    str,
    typer.Argument(
        metavar="SNAPSHOT",
        autocompletion=completion.places,
        help="Folder or file.",
    ),
]
SnapshotOrRun = Annotated[
    str,
    typer.Argument(
        metavar="SNAPSHOT_OR_RUN",
        autocompletion=completion.places,
        help="Folder or file.",
    ),
]
DefaultSource = Annotated[
    str | None,
    typer.Argument(
        metavar="[SNAPSHOT_OR_RUN]",
        autocompletion=completion.places,
        help="Default: the demo.",
    ),
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
    typer.Option(
        *("--verbose", "-v"),
        count=True,
        callback=_keep,
        show_default=False,
        help="Print more; twice for timings; a traceback where something fails.",
    ),
]
Quiet = Annotated[
    bool, typer.Option("--quiet", "-q", callback=_keep, help="Print nothing on stderr.")
]
Colour = Annotated[
    str | None,
    typer.Option(
        "--color",
        callback=_keep,
        autocompletion=completion.one_of(COLOURS),
        help=", ".join(COLOURS) + ".",
    ),
]
Format = Annotated[
    str | None,
    typer.Option(
        *("--format", "-f"),
        callback=_keep,
        autocompletion=completion.one_of(FORMATS),
        help=", ".join(FORMATS) + ".",
    ),
]
OutputFile = Annotated[
    Path | None,
    typer.Option("--output", "-o", callback=_keep, help="Write the result here."),
]
Limit = Annotated[
    int | None, typer.Option("--limit", callback=_keep, help="Rows to show; 0 is all.")
]
Columns = Annotated[
    str | None,
    typer.Option("--columns", callback=_keep, help="Of rows, these only: A,B."),
]
Where = Annotated[
    str | None,
    typer.Option(
        "--where",
        metavar="CONDITION",
        callback=_keep,
        help="Of rows, those where it holds: SQL over their columns.",
    ),
]
Sort = Annotated[
    str | None,
    typer.Option("--sort", callback=_keep, help="Order of rows: A,-B; - is down."),
]
RawCsv = Annotated[
    bool,
    typer.Option(
        "--raw-csv",
        callback=_keep,
        help="In csv, no apostrophe before texts such as =1+1.",
    ),
]
Progress = Annotated[
    bool | None,
    typer.Option(
        "--progress/--no-progress",
        callback=_keep,
        show_default=False,
        help="Show progress; by default on a terminal only.",
    ),
]
LogFormat = Annotated[
    str | None,
    typer.Option(
        "--log-format",
        callback=_keep,
        autocompletion=completion.one_of(LOG_FORMATS),
        help=f"Format of messages on stderr: {', '.join(LOG_FORMATS)}.",
    ),
]
NumberOfWorkers = Annotated[
    int, typer.Option("--workers", help="Processes to use, with Dask.")
]
Scheduler = Annotated[
    str | None,
    typer.Option("--scheduler", help="A running Dask scheduler, tcp://host:8786."),
]


def dask_workers(n_workers: int, scheduler: str | None) -> DaskWorkers | None:
    """Return the Dask workers to use; None to work in this process.

    Raises:
        UsageError: the number of workers is below 1, or a scheduler is given as well.
    """
    if n_workers < 1 or (scheduler and n_workers > 1):
        raise UsageError(f"--workers {n_workers}", hint="1 or more; or --scheduler")
    if n_workers == 1 and scheduler is None:
        return None
    from brokersql.replay import DaskWorkers

    return DaskWorkers(n_workers, scheduler)
