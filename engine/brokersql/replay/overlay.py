"""Snapshots of a history with other values, or other rows.

A change does what it does to a run of the snapshot. Tables that no change names stay as
they are stored, and equal tables are changed once, however many snapshots of a block
have them.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from hashlib import sha256
from pathlib import Path

import pyarrow.parquet as pq

from brokersql.core.database import Database
from brokersql.core.errors import UsageError
from brokersql.replay.many_snapshots import words
from brokersql.snapshot import Change, Snapshot
from brokersql.snapshot.contract import tables
from brokersql.snapshot.manifest import SnapshotManifest, StoredTable, stored_bytes
from brokersql.snapshot.write import table_file, write_table


@dataclass(frozen=True, slots=True)
class Overlay:
    """Values that are changed in every snapshot, then scripts that run on each."""

    changes: tuple[Change, ...] = ()
    scripts: tuple[str, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.changes or self.scripts)

    def record(self) -> dict[str, list[str]]:
        """Return what is changed, as texts; nothing where nothing is."""
        found = {"updates": [*map(str, self.changes)], "scripts": [*self.scripts]}
        return {name: texts for name, texts in found.items() if texts}

    def over(self, snapshot: Snapshot) -> Snapshot:
        """Return a snapshot with all changes."""
        return snapshot.changed(self.changes).rewritten(self.scripts)

    @property
    def named(self) -> list[str]:
        """Return the tables that changes and scripts name."""
        named = {each.table for each in self.changes}.union(*map(words, self.scripts))
        return [name for name in tables() if name in named]


def overlaid(
    root: Path, snapshots: Sequence[SnapshotManifest], overlay: Overlay, scratch: Path
) -> list[SnapshotManifest]:
    """Return snapshots whose changed tables stand in the folder `scratch`.

    Raises:
        UsageError: a change is of no row of a snapshot, or a script does not fit it.
        SnapshotError: a file is gone or damaged.
    """
    if not overlay:
        return list(snapshots)
    known: dict[tuple[str, ...], dict[str, StoredTable]] = {}
    found: list[SnapshotManifest] = []
    for each in snapshots:
        given = {
            name: each.tables[name] for name in overlay.named if name in each.tables
        }
        key = tuple(f"{name} {table.sha256}" for name, table in given.items())
        if key not in known:
            try:
                known[key] = _changed(root, given, overlay, scratch / str(len(known)))
            except UsageError as error:
                message = f"{each.snapshot_id}: {error.message}"
                raise UsageError(message, hint=error.hint) from error
        kept = {name: one for name, one in each.tables.items() if name not in given}
        found.append(replace(each, tables=kept | known[key]))
    return found


def _changed(
    root: Path, given: dict[str, StoredTable], overlay: Overlay, folder: Path
) -> dict[str, StoredTable]:
    """Return the tables that changes and scripts name, changed."""
    for table in given.values():
        stored_bytes(root, table)
    rows = {
        name: pq.ParquetFile(root / table.file).read()  # pyright: ignore[reportUnknownMemberType]
        for name, table in given.items()
    }
    folder.mkdir(parents=True)
    found: dict[str, StoredTable] = {}
    with closing(Database.open(threads=1)) as database:
        report = overlay.over(Snapshot.open(rows)).load_into(database, partial=True)
        for name in (name for name, load in report.tables.items() if load.n_loaded):
            n_rows = write_table(database, folder, name)
            file = table_file(folder, name).absolute()
            content = file.read_bytes()
            digest = sha256(content).hexdigest()
            found[name] = StoredTable(str(file), digest, n_rows, len(content))
    return found
