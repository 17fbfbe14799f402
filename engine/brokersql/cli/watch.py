"""`brokersql watch`: all configured sources into a history, on a schedule."""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from brokersql.cli.imports import configured
from brokersql.cli.options import option
from brokersql.cli.output import Output, output_of, write_whole
from brokersql.core.errors import SnapshotError, UsageError

if TYPE_CHECKING:
    from brokersql.snapshot.importers import Source
    from brokersql.watch import Outcome


def watch(
    context: typer.Context,
    into: Annotated[Path, option("--into", "The history to fill.")],
    every: Annotated[
        str, typer.Option(help="Time between snapshots: 10m, 1h.")
    ] = "10m",
    keep: Annotated[
        int | None, option("--keep", "Snapshots that stay; default: all.")
    ] = None,
    source: Annotated[
        list[str] | None, option("--source", "This one only; repeatable. Default: all.")
    ] = None,
    once: Annotated[
        bool, option("--once", "Take one snapshot and end, as for cron.")
    ] = False,
    prometheus: Annotated[
        Path | None, option("--prometheus", "Write the state here, as Prometheus text.")
    ] = None,
) -> None:
    """Read all configured sources into a history, again and again.

    A source that fails leaves its tables as they were, with their age; 3 is the exit
    code of --once where no snapshot could be added.
    """
    from brokersql.snapshot.generate import seconds
    from brokersql.watch import take_snapshot, watching

    output = output_of(context)
    if keep is not None and keep < 1:
        raise UsageError(f"--keep {keep} keeps nothing", hint="1 or more")
    sources, step = _sources(context, source), seconds("--every", every)
    with watching(into):
        while True:
            start = time.monotonic()
            outcome = take_snapshot(into, sources, keep=keep)
            _report(outcome, output)
            if prometheus is not None:
                write_whole(prometheus, "--prometheus", outcome.metrics().encode())
            if once:
                break
            time.sleep(max(step - (time.monotonic() - start), 0.0))
    if outcome.added is None:
        raise typer.Exit(SnapshotError.exit_code)


def _sources(context: typer.Context, names: list[str] | None) -> list[Source]:
    """Return the sources of the settings, all or those that are named."""
    config = output_of(context).choices.config
    found = [configured(context, name) for name in names or config.sources]
    if not found:
        hint = '[source.panda] with kind = "panda-postgres" and dsn = "postgresql://…"'
        raise UsageError("no source is configured", where=config.file, hint=hint)
    return found


def _report(outcome: Outcome, output: Output) -> None:
    from brokersql.render.text import plural, printable

    for each in outcome.failed:
        kept = f"; kept: {', '.join(each.kept)}" if each.kept else "; nothing to keep"
        error = each.error.removeprefix(f"{each.source}: ")
        output.warn(printable(f"{each.source}: {error}{kept}"))
    read = plural(len(outcome.readings) - len(outcome.failed), "source")
    if outcome.added is None:
        output.warn(printable(f"no snapshot added: {outcome.error}"))
        return
    tables = plural(len(outcome.added.tables), "table")
    text = f"{outcome.added.folder}: {tables} of {read}"
    if outcome.n_pruned:
        text += f", {plural(outcome.n_pruned, 'snapshot')} removed"
    output.notice(text)
