"""What an import read, what it left out, and what should be known of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path


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
