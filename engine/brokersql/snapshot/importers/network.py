"""NWS dump: from a file of `src:dst` records to the table network_metric."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from typing import Literal

from brokersql.database import Database
from brokersql.errors import SnapshotError, UsageError
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
    run_steps,
    statement,
    table_file,
    write_table,
)

Stamp = Literal["snapshot", "file"]


def import_network(
    file: Path,
    into: Path,
    *,
    time: datetime | None = None,
    stamp: Stamp = "snapshot",
) -> ImportReport:
    """Return what was written to `into` from an NWS dump.

    Rules count only values of the last hour, and a dump is seldom of the same hour as
    the queues beside it. So with `stamp` 'snapshot' every value takes the snapshot's
    time, as if measured then; with 'file' it keeps its own, except the means over a
    day and a week. Without a snapshot table in the folder the snapshot time is `time`,
    else that of the dump. Other tables of the folder stay as they are.

    Raises:
        SnapshotError: the file is unreadable, or holds no link.
        UsageError: `stamp` is neither 'snapshot' nor 'file'.
    """
    if stamp not in ("snapshot", "file"):
        raise UsageError(f"stamp is {stamp!r}", hint="one of: snapshot, file")
    database = Database.open()
    try:
        digest = open_document(database, file, "an NWS dump of src:dst records")
        ensure_folder(into)
        run_steps(database, "import", ("macros", "network"))
        ((newest, n_records, n_links),) = database.rows(
            statement("import", "network_time")
        )
        if not n_links:
            raise SnapshotError(
                "holds no link",
                where=str(file),
                hint="the file should be an NWS dump of src:dst records",
            )
        kept = ensure_snapshot(
            database,
            into,
            given=time,
            found=newest,
            source=f"network {file.name} sha256:{digest[:16]}",
        )
        create_table(database, "network_metric")
        database.set_variables({"stamp": f"'{stamp}'"})
        run_steps(database, "import", ("network_metric",))
        findings = database.rows(statement("import", "network_findings"))
        tables = ["network_metric"] if kept else ["network_metric", "snapshot"]
        rows = tuple(
            TableRows(table, write_table(database, into, table)) for table in tables
        )
    finally:
        database.close()
    notes = [f"{subject}: {text}" for kind, subject, text in findings if kind == "note"]
    return ImportReport(
        source=file,
        into=into,
        n_records=int(str(n_records)),
        files=tuple(table_file(into, table) for table in tables),
        rows=rows,
        quarantined=tuple(
            Quarantined(str(subject), str(text))
            for kind, subject, text in findings
            if kind == "quarantine"
        ),
        notes=tuple([*notes, kept] if kept else notes),
    )
