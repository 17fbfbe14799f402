"""What a generator wrote."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from brokersql.snapshot.importers.report import TableRows


@dataclass(frozen=True, slots=True)
class GenerateReport:
    """The outcome of one generation.

    Attributes:
        folder: the folder that was asked for.
        snapshots: the snapshot folders written, one or one per cycle, in time order.
        rows: rows per table of the last snapshot.
        notes: what a reader should know: tables that were kept.
    """

    folder: Path
    snapshots: tuple[Path, ...]
    rows: tuple[TableRows, ...]
    notes: tuple[str, ...]
