"""Which files the generator wrote: they carry a mark and may be replaced."""

from __future__ import annotations

from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq

from brokersql.snapshot.importers.tables import GENERATED, held_as, table_file


def is_generated(folder: Path, name: str) -> bool:
    """Return True if the folder's table `name` is a file that the generator wrote."""
    path = table_file(folder, name)
    if held_as(folder, name) != [path]:
        return False
    try:
        found = pq.ParquetFile(path).schema_arrow.metadata
    except (OSError, pa.ArrowException):
        return False
    return GENERATED in (found or {})
