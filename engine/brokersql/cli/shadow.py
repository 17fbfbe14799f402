"""`brokersql shadow`: the running broker's log beside what is decided here."""

from __future__ import annotations

import sys
import time
from collections.abc import Sequence
from datetime import timedelta
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from brokersql.cli import completion
from brokersql.cli.config import Config
from brokersql.cli.inputs import options_by_policy, with_config
from brokersql.cli.options import (
    EXIT_DIFFERENT,
    Settings,
    argument,
    option,
    parse_settings,
)
from brokersql.cli.output import Output, output_of, write_whole
from brokersql.core.errors import UsageError

if TYPE_CHECKING:
    from brokersql.cycle import Options
    from brokersql.shadow import Shadow
    from brokersql.shadow.compare import Configure
    from brokersql.snapshot import Snapshot

#: The profile of the running system, which writes the logs.
_RUNNING = "asrun"


def shadow(
    context: typer.Context,
    places: Annotated[
        list[Path],
        argument(
            "LOG… SNAPSHOT",
            "Logs of the broker, or folders of them; last the snapshot, "
            "or a history, of which the newest counts.",
        ),
    ],
    follow: Annotated[
        bool, option("--follow", "Go on as the logs grow, until Ctrl-C.")
    ] = False,
    interval: Annotated[
        float, typer.Option(metavar="S", help="With --follow: look every so often.")
    ] = 10.0,
    window: Annotated[
        str,
        typer.Option(
            metavar="BEFORE:AFTER", help="Decisions around the snapshot's time count."
        ),
    ] = "5m:30m",
    prometheus: Annotated[
        Path | None,
        option("--prometheus", "Write the counts here, as Prometheus text."),
    ] = None,
    profile: Annotated[
        str,
        option(
            "--profile",
            "Set of defaults; that of the running system.",
            completion.profiles,
        ),
    ] = _RUNNING,
    settings: Settings = None,
) -> None:
    """Compare what the running broker logged with what is decided here.

    Each difference has its first cause: not in snapshot, stale, stage, weight, cut,
    draw, live counter, estimated chunk, unknown. The exit code is 10 if there is any.
    """
    from brokersql.cycle import Options
    from brokersql.shadow.follow import log_files

    if len(places) < 2:
        hint = "brokersql shadow panda-AtlasProdJobBroker.log SNAPSHOT"
        raise UsageError("a log and a snapshot are needed", hint=hint)
    *logs, where = places
    output = output_of(context)
    files = log_files(logs)
    options = Options(profile=profile, settings=parse_settings(settings))
    span = _window(window)
    if follow:
        growing = [*chain(*files)]
        _follow(growing, where, options, span, interval, prometheus, output)
        return
    found = _compare(files, where, options, span, output)
    if not found.decisions + found.not_decided:
        raise _nothing_inside(found, window, files)
    _write_metrics(found, prometheus)
    output.result(found, lambda: found.differences, "shadow")
    _report(found, output)
    if found.differ:
        raise typer.Exit(EXIT_DIFFERENT)


def _window(text: str) -> tuple[timedelta, timedelta]:
    """Return the lengths of time before and after that 5m:30m says."""
    from brokersql.snapshot.generate import seconds

    before, colon, after = text.partition(":")
    if not colon:
        raise UsageError(f"--window {text}", hint="BEFORE:AFTER, such as 5m:30m")
    spans = [timedelta(seconds=seconds("--window", each)) for each in (before, after)]
    return spans[0], spans[1]


def _nothing_inside(
    found: Shadow, window: str, files: Sequence[Sequence[Path]]
) -> UsageError:
    """Return the error of logs that hold nothing of the time of the snapshot."""
    names = ", ".join(str(log[-1]) for log in files)
    first, last = (f"{time:%Y-%m-%d %H:%M:%S}" if time else "?" for time in found.span)
    return UsageError(
        f"no decision of {names} begins within {window} of the snapshot's time",
        hint=f"the lines are of {first} to {last}: compare a snapshot of then",
    )


def _compare(
    files: Sequence[Sequence[Path]],
    where: Path,
    options: Options,
    window: tuple[timedelta, timedelta],
    output: Output,
) -> Shadow:
    from brokersql.shadow import compare_log
    from brokersql.shadow.follow import read_log

    before, after = window
    return compare_log(
        [read_log(file) for file in files],
        _snapshot(where),
        options,
        before=before,
        after=after,
        configure=_configure(output.choices.config),
    )


def _configure(config: Config) -> Configure:
    """Return what gives each policy the settings that it has."""

    def completed(names: Sequence[str], options: Options) -> dict[str, Options]:
        if options.settings:
            return options_by_policy(options, names, config)
        return {name: with_config(options, name, config) for name in names}

    return completed


def _snapshot(where: Path) -> Snapshot:
    """Return the snapshot of a place, of a history the newest."""
    from brokersql.snapshot import Snapshot
    from brokersql.snapshot.history import snapshot_folders

    folders = snapshot_folders(where)
    return Snapshot.open(str(folders[-1] if folders else where))


def _report(found: Shadow, output: Output) -> None:
    from brokersql.render.text import plural

    if output.format("table") != "table":
        output.notice(found.sentence())
    for line in found.unknown[:3]:
        output.warn(f"not understood: {line}")
    if found.n_outside:
        outside = plural(found.n_outside, "decision")
        text = "not compared: begun before the log, or outside of the window"
        output.notice(f"{outside} {text}")
    if found.not_decided:
        text = "without an end in the log, or mixed with another"
        output.notice(f"{plural(found.not_decided, 'decision')} {text}")


def _write_metrics(found: Shadow, path: Path | None) -> None:
    """Write the counts so that a reader sees the old file or the new one."""
    if path is None:
        return
    if str(path) == "-":
        sys.stdout.write(found.metrics())
        return
    write_whole(path, "--prometheus", found.metrics().encode())


def _follow(
    files: Sequence[Path],
    where: Path,
    options: Options,
    window: tuple[timedelta, timedelta],
    interval: float,
    prometheus: Path | None,
    output: Output,
) -> None:
    """Compare decisions as they end; report each difference once."""
    from brokersql.shadow import compare_log
    from brokersql.shadow.follow import GrowingLogs

    logs, total = GrowingLogs(files), None
    before, after = window
    reported: set[tuple[object, ...]] = set()
    while True:
        if decided := list(logs.decided()):
            found = compare_log(
                decided,
                _snapshot(where),
                options,
                before=before,
                after=after,
                configure=_configure(output.choices.config),
            )
            total = found if total is None else total.with_more(found)
            _write_metrics(total, prometheus)
            for line in found.new_lines(reported):
                output.notice(line)
            output.notice(total.sentence())
            reported = {key for key in reported if logs.is_known(key[1])}
        time.sleep(interval)
