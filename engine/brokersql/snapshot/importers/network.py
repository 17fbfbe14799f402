"""NWS dump: from a file of `src:dst` records to the table network_metric."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

from brokersql.database import Database
from brokersql.errors import SnapshotError, UsageError
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

STAMPS = ("snapshot", "file")


def import_network(
    file: Path,
    into: Path,
    *,
    time: datetime | None = None,
    stamp: str = "snapshot",
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
    if stamp not in STAMPS:
        raise UsageError(f"stamp is {stamp!r}", hint="one of: snapshot, file")
    database = Database.open()
    try:
        database.set_variables({"stamp": f"'{stamp}'"})
        return _import(database, file, into, time)
    finally:
        database.close()


def _import(
    database: Database, file: Path, into: Path, time: datetime | None
) -> ImportReport:
    digest = open_document(database, file, "an NWS dump of src:dst records")
    run_steps(database, "import", ("macros", "network_link", "network_value"))
    ((newest, n_records, n_links),) = database.rows(statement("import", "network_time"))
    if not n_links:
        raise SnapshotError(
            "holds no link",
            where=str(file),
            hint="the file should be an NWS dump of src:dst records",
        )
    ensure_folder(into)
    source = f"network {file.name} sha256:{digest[:16]}"
    notes = ensure_snapshot(database, into, Clock(time, newest, source))
    create_table(database, "network_metric")
    run_steps(database, "import", ("network_metric",))
    others = () if held_as(into, "snapshot") else ("snapshot",)
    return reported(
        database,
        "network_findings",
        source=file,
        n_records=n_records,
        into=into,
        tables=("network_metric", *others),
        notes=notes,
    )
