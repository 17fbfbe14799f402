"""Writes tables that are too large for a record into files of their own."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from pathlib import Path

import pyarrow as pa

from brokersql.match.files import Files, replace_file
from brokersql.match.record import Attachment, parquet_bytes


def attach(
    files: Files, folder: Path, prefix: str, tables: Mapping[str, pa.Table]
) -> dict[str, Attachment]:
    """Write each table durably into `<prefix>-<name>.parquet`; return them by name.

    Raises:
        StateError: one cannot be written.
    """
    kept: dict[str, Attachment] = {}
    for name, table in tables.items():
        file = f"{prefix}-{name}.parquet"
        content = parquet_bytes(table)
        points = ("segment_tmp_written", "segment_renamed")
        replace_file(files, folder / file, content, points)
        digest = hashlib.sha256(content).hexdigest()
        kept[name] = Attachment(name, file, len(content), digest, table.num_rows)
    return kept
