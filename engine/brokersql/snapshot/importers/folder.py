"""The snapshot folder that imports fill, table by table, and what they report."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from types import MappingProxyType

from brokersql.core.database import Database
from brokersql.core.errors import SnapshotError
from brokersql.snapshot import contract
from brokersql.snapshot.importers.kinds import SourceKind, import_text
from brokersql.snapshot.load import LoadReport, load
from brokersql.snapshot.quarantine import check_rows, violations
from brokersql.snapshot.read import Piece, RowSource
from brokersql.snapshot.violations import statement
from brokersql.snapshot.write import (
    held_as,
    is_generated,
    table_file,
    write_tables,
)

#: The table that says where the others come from.
ORIGINS = "table_source"


@dataclass(frozen=True, slots=True)
class TableOrigin:
    """Where rows come from: name of the source, its kind, what was read and when.

    `held` are the tables in which rows of other sources stay, `invented` those that
    no source holds.
    """

    source: str
    kind: str
    text: str
    time: datetime
    sql_hash: str
    held: tuple[str, ...] = ()
    invented: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Quarantined:
    """A record of the source that became no row, or a row left out, and why."""

    key: str
    reason: str


@dataclass(frozen=True, slots=True)
class TableCost:
    """What one statement took of the server: seconds, and bytes of its answer."""

    seconds: float
    n_bytes: int


@dataclass(frozen=True, slots=True)
class ImportReport:
    """The outcome of one import.

    Attributes:
        source: the file that was read, or the name of the database.
        into: the snapshot folder.
        n_records: records of the source, quarantined ones included.
        files: files written.
        rows: table -> rows written, in the order of `files`.
        quarantined: records left out, in the order of the source, then rows that
            the contract refuses.
        notes: what a reader should know: values read as unknown, choices made.
        costs: statement -> what it took of a server, none where a file was read.
    """

    source: Path | str
    into: Path
    n_records: int
    files: tuple[Path, ...]
    rows: Mapping[str, int]
    quarantined: tuple[Quarantined, ...]
    notes: tuple[str, ...]
    costs: Mapping[str, TableCost] = field(default_factory=dict[str, TableCost])


def without_zone(time: datetime) -> datetime:
    """Return a time in UTC without a zone; one without a zone is UTC."""
    return time.astimezone(UTC).replace(tzinfo=None) if time.tzinfo else time


def open_tables(
    database: Database,
    folder: Path,
    kind: SourceKind,
    fetched: dict[str, tuple[Piece, ...]] | None = None,
) -> LoadReport:
    """Create all tables of the contract; fill those of a source and those held.

    Tables that the generator wrote are not held: an import replaces them. Nothing is
    written yet, so an import that fails leaves no folder.

    Raises:
        SnapshotError: a table that the kind needs is not there, or cannot be read.
    """
    names = ("snapshot", ORIGINS, *kind.held, *kind.needed)
    held = {
        name: tuple(Piece(str(file), file) for file in files)
        for name in names
        if (files := held_as(folder, name)) and not is_generated(folder, name)
    }
    source = RowSource(str(folder), {**held, **(fetched or {})})
    report = load(source, database, partial=True)
    if report.errors:
        first = report.errors[0]
        raise SnapshotError(first.message, where=str(folder))
    for name in kind.needed:
        if not report.tables[name].n_loaded:
            message, hint = f"holds no table {name}", "import it first"
            if is_generated(folder, name):
                message = f"has a table {name} that the generator completed"
                hint = "import it again, then this, and complete the snapshot last"
            raise SnapshotError(
                f"{message}, which {kind.name} adds to",
                where=str(folder),
                hint=f"{hint}: brokersql snapshot import cric, ddm or panda",
            )
    return report


def begin_snapshot(
    database: Database,
    folder: Path,
    time: datetime | None,
    prefix: str,
    values: Sequence[object],
) -> str:
    """Add the row of the snapshot where there is none; return a note if one was there.

    `values` are VO, source and lock owner.

    Raises:
        SnapshotError: no time is known, or one that no snapshot may have.
    """
    kept = database.rows("select snapshot_time from snapshot")
    if kept and kept[0][0] is not None:
        return f"table snapshot kept, its time is {kept[0][0]}"
    if kept:
        where = str(held_as(folder, "snapshot")[0])
        hint = "remove the file, the import writes it anew"
        raise SnapshotError("holds no snapshot time", where=where, hint=hint)
    if time is None:
        raise SnapshotError(
            "the file records no time",
            where=str(values[1]),
            hint="give the snapshot time: --time 2025-10-14T12:00:00Z",
        )
    start = without_zone(time)
    row = [f"{prefix}-{start:%Y%m%dT%H%M%S}Z", start, *values]
    database.run(import_text("common/snapshot"), row)
    if faults := check_tables(database, ["snapshot"]):
        hint = "give another snapshot time: --time 2025-10-14T12:00:00Z"
        raise SnapshotError(faults[0], where=str(values[1]), hint=hint)
    return ""


def check_tables(database: Database, names: Iterable[str]) -> list[str]:
    """Take rows that break the contract out of tables; return which rules broke."""
    database.run(statement("fault_table"))
    found = [
        one.message
        for name in names
        for table in [contract.tables()[name]]
        for one in violations(table, check_rows(database, table))
    ]
    database.run(statement("close"))
    return found


def read_findings(
    database: Database, name: str, tables: Sequence[str]
) -> tuple[tuple[Quarantined, ...], list[str]]:
    """Return the records and rows that were left out, and what else to know.

    `tables` are those to be written, their rows checked.
    """
    rows = [(kind, str(key), str(text)) for kind, key, text in database.rows(name)]
    left_out = [Quarantined(key, text) for kind, key, text in rows if kind != "note"]
    refused = database.rows(import_text("common/left_out"), [list(tables)])
    left_out += [
        Quarantined(f"{table} {key}", str(reason)) for table, key, reason in refused
    ]
    notes = [f"{key}: {text}" for kind, key, text in rows if kind == "note"]
    return tuple(left_out), notes


def write_folder(
    database: Database,
    folder: Path,
    names: Sequence[str],
    origin: TableOrigin,
    notes: Sequence[str] = (),
    estimated: Mapping[str, Sequence[str]] = MappingProxyType({}),
) -> dict[str, int]:
    """Write tables and where they come from; return how many rows each got.

    A note that begins with the name of a table is kept with that one, any other with
    the first.
    """
    tables = [name for name in names if name != "snapshot"]
    for name in tables:
        own = [note for note in notes if _table_of(note, tables) == name]
        state = "invented" if name in origin.invented else "read"
        values = [
            *(name, origin.source, origin.kind, state, origin.time, origin.text),
            *(
                database.count(name),
                own,
                list(estimated.get(name, ())),
                origin.sql_hash,
            ),
        ]
        # statements share their parameters, so each gets those that it names
        delete, insert = database.script(import_text("common/table_source"))
        database.rows(delete, [name, origin.source, name in origin.held])
        database.rows(insert, values)
    return write_tables(database, folder, (*names, ORIGINS))


def _table_of(note: str, tables: Sequence[str]) -> str:
    words = re.split(r"[.: ]", note, maxsplit=1)
    return words[0] if words[0] in tables else tables[0]


def files_of(folder: Path, names: Iterable[str]) -> tuple[Path, ...]:
    """Return the files of tables."""
    return tuple(table_file(folder, name) for name in names)
