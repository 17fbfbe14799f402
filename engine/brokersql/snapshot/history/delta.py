"""A history as Delta Lake tables, for readers and engines that know this format.

Each table of the contract is a Delta table of its own, partitioned by `snapshot_time`;
each snapshot is a version of the tables in which it has rows. Needs the extra
``delta``.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, cast

import pyarrow as pa
import pyarrow.parquet as pq

from brokersql.errors import SnapshotError, UsageError
from brokersql.snapshot.history.folder import History
from brokersql.snapshot.importers.tables import ensure_empty
from brokersql.snapshot.manifest import Manifest

_TIME = "snapshot_time"


def export_delta(history: History, target: Path) -> tuple[str, ...]:
    """Write the tables of a history to an empty folder and return their names.

    Raises:
        UsageError: the extra is not installed, or the folder is not empty.
        SnapshotError: a table cannot be read, or the folder not be written.
    """
    try:
        from deltalake import write_deltalake
    except ImportError as error:
        raise UsageError(
            "Delta Lake tables need the package deltalake, which is not installed",
            hint="pip install 'brokersql[delta]'",
        ) from error
    ensure_empty(target)
    written: dict[str, None] = {}
    for manifest in history.snapshots:
        for name in manifest.tables:
            try:
                rows = _rows(history, manifest, name)
                write_deltalake(
                    target / name, rows, mode="append", partition_by=[_TIME]
                )
            except OSError as error:
                raise SnapshotError(str(error), where=f"{target}/{name}") from error
            written[name] = None
    return tuple(sorted(written))


def _rows(history: History, manifest: Manifest, name: str) -> pa.Table:
    """Return a table of a snapshot, each row with the time of the snapshot."""
    file = history.folder / manifest.tables[name].file
    rows = pq.ParquetFile(file).read()  # pyright: ignore[reportUnknownMemberType]
    arrow = cast(Any, pa)  # whose stubs do not know the type of a timestamp
    time = arrow.scalar(manifest.snapshot_time, arrow.timestamp("us"))
    times = arrow.repeat(time, rows.num_rows)
    if _TIME in rows.column_names:
        return rows.set_column(rows.column_names.index(_TIME), _TIME, times)
    return rows.append_column(_TIME, times)
