"""CRIC pandaqueue JSON: from a file to queue, endpoint and queue_endpoint tables."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

from brokersql.database import Database
from brokersql.errors import SnapshotError
from brokersql.snapshot.importers.clock import Clock, ensure_snapshot
from brokersql.snapshot.importers.document import open_document
from brokersql.snapshot.importers.report import ImportReport, reported
from brokersql.snapshot.importers.tables import (
    create_table,
    ensure_folder,
    held_as,
    run_steps,
    statement,
)

_TABLES = ("queue", "queue_endpoint", "endpoint")


def import_cric(
    file: Path, into: Path, *, time: datetime | None = None
) -> ImportReport:
    """Return what was written to `into` from a CRIC pandaqueue file.

    The file is an object of queue objects, a list of them, or a single one; unknown
    fields are ignored. Tables `snapshot` and `resource_type` are written only where the
    folder has none; the snapshot time is `time`, else the newest change that the file
    records. Other tables of the folder stay as they are.

    Raises:
        SnapshotError: the file is unreadable, or holds no usable queue.
    """
    database = Database.open()
    try:
        return _import(database, file, into, time)
    finally:
        database.close()


def _import(
    database: Database, file: Path, into: Path, time: datetime | None
) -> ImportReport:
    digest = open_document(database, file, "a CRIC pandaqueue dump")
    run_steps(database, "import", ("macros", "cric_entries"))
    ((newest, n_records, n_queues),) = database.rows(statement("import", "cric_time"))
    if not n_queues:
        raise SnapshotError(
            "holds no queue",
            where=str(file),
            hint="the file should be a CRIC pandaqueue dump",
        )
    ensure_folder(into)
    source = f"cric {file.name} sha256:{digest[:16]}"
    notes = ensure_snapshot(database, into, Clock(time, newest, source))
    for table in (*_TABLES, "resource_type"):
        create_table(database, table)
    steps = ("cric_queue", "cric_storage", "cric_endpoint", "cric_queue_endpoint")
    run_steps(database, "import", (*steps, "resource_types", "cric_unread"))
    others = ("snapshot", "resource_type")
    return reported(
        database,
        "cric_findings",
        source=file,
        n_records=n_records,
        into=into,
        tables=(*_TABLES, *(name for name in others if not held_as(into, name))),
        notes=notes,
    )
