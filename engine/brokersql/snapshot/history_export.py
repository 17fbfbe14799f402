"""A history for others: under pseudonyms, or as Delta Lake tables.

Each table of the contract is a Delta table of its own, partitioned by `snapshot_time`;
each snapshot is a version of the tables in which it has rows. Needs the extra
``delta``.
"""

from __future__ import annotations

from contextlib import closing
from functools import cache
from pathlib import Path
from typing import Any, cast

import pyarrow as pa
import pyarrow.parquet as pq

from brokersql.core.database import Database, literal
from brokersql.core.errors import SnapshotError, UsageError
from brokersql.core.files import FolderWriter, whole_folder
from brokersql.core.sql_files import sql_text
from brokersql.snapshot import contract
from brokersql.snapshot.history import History, seal
from brokersql.snapshot.load import Snapshot, content_hash
from brokersql.snapshot.manifest import SnapshotManifest, StoredTable
from brokersql.snapshot.write import ensure_empty, unwritten, write_tables

_TIME = "snapshot_time"


def export_delta(history: History, target: Path) -> tuple[str, ...]:
    """Write the tables of a history to an empty folder and return their names.

    Raises:
        UsageError: the extra is not installed, or the folder is not empty.
        SnapshotError: a table cannot be read, or the folder not be written.
    """
    try:
        from deltalake import write_deltalake
    except ImportError as error:
        raise UsageError(
            "Delta Lake tables need the package deltalake, which is not installed",
            hint="pip install 'brokersql[delta]'",
        ) from error
    ensure_empty(target)
    written: dict[str, None] = {}
    with FolderWriter(target, unwritten) as writer:
        for manifest in history.snapshots:
            for name in manifest.tables:
                try:
                    rows = _rows(history, manifest, name)
                    place = writer.path / name
                    write_deltalake(place, rows, mode="append", partition_by=[_TIME])
                except OSError as error:
                    raise SnapshotError(str(error), where=f"{target}/{name}") from error
                written[name] = None
        writer.put()
    return tuple(sorted(written))


def _rows(history: History, manifest: SnapshotManifest, name: str) -> pa.Table:
    """Return a table of a snapshot, each row with the time of the snapshot."""
    file = history.folder / manifest.tables[name].file
    rows = pq.ParquetFile(file).read()  # pyright: ignore[reportUnknownMemberType]
    arrow = cast(Any, pa)  # whose stubs do not know the type of a timestamp
    time = arrow.scalar(manifest.snapshot_time, arrow.timestamp("us"))
    times = arrow.repeat(time, rows.num_rows)
    if _TIME in rows.column_names:
        return rows.set_column(rows.column_names.index(_TIME), _TIME, times)
    return rows.append_column(_TIME, times)


#: Shorter keys could be found by trying.
LEAST_KEY_LENGTH = 16


def export_history(history: History, target: Path, key: str) -> History:
    """Return a copy of a history in an empty folder, with pseudonyms under a key.

    The same key gives the same pseudonyms; without it nobody can find names by
    hashing guesses.

    Raises:
        UsageError: the key is too short, or the folder holds snapshots.
        SnapshotError: a snapshot cannot be read, or the folder not be written.
    """
    if len(key) < LEAST_KEY_LENGTH:
        hint = f"at least {LEAST_KEY_LENGTH} characters, such as openssl rand -hex 32"
        raise UsageError("the key of the pseudonyms is too short", hint=hint)
    ensure_empty(target)
    known: dict[str, StoredTable] = {}
    exported: list[SnapshotManifest] = []
    with FolderWriter(target, unwritten) as writer:
        for manifest in history.snapshots:
            with writer.writing():
                made = _one(history, manifest, writer.path, key, known)
            known |= {each.sha256: each for each in made.tables.values()}
            exported.append(made)
        writer.put()
    return History(target, tuple(exported))


@cache
def _statements() -> tuple[str, ...]:
    return tuple(
        sql_text("history", name) for name in ("pseudonyms", "pseudonyms_data")
    )


def _one(
    history: History,
    manifest: SnapshotManifest,
    target: Path,
    key: str,
    known: dict[str, StoredTable],
) -> SnapshotManifest:
    with closing(Database.open()) as database:
        Snapshot.open(history.folder / manifest.folder).load_into(database)
        database.set_variables({"key": literal(key)})
        for sql in _statements():
            database.run(sql)
        names = [name for name in contract.tables() if database.count(name)]
        described = SnapshotManifest(
            manifest.snapshot_id,
            manifest.snapshot_time,
            content_hash(database, names),
            manifest.n_quarantined,
            {},
        )
        with whole_folder(target / manifest.folder) as scratch:
            rows = write_tables(database, scratch, names)
            return seal(scratch, described, rows, known)
