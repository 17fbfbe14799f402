"""Opens, loads and validates snapshots, the input tables of a cycle.

In comes a folder, a DuckDB file or Arrow tables; out go typed tables in a database and
a list of all violations. The contract of the tables stands in sql/snapshot.
"""

from __future__ import annotations

from brokersql.snapshot.load import LoadReport, Snapshot, TableLoad
from brokersql.snapshot.overlay import Change, parse_change, split_statements
from brokersql.snapshot.read import SnapshotSource
from brokersql.snapshot.validate import ValidationReport, validate
from brokersql.snapshot.violations import Violation

__all__ = [
    "Change",
    "LoadReport",
    "Snapshot",
    "SnapshotSource",
    "TableLoad",
    "ValidationReport",
    "Violation",
    "parse_change",
    "split_statements",
    "validate",
]
