"""The tables that an import wrote."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pyarrow.parquet as pq


def rows(folder: Path, table: str) -> list[dict[str, Any]]:
    """Return the rows of a table of a snapshot."""
    return pq.read_table(folder / f"{table}.parquet").to_pylist()


def picked(folder: Path, table: str, *columns: str) -> list[tuple[Any, ...]]:
    """Return some columns of all rows of a table."""
    return [tuple(row[name] for name in columns) for row in rows(folder, table)]


def contents(folder: Path) -> dict[str, bytes]:
    """Return the files of a folder by their names."""
    return {file.name: file.read_bytes() for file in sorted(folder.iterdir())}
