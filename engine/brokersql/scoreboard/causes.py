"""What stops the chunks without a queue, in each cycle of a replay or a simulation."""

from __future__ import annotations

from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

import pyarrow as pa

from brokersql.core.database import Database, SqlError
from brokersql.core.errors import SnapshotError
from brokersql.core.parquet_checksum import refuse_damaged
from brokersql.core.sql_files import sql_text

_AGAIN = "write it again: brokersql replay, or simulate, with --out"
#: The result tables that are read, in a folder of all cycles or of a block of them.
_TABLES = ("result", "exclusion", "criterion")


@dataclass(frozen=True, slots=True)
class WaitCauses:
    """What stopped chunks: `rows` has snapshot_id, policy, criterion, n_chunks.

    `has_reasons` is whether rejected pairs were written: without them a criterion is
    what the chunk itself says, such as -no_candidates.
    """

    rows: pa.Table
    has_reasons: bool


def wait_causes(place: Path) -> WaitCauses:
    """Return what stopped the chunks of a replay, or of the policies of a simulation.

    Raises:
        SnapshotError: a result table is damaged.
    """
    files = {name: sorted(place.rglob(f"{name}.parquet")) for name in _TABLES}
    with closing(Database.open()) as database:
        database.run(sql_text("result", "absent"))
        database.run(sql_text("scoreboard", "waits_shape"))
        try:
            for name, found in files.items():
                if found:
                    refuse_damaged(found, _AGAIN)
                    database.create_file_view(name, found, f"shape_{name}")
                else:
                    database.create_view(name, f"from shape_{name}")
            database.create_table_as("ladder", sql_text("report", "ladder"))
            rows = database.table(sql_text("scoreboard", "waits_by"))
        except SqlError as error:
            raise SnapshotError(
                f"why chunks wait cannot be read: {error.message}",
                where=str(place),
                hint=_AGAIN,
            ) from error
    return WaitCauses(rows, bool(files["exclusion"]))
