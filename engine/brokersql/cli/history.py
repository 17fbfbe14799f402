"""`brokersql history`: many snapshots in one folder."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Annotated

import typer

from brokersql.cli import completion
from brokersql.cli.options import argument, option, parse_moment
from brokersql.cli.output import output_of
from brokersql.cli.parser import group
from brokersql.core.errors import SnapshotError, UsageError

app = group(
    "Keep many snapshots in one folder, tables that stay only once.",
    "brokersql history list hist",
)

Folder = Annotated[Path, argument("HISTORY", "Folder.")]
Key = Annotated[
    Path | None, option("--key", "File with the secret key of the pseudonyms.")
]


Before = Annotated[
    str | None, option("--before", "Remove all before this time.", completion.times)
]
At = Annotated[
    list[str] | None, option("--at", "Remove that of this time.", completion.times)
]


@app.command(epilog="Example: brokersql history add hist fixtures/demo")
def add(
    context: typer.Context,
    history: Folder,
    snapshots: Annotated[
        list[str], typer.Argument(metavar="SNAPSHOT…", autocompletion=completion.places)
    ],
) -> None:
    """Store snapshots; what is stored already is left as it is."""
    from brokersql.render.text import plural
    from brokersql.snapshot import Snapshot
    from brokersql.snapshot.history import add_snapshot as store

    output = output_of(context)
    for each in snapshots:
        added = store(history, Snapshot.open(each))
        manifest = added.manifest
        outcome = "added" if added.is_new else "was there"
        if manifest.n_quarantined:
            outcome += f", without {plural(manifest.n_quarantined, 'faulty row')}"
        output.notice(f"{manifest.folder}: {outcome}")


@app.command("list", epilog="Example: brokersql history list hist")
def list_(context: typer.Context, history: Folder) -> None:
    """List the snapshots with their size; n_new counts tables stored with them."""
    from brokersql.render.formats import listing
    from brokersql.render.numbers import size
    from brokersql.render.text import plural
    from brokersql.snapshot.history import History
    from brokersql.snapshot.manifest import time_text

    output = output_of(context)
    found = History.open(history)
    rows: list[tuple[object, ...]] = []
    for each in found.snapshots:
        own = [
            table
            for table in each.tables.values()
            if table.file.startswith(f"{each.folder}/")
        ]
        n_rows = sum(table.n_rows for table in each.tables.values())
        counts = (n_rows, len(each.tables), len(own), sum(t.n_bytes for t in own))
        rows.append((time_text(each.snapshot_time), each.snapshot_id, *counts))
    columns = "snapshot_time snapshot_id n_rows:int n_tables:int n_new:int n_bytes:int"
    output.rows(listing(columns, rows), "history.list")
    n_snapshots = plural(len(found.snapshots), "snapshot")
    n_files = plural(len(found.stored), "file")
    output.notice(f"{n_snapshots} in {n_files}, {size(found.n_bytes)}")


@app.command(epilog="Example: brokersql history verify hist")
def verify(context: typer.Context, history: Folder) -> None:
    """Read every file and compare it with its SHA-256; exit code 3 on any fault."""
    from brokersql.render.formats import listing
    from brokersql.render.text import plural
    from brokersql.snapshot.history import verify_history as check

    output = output_of(context)
    faults = check(history)
    rows = [(each.where, each.message) for each in faults]
    output.rows(listing("file fault", rows), "history.verify")
    output.notice(plural(len(faults), "fault") if faults else "no fault")
    if faults:
        raise typer.Exit(SnapshotError.exit_code)


@app.command(
    epilog="Examples: brokersql history prune hist --before 2025-10-01; "
    "brokersql history prune hist --at 2025-10-14T12:00:00Z"
)
def prune(
    context: typer.Context,
    history: Folder,
    before: Before = None,
    at: At = None,
) -> None:
    """Remove snapshots; tables that others still use are kept for them."""
    from brokersql.render.numbers import size
    from brokersql.render.text import plural
    from brokersql.snapshot.history import History
    from brokersql.snapshot.history import prune_history as remove

    first = parse_moment("--before", before)
    times = {parse_moment("--at", each) for each in at or ()}
    if first is None and not times:
        raise UsageError("which snapshots?", hint="--before TIME, or --at TIME")
    opened = History.open(history)
    missing = times - {each.snapshot_time for each in opened.snapshots}
    if missing:
        raise UsageError(f"no snapshot of {min(map(str, missing))} in {history}")
    done = remove(
        opened,
        lambda each: (
            each.snapshot_time in times
            or (first is not None and each.snapshot_time < first)
        ),
    )
    output_of(context).notice(
        f"{plural(len(done.removed), 'snapshot')} removed, {len(done.kept)} kept, "
        f"{size(done.n_bytes)} freed"
    )


@app.command(
    epilog="Examples: brokersql history export hist public --pseudonyms --key key.txt; "
    "brokersql history export hist lake --delta"
)
def export(
    context: typer.Context,
    history: Folder,
    target: Annotated[Path, argument("DIR", "New folder.")],
    pseudonyms: Annotated[
        bool, option("--pseudonyms", "Hide names of people and data.")
    ] = False,
    key: Key = None,
    delta: Annotated[
        bool, option("--delta", "Write a Delta Lake table for each table.")
    ] = False,
) -> None:
    """Copy a history with other names of people and data, or as Delta Lake."""
    from brokersql.render.text import plural
    from brokersql.snapshot.history import History
    from brokersql.snapshot.history_export import export_delta
    from brokersql.snapshot.history_export import export_history as copy

    if pseudonyms != (key is not None) or not (pseudonyms or delta):
        hint = "as it is, a history can be copied as files"
        what = "--pseudonyms --key FILE, --delta, or both"
        raise UsageError(f"export takes {what}: pseudonyms need a key", hint=hint)
    found = History.open(history)
    output = output_of(context)
    n_snapshots = plural(len(found.snapshots), "snapshot")
    with TemporaryDirectory() as scratch:
        if key is not None:
            found = copy(
                found, Path(scratch) / "copy" if delta else target, _secret(key)
            )
        if delta:
            tables = export_delta(found, target)
            n_tables = plural(len(tables), "Delta Lake table")
            output.notice(f"written: {target} ({n_snapshots} in {n_tables})")
        else:
            output.notice(f"written: {target} ({n_snapshots})")


def _secret(key: Path) -> str:
    """Return the key that a file holds."""
    try:
        return key.read_text(encoding="utf-8").strip()
    except (OSError, UnicodeDecodeError) as error:
        hint = "make it once: openssl rand -hex 32 > FILE"
        raise UsageError(f"--key {key} cannot be read: {error}", hint=hint) from error
