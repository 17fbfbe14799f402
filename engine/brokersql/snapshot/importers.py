"""Imports: files of other services become tables of a snapshot folder.

CRIC pandaqueue JSON gives queues and endpoints, an NWS dump gives links.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

import pyarrow as pa

from brokersql.core.database import Database
from brokersql.core.errors import SnapshotError, UsageError
from brokersql.core.sql_files import sql_text
from brokersql.snapshot.load import Snapshot
from brokersql.snapshot.read import FolderSource
from brokersql.snapshot.write import (
    create_table,
    ensure_folder,
    held_as,
    run_steps,
    table_file,
    write_table,
)


def open_document(database: Database, file: Path, kind: str) -> str:
    """Make the file the relation `document` (column content), return its SHA-256.

    Compressed files (.gz, .bz2, .zst) are unpacked by their suffix.

    Raises:
        SnapshotError: the file is missing, unreadable, no JSON, or not an object or
        list.
    """
    try:
        with pa.input_stream(str(file), compression="detect") as stream:
            raw = stream.read()
    except FileNotFoundError as error:
        raise SnapshotError("there is no such file", where=str(file)) from error
    except (OSError, pa.ArrowException) as error:
        raise SnapshotError(f"cannot be read: {error}", where=str(file)) from error
    try:
        content = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise _not_json(file, kind) from error
    database.run(sql_text("import", "document"), [content.strip()])
    ((json_type,),) = database.rows(sql_text("import", "document_type"))
    if json_type not in ("OBJECT", "ARRAY"):
        raise _not_json(file, kind)
    return hashlib.sha256(raw).hexdigest()


def _not_json(file: Path, kind: str) -> SnapshotError:
    return SnapshotError(
        "holds no JSON object", where=str(file), hint=f"the file should be {kind}"
    )


@dataclass(frozen=True, slots=True)
class ImportTime:
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


def ensure_snapshot(
    database: Database, folder: Path, clock: ImportTime
) -> tuple[str, ...]:
    """Fill table `snapshot` from the folder, else with a new row; return a note on it.

    Raises:
        SnapshotError: no time is known, or the folder's snapshot table is unusable.
    """
    create_table(database, "snapshot")
    held = held_as(folder, "snapshot")
    if not held:
        time = clock.time
        values = [f"atlas-{time:%Y%m%dT%H%M}Z", time, clock.source]
        database.run(sql_text("import", "snapshot"), values)
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


@dataclass(frozen=True, slots=True)
class TableRows:
    """How many rows a table got."""

    table: str
    n_rows: int


@dataclass(frozen=True, slots=True)
class Quarantined:
    """A record of the source that became no row, and why."""

    key: str
    reason: str


@dataclass(frozen=True, slots=True)
class ImportReport:
    """The outcome of one import.

    Attributes:
        source: the file that was read.
        into: the snapshot folder.
        n_records: records of the source, quarantined ones included.
        files: files written.
        rows: rows per written table, in the order of `files`.
        quarantined: records left out, in the order of the source.
        notes: what a reader should know: values read as unknown, choices made.
    """

    source: Path
    into: Path
    n_records: int
    files: tuple[Path, ...]
    rows: tuple[TableRows, ...]
    quarantined: tuple[Quarantined, ...]
    notes: tuple[str, ...]


def write_tables(
    database: Database, into: Path, tables: tuple[str, ...]
) -> tuple[TableRows, ...]:
    """Write contract tables to the folder and return how many rows each got."""
    return tuple(TableRows(name, write_table(database, into, name)) for name in tables)


def reported(
    database: Database,
    findings: str,
    *,
    source: Path,
    n_records: object,
    into: Path,
    tables: tuple[str, ...],
    notes: tuple[str, ...],
) -> ImportReport:
    """Write the tables and return the report; `findings` names a file of sql/import."""
    found = database.rows(sql_text("import", findings))
    described = [(kind, str(subject), str(text)) for kind, subject, text in found]
    left_out = [(key, text) for kind, key, text in described if kind == "quarantine"]
    seen = [f"{subject}: {text}" for kind, subject, text in described if kind == "note"]
    return ImportReport(
        source=source,
        into=into,
        n_records=n_records if isinstance(n_records, int) else 0,
        files=tuple(table_file(into, name) for name in tables),
        rows=write_tables(database, into, tables),
        quarantined=tuple(Quarantined(key, reason) for key, reason in left_out),
        notes=(*seen, *notes),
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
        return _import_cric(database, file, into, time)
    finally:
        database.close()


def _import_cric(
    database: Database, file: Path, into: Path, time: datetime | None
) -> ImportReport:
    digest = open_document(database, file, "a CRIC pandaqueue dump")
    run_steps(database, "import", ("macros", "cric_entries"))
    ((newest, n_records, n_queues),) = database.rows(sql_text("import", "cric_time"))
    if not n_queues:
        raise SnapshotError(
            "holds no queue",
            where=str(file),
            hint="the file should be a CRIC pandaqueue dump",
        )
    ensure_folder(into)
    source = f"cric {file.name} sha256:{digest[:16]}"
    notes = ensure_snapshot(database, into, ImportTime(time, newest, source))
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
        return _import_network(database, file, into, time)
    finally:
        database.close()


def _import_network(
    database: Database, file: Path, into: Path, time: datetime | None
) -> ImportReport:
    digest = open_document(database, file, "an NWS dump of src:dst records")
    run_steps(database, "import", ("macros", "network_link", "network_value"))
    ((newest, n_records, n_links),) = database.rows(sql_text("import", "network_time"))
    if not n_links:
        raise SnapshotError(
            "holds no link",
            where=str(file),
            hint="the file should be an NWS dump of src:dst records",
        )
    ensure_folder(into)
    source = f"network {file.name} sha256:{digest[:16]}"
    notes = ensure_snapshot(database, into, ImportTime(time, newest, source))
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
