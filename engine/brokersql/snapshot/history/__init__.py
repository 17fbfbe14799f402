"""Histories: many snapshots in one folder, each table stored once while it stays.

In come snapshots, out go folders `snapshot_time=<time>` of Parquet files with a
manifest each. A folder is there as a whole or not at all.
"""

from __future__ import annotations

from brokersql.snapshot.history.add import Added, add
from brokersql.snapshot.history.delta import export_delta
from brokersql.snapshot.history.export import export
from brokersql.snapshot.history.folder import History
from brokersql.snapshot.history.prune import Pruned, prune
from brokersql.snapshot.history.verify import verify
from brokersql.snapshot.manifest import Manifest, StoredTable, stored_bytes

__all__ = [
    "Added",
    "History",
    "Manifest",
    "Pruned",
    "StoredTable",
    "add",
    "export",
    "export_delta",
    "prune",
    "stored_bytes",
    "verify",
]
