"""CRIC pandaqueue JSON: from a file to queue, endpoint and queue_endpoint tables."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

from brokersql.database import Database
from brokersql.errors import SnapshotError
from brokersql.snapshot.importers.clock import ensure_snapshot
from brokersql.snapshot.importers.document import open_document
from brokersql.snapshot.importers.report import (
    ImportReport,
    Quarantined,
    TableRows,
)
from brokersql.snapshot.importers.tables import (
    create_table,
    ensure_folder,
    held_as,
    run_steps,
    statement,
    table_file,
    write_table,
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
        digest = open_document(database, file, "a CRIC pandaqueue dump")
        ensure_folder(into)
        run_steps(database, "import", ("macros", "cric_entries"))
        ((newest, n_queues),) = database.rows(statement("import", "cric_time"))
        if not n_queues:
            raise SnapshotError(
                "holds no queue",
                where=str(file),
                hint="the file should be a CRIC pandaqueue dump",
            )
        kept = ensure_snapshot(
            database,
            into,
            given=time,
            found=newest,
            source=f"cric {file.name} sha256:{digest[:16]}",
        )
        for table in (*_TABLES, "resource_type"):
            create_table(database, table)
        run_steps(database, "import", ("cric_queue", "cric_endpoint", "resource_types"))
        findings = database.rows(statement("import", "cric_findings"))
        missing = (
            table for table in ("snapshot", "resource_type") if not held_as(into, table)
        )
        tables = (*_TABLES, *missing)
        rows = tuple(
            TableRows(table, write_table(database, into, table)) for table in tables
        )
    finally:
        database.close()
    quarantined = tuple(
        Quarantined(str(subject), str(text))
        for kind, subject, text in findings
        if kind == "quarantine"
    )
    notes = [f"{subject}: {text}" for kind, subject, text in findings if kind == "note"]
    return ImportReport(
        source=file,
        into=into,
        n_records=rows[0].n_rows + len(quarantined),
        files=tuple(table_file(into, table) for table in tables),
        rows=rows,
        quarantined=quarantined,
        notes=tuple([*notes, kept] if kept else notes),
    )
