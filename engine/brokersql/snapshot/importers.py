"""Imports: files of other services become tables of a snapshot folder.

CRIC pandaqueue JSON gives queues and endpoints, an NWS dump gives links.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

import pyarrow as pa

from brokersql.core.database import Database
from brokersql.core.errors import SnapshotError, UsageError
from brokersql.core.sql_files import sql_text
from brokersql.snapshot.load import Snapshot
from brokersql.snapshot.read import RowSource
from brokersql.snapshot.write import (
    create_table,
    ensure_folder,
    held_as,
    run_steps,
    table_file,
    write_tables,
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
    database.run(sql_text("snapshot/import", "document"), [content.strip()])
    ((json_type,),) = database.rows(sql_text("snapshot/import", "document_type"))
    if json_type not in ("OBJECT", "ARRAY"):
        raise _not_json(file, kind)
    return hashlib.sha256(raw).hexdigest()


def _not_json(file: Path, kind: str) -> SnapshotError:
    return SnapshotError(
        "holds no JSON object", where=str(file), hint=f"the file should be {kind}"
    )


def _snapshot_time(given: datetime | None, found: object, source: str) -> datetime:
    """Return the time of the snapshot, UTC without a zone: given, else of the file."""
    if given is not None:
        is_zoned = given.tzinfo is not None
        return given.astimezone(UTC).replace(tzinfo=None) if is_zoned else given
    if isinstance(found, datetime):
        return found
    raise SnapshotError(
        "the file records no time", where=source, hint="give the snapshot time"
    )


def _keep_snapshot(database: Database, folder: Path, held: list[Path]) -> str:
    """Fill table `snapshot` with what the folder holds; return a note on it."""
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


def _read(folder: Path, files: list[Path]) -> pa.Table:
    """Return the rows of table snapshot that the files hold."""
    with closing(Database.open()) as scratch:
        held = RowSource.of_files(folder, {"snapshot": files})
        Snapshot(held).load_into(scratch, partial=True)
        return scratch.table("from main.snapshot")


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
        rows: table -> rows written, in the order of `files`.
        quarantined: records left out, in the order of the source.
        notes: what a reader should know: values read as unknown, choices made.
    """

    source: Path
    into: Path
    n_records: int
    files: tuple[Path, ...]
    rows: Mapping[str, int]
    quarantined: tuple[Quarantined, ...]
    notes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _ImportKind:
    """What is read from one kind of file, by statements of sql/snapshot/import.

    `reads` find its records, `steps` fill the `tables`; those that are `added` are
    written only where the folder has none.
    """

    name: str
    file: str
    record: str
    reads: tuple[str, ...]
    steps: tuple[str, ...]
    tables: tuple[str, ...]
    added: tuple[str, ...] = ("snapshot",)

    def read(
        self, database: Database, file: Path, into: Path, time: datetime | None
    ) -> ImportReport:
        """Write the tables of a file to a folder and return the report."""
        digest = open_document(database, file, self.file)
        run_steps(database, "snapshot/import", ("macros", *self.reads))
        counts = database.rows(sql_text("snapshot/import", f"{self.name}_time"))
        ((newest, n_records, n_found),) = counts
        if not n_found:
            hint = f"the file should be {self.file}"
            message = f"holds no {self.record}"
            raise SnapshotError(message, where=str(file), hint=hint)
        ensure_folder(into)
        source = f"{self.name} {file.name} sha256:{digest[:16]}"
        for table in dict.fromkeys(("snapshot", *self.tables, *self.added)):
            create_table(database, table)
        notes: tuple[str, ...] = ()
        if held := held_as(into, "snapshot"):
            notes = (_keep_snapshot(database, into, held),)
        else:
            start = _snapshot_time(time, newest, source)
            values = [f"atlas-{start:%Y%m%dT%H%M}Z", start, source]
            database.run(sql_text("snapshot/import", "snapshot"), values)
        run_steps(database, "snapshot/import", self.steps)
        added = (name for name in self.added if not held_as(into, name))
        written = (*self.tables, *added)
        found = database.rows(sql_text("snapshot/import", f"{self.name}_findings"))
        texts = [(kind, str(subject), str(text)) for kind, subject, text in found]
        seen = (f"{subject}: {text}" for kind, subject, text in texts if kind == "note")
        return ImportReport(
            source=file,
            into=into,
            n_records=n_records if isinstance(n_records, int) else 0,
            files=tuple(table_file(into, name) for name in written),
            rows=write_tables(database, into, written),
            quarantined=tuple(
                Quarantined(key, text)
                for kind, key, text in texts
                if kind == "quarantine"
            ),
            notes=(*seen, *notes),
        )


_CRIC = _ImportKind(
    name="cric",
    file="a CRIC pandaqueue dump",
    record="queue",
    reads=("cric_entries",),
    steps=(
        *("cric_queue", "cric_storage", "cric_endpoint", "cric_queue_endpoint"),
        *("resource_types", "cric_unread"),
    ),
    tables=("queue", "queue_endpoint", "endpoint"),
    added=("snapshot", "resource_type"),
)
_NETWORK = _ImportKind(
    name="network",
    file="an NWS dump of src:dst records",
    record="link",
    reads=("network_link", "network_value"),
    steps=("network_metric",),
    tables=("network_metric",),
)


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
    with closing(Database.open()) as database:
        return _CRIC.read(database, file, into, time)


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
    with closing(Database.open()) as database:
        database.set_variables({"stamp": f"'{stamp}'"})
        return _NETWORK.read(database, file, into, time)
