"""What a site must ask its data management for, so that a snapshot is whole."""

from __future__ import annotations

from contextlib import closing

import pyarrow as pa

from brokersql.core.database import Database
from brokersql.core.sql_files import sql_text
from brokersql.snapshot.load import Snapshot


def wanted_names(snapshot: Snapshot) -> pa.Table:
    """Return kind (dataset, files, account, endpoint), name and tasks to ask for.

    Raises:
        SnapshotError: the snapshot cannot be loaded.
    """
    with closing(Database.open()) as database:
        snapshot.load_into(database, partial=True)
        return database.table(sql_text("snapshot/import", "wanted"))
