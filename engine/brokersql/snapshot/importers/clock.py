"""The row of table `snapshot` that an import finds or makes."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

import pyarrow as pa

from brokersql.database import Database
from brokersql.errors import SnapshotError
from brokersql.snapshot.importers.tables import create_table, held_as, statement
from brokersql.snapshot.snapshot import Snapshot
from brokersql.snapshot.source import FolderSource


@dataclass(frozen=True, slots=True)
class Clock:
    """What is known of the time of an imported file.

    Attributes:
        given: the time that the caller asks for; without a zone it is UTC.
        found: the newest time that the file itself records, if any.
        source: where the data comes from, for the column `source`.
    """

    given: datetime | None
    found: object
    source: str

    @property
    def time(self) -> datetime:
        """Return the time of the snapshot, UTC without a zone.

        Raises:
            SnapshotError: none is known.
        """
        if self.given is not None:
            zoned = self.given.tzinfo is not None
            return (
                self.given.astimezone(UTC).replace(tzinfo=None) if zoned else self.given
            )
        if isinstance(self.found, datetime):
            return self.found
        raise SnapshotError(
            "the file records no time",
            where=self.source,
            hint="give the snapshot time",
        )


def ensure_snapshot(database: Database, folder: Path, clock: Clock) -> tuple[str, ...]:
    """Fill table `snapshot` from the folder, else with a new row; return a note on it.

    Raises:
        SnapshotError: no time is known, or the folder's snapshot table is unusable.
    """
    create_table(database, "snapshot")
    held = held_as(folder, "snapshot")
    if not held:
        time = clock.time
        values = [f"atlas-{time:%Y%m%dT%H%M}Z", time, clock.source]
        database.run(statement("import", "snapshot"), values)
        return ()
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
    return (f"table snapshot kept, its time is {kept}",)


def _read(folder: Path, files: list[Path]) -> pa.Table:
    """Return the rows of table snapshot that the files hold."""
    scratch = Database.open()
    try:
        held = FolderSource(str(folder), {"snapshot": tuple(files)})
        Snapshot(held).load_into(scratch, partial=True)
        return scratch.table("from main.snapshot")
    finally:
        scratch.close()
