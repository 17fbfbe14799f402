"""What an import did: files, rows, and everything that it left out."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path


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
