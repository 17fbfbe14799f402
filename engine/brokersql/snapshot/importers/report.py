"""What an import did: files, rows, and everything that it left out."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from brokersql.database import Database
from brokersql.snapshot.importers.tables import statement, table_file, write_table


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
    found = database.rows(statement("import", findings))
    said = [(kind, str(subject), str(text)) for kind, subject, text in found]
    left_out = [(key, text) for kind, key, text in said if kind == "quarantine"]
    seen = [f"{subject}: {text}" for kind, subject, text in said if kind == "note"]
    return ImportReport(
        source=source,
        into=into,
        n_records=n_records if isinstance(n_records, int) else 0,
        files=tuple(table_file(into, name) for name in tables),
        rows=write_tables(database, into, tables),
        quarantined=tuple(Quarantined(key, reason) for key, reason in left_out),
        notes=(*seen, *notes),
    )
