"""`brokersql snapshot`: check, describe, import and generate input tables."""

from __future__ import annotations

import shlex
from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from brokersql.cli import completion, imports
from brokersql.cli.options import (
    EXIT_DIFFERENT,
    ExitCode,
    SnapshotFolder,
    argument,
    option,
)
from brokersql.cli.output import output_of
from brokersql.cli.parser import group
from brokersql.core.errors import SnapshotError, UsageError

app = group(
    "Work on snapshots, the input tables of a cycle.",
    "brokersql snapshot validate fixtures/demo",
)
app.add_typer(imports.app, name="import")


@app.command(epilog="Example: brokersql snapshot validate fixtures/demo")
def validate(context: typer.Context, snapshot: SnapshotFolder) -> None:
    """List everything that is wrong with a snapshot; exit code 3 on errors."""
    from brokersql.policy import load_policy, setting_violations, shipped_policies
    from brokersql.results.snapshot_listing import (
        validation_sentence,
        violation_lines,
        violation_rows,
    )
    from brokersql.snapshot import validate as check

    output = output_of(context)
    policies = [load_policy(name) for name in shipped_policies()]
    report = check(snapshot, partial(setting_violations, policies))
    if output.format() == "table":
        output.lines(violation_lines(report, output.look))
    else:
        output.rows(violation_rows(report), "snapshot.validate")
    output.notice(validation_sentence(report))
    if not report.is_usable:
        raise typer.Exit(SnapshotError.exit_code)


@app.command(epilog="Example: brokersql snapshot describe fixtures/demo")
def describe(context: typer.Context, snapshot: SnapshotFolder) -> None:
    """Say what a snapshot is and how many rows each table has."""
    from brokersql.results.snapshot_listing import (
        content_document,
        content_lines,
        content_rows,
    )
    from brokersql.snapshot import Snapshot

    output = output_of(context)
    opened = Snapshot.open(snapshot)
    match output.format():
        case "table":
            output.lines(content_lines(opened, output.look))
        case "json":
            output.document(content_document(opened))
        case _:
            output.rows(content_rows(opened), "snapshot.describe")


@app.command(epilog="Example: brokersql snapshot diff before after --table queue")
def diff(
    context: typer.Context,
    before: Annotated[
        str, argument("SNAPSHOT_A", "Folder or file.", completion.places)
    ],
    after: Annotated[str, argument("SNAPSHOT_B", "Another one.", completion.places)],
    table: Annotated[
        list[str] | None, option("--table", "This one only; repeatable.")
    ] = None,
    exit_code: ExitCode = False,
) -> None:
    """Show which rows came and went from A to B, and which values changed."""
    from brokersql.render.text import plural, printable
    from brokersql.results.snapshot_listing import ShownDifferences
    from brokersql.snapshot import Snapshot
    from brokersql.snapshot.compare import compare_snapshots

    output = output_of(context)
    sides = Snapshot.open(before), Snapshot.open(after)
    found = compare_snapshots(*sides, table or ())
    shown = ShownDifferences(found)
    output.result(shown, shown.rows, "snapshot.diff")
    for place, report in ((before, found.a), (after, found.b)):
        loaded = [report.tables[name] for name in table or report.tables]
        if n_faulty := sum(each.n_quarantined for each in loaded):
            text = f"{place}: {plural(n_faulty, 'faulty row')} not compared"
            see = f"brokersql snapshot validate {shlex.quote(str(place))}"
            output.warn(printable(f"{text}, see '{see}'"))
    if exit_code and found.differences:
        raise typer.Exit(EXIT_DIFFERENT)


@app.command(epilog="Example: brokersql snapshot doctor fixtures/demo")
def doctor(context: typer.Context, snapshot: SnapshotFolder) -> None:
    """Say which tables are there, stale or estimated, and what can be asked."""
    from brokersql.results.snapshot_listing import ShownDiagnosis
    from brokersql.snapshot import Snapshot
    from brokersql.snapshot.doctor import diagnose

    output = output_of(context)
    shown = ShownDiagnosis(diagnose(Snapshot.open(snapshot)))
    output.result(shown, shown.rows, "snapshot.doctor")


@app.command(
    epilog="Example: brokersql snapshot wanted snap --where \"kind = 'dataset'\" "
    "--columns name --format csv"
)
def wanted(context: typer.Context, snapshot: SnapshotFolder) -> None:
    """List the datasets, accounts and endpoints to ask Rucio for, then import rucio."""
    from brokersql.snapshot import Snapshot
    from brokersql.snapshot.doctor import wanted_names

    output_of(context).rows(wanted_names(Snapshot.open(snapshot)), "snapshot.wanted")


@app.command(
    epilog="Examples: brokersql snapshot generate world --preset S --seed 7; "
    "brokersql snapshot generate --complete snap --tasks 2000 --seed 7"
)
def generate(
    context: typer.Context,
    folder: Annotated[Path, typer.Argument(metavar="DIR")],
    complete: Annotated[
        bool, option("--complete", "Add what an imported snapshot lacks.")
    ] = False,
    tasks: Annotated[
        int | None, typer.Option(help="Tasks, instead of those of the preset.")
    ] = None,
    preset: Annotated[
        str | None,
        typer.Option(
            autocompletion=completion.one_of(("S", "M", "L", "XL")),
            help="S, M, L or XL.",
        ),
    ] = None,
    seed: Annotated[int, typer.Option(help="Same seed, same world.")] = 0,
    cycles: Annotated[int, typer.Option(help="Snapshots of a history.")] = 1,
    every: Annotated[str, typer.Option(help="Time between them.")] = "1h",
) -> None:
    """Make a seeded synthetic snapshot, or complete an imported one."""
    from brokersql.snapshot.generate import generate as make
    from brokersql.snapshot.generate import generate_complete

    if complete and preset is not None:
        raise UsageError(
            "--complete and --preset exclude each other",
            hint="--complete takes its queues from the folder, a preset makes them",
        )
    if complete and cycles != 1:
        raise UsageError(
            "--complete and --cycles exclude each other",
            hint="an imported snapshot is of one time",
        )
    if complete:
        report = generate_complete(folder, 2000 if tasks is None else tasks, seed)
    else:
        report = make(folder, preset or "S", seed, cycles, every, tasks=tasks)
    output = output_of(context)
    for note in report.notes:
        output.warn(note, "note")
    output.table_sizes(report.rows.items(), "snapshot.tables")
    n = len(report.snapshots)
    whole = f" ({n} snapshots; the rows are those of the last)" if n > 1 else ""
    output.notice(f"written: {report.folder}{whole}")
    output.notice(f"next: brokersql run {shlex.quote(str(report.snapshots[0]))}")
