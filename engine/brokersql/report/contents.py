"""What a snapshot holds: its identity and the rows of its tables."""

from __future__ import annotations

import pyarrow as pa

from brokersql.report.figures import clock, count
from brokersql.report.listing import listing
from brokersql.report.look import Look
from brokersql.report.machine import SCHEMA_VERSION, plain
from brokersql.report.table import Column, lay_out
from brokersql.report.words import printable
from brokersql.snapshot import Snapshot

_SHOWN_HASH = 12


def content_rows(snapshot: Snapshot) -> pa.Table:
    """Return one row per table of the contract."""
    rows = [
        (name, load.n_loaded, load.n_quarantined)
        for name, load in snapshot.report.tables.items()
    ]
    return listing({"table": str, "n_rows": int, "n_quarantined": int}, rows)


def content_lines(snapshot: Snapshot, look: Look) -> list[str]:
    """Return head line and table; tables without rows only when verbose."""
    report = snapshot.report
    time = clock(report.snapshot_time) if report.snapshot_time else "no time"
    name = printable(report.snapshot_id) or "without a snapshot row"
    head = f"snapshot {name} · {time} · content {report.content_hash[:_SHOWN_HASH]}"
    columns = [
        Column("table"),
        Column("rows", right=True),
        Column("left out", right=True),
    ]
    rows = [
        [table, count(load.n_loaded), count(load.n_quarantined)]
        for table, load in report.tables.items()
        if load.n_read or look.verbose
    ]
    if not rows:
        return [head, "All tables are empty."]
    empty = len(report.tables) - len(rows)
    shown = lay_out(columns, rows, Look(look.colour, look.width))
    return [head, "", *shown, *([f"{empty} tables are empty"] if empty else [])]


@plain
def content_document(snapshot: Snapshot) -> dict[str, object]:
    """Return the same as an object for JSON."""
    report = snapshot.report
    return {
        "schema_version": SCHEMA_VERSION,
        "kind": "snapshot.describe",
        "source": snapshot.where,
        "snapshot_id": report.snapshot_id or None,
        "snapshot_time": report.snapshot_time,
        "content_hash": report.content_hash,
        "tables": [
            {
                "table": name,
                "n_rows": load.n_loaded,
                "n_quarantined": load.n_quarantined,
            }
            for name, load in report.tables.items()
        ],
    }
