"""The row of table `snapshot` that an import finds or makes."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pyarrow as pa

from brokersql.database import Database
from brokersql.errors import SnapshotError
from brokersql.snapshot.importers.tables import create_table, held_as, statement
from brokersql.snapshot.snapshot import Snapshot
from brokersql.snapshot.source import FolderSource


def ensure_snapshot(
    database: Database,
    folder: Path,
    *,
    given: datetime | None,
    found: object,
    source: str,
) -> str | None:
    """Load the folder's snapshot row or make one; a note says if it was there.

    Args:
        database: the work database.
        folder: the snapshot folder.
        given: the time that the caller asks for; a time without a zone is UTC.
        found: the newest time that the source itself records, if any.
        source: where the data comes from, for the column `source`.

    Raises:
        SnapshotError: no time is known, or the folder's snapshot table is unusable.
    """
    create_table(database, "snapshot")
    held = held_as(folder, "snapshot")
    if held:
        database.register("incoming", _read(folder, held))
        database.run("insert into snapshot from incoming")
        database.unregister("incoming")
        ((kept,),) = database.rows("select max(snapshot_time) from snapshot")
        if kept is None:
            raise SnapshotError(
                "holds no snapshot time",
                where=str(held[0]),
                hint="remove the file, the import writes it anew",
            )
        return f"table snapshot kept, its time is {kept}"
    time = _utc(given) if given is not None else found
    if not isinstance(time, datetime):
        raise SnapshotError(
            "the file records no time",
            where=source,
            hint="give the snapshot time",
        )
    database.run(
        statement("import", "snapshot"), [f"atlas-{time:%Y%m%dT%H%M}Z", time, source]
    )
    return None


def _read(folder: Path, files: list[Path]) -> pa.Table:
    """Return the rows of table snapshot that the files hold."""
    scratch = Database.open()
    try:
        held = FolderSource(str(folder), {"snapshot": tuple(files)})
        Snapshot(held).load_into(scratch, partial=True)
        return scratch.table("from main.snapshot")
    finally:
        scratch.close()


def _utc(time: datetime) -> datetime:
    return time.astimezone(UTC).replace(tzinfo=None) if time.tzinfo else time
