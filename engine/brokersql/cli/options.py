"""Options that several commands share."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from brokersql.cli import completion
from brokersql.cli.usual import VERDICTS
from brokersql.errors import UsageError

if TYPE_CHECKING:
    from brokersql.sandbox import Limits

#: The exit code of `--exit-code` where something differs.
DIFFERENT = 10

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
Scripts = Annotated[
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
        autocompletion=completion.words(VERDICTS),
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
RunFolder = Annotated[
    str,
    typer.Argument(
        metavar="RUN",
        autocompletion=completion.places,
        help="Folder that run --out wrote.",
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


def read_script(path: Path) -> str:
    """Return the text of a script.

    Raises:
        UsageError: it cannot be read.
    """
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(f"--sql {path} cannot be read as text: {error}") from error


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


def query_limits(timeout: float, memory_limit: str) -> Limits:
    """Return the limits of a query by hand.

    Raises:
        UsageError: the memory is no size, the time none in which a query can end.
    """
    from brokersql.sandbox import Limits
    from brokersql.sandbox.limits import MAX_SECONDS, parse_size

    if not 0 < timeout <= MAX_SECONDS:
        hint = f"above 0, at most {MAX_SECONDS:,} seconds"
        raise UsageError(f"--timeout {timeout:g} lets no query end", hint=hint)
    return Limits(n_bytes=parse_size(memory_limit), seconds=timeout)
