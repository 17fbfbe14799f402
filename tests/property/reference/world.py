"""Snapshot tables as lists of dicts, read from Parquet or Arrow."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

Row = dict[str, Any]
TABLES = (
    *("snapshot", "gdp_config", "resource_type", "queue", "endpoint"),
    *("queue_endpoint", "queue_software", "queue_cpu_level", "queue_gpu"),
    *("queue_slots", "work_queue", "job_stats", "worker_stats", "pilot_activity"),
    *("network_metric", "queue_lock", "task", "task_dataset", "input_chunk"),
    *("task_file", "dataset", "dataset_content", "dataset_replica", "file_replica"),
    *("task_job_stats", "nucleus_rw", "recorded_draw", "queue_start_rate"),
    *("user_job_stats", "account_usage", "evaluation"),
)


class World:
    """The rows of every table; a table that is absent is empty."""

    def __init__(self, tables: Mapping[str, list[Row]]) -> None:
        self.tables = {name: tables.get(name, []) for name in TABLES}
        self.tables["gdp_config"] = without_conflicts(self.tables["gdp_config"])
        snapshot = self.tables["snapshot"][0]
        self.now: datetime = snapshot["snapshot_time"]
        self.vo: str | None = snapshot.get("vo")
        self.lock_owner: str | None = snapshot.get("lock_owner")

    def __getitem__(self, name: str) -> list[Row]:
        return self.tables[name]

    def is_recent(self, time: datetime | None, **age: float) -> bool:
        """Tell whether a time is younger than an age; an unknown one is not."""
        return time is not None and time > self.now - timedelta(**age)


def without_conflicts(config: list[Row]) -> list[Row]:
    """Return configuration without keys of several rows, which loading refuses."""
    rows = list({tuple(row.items()): row for row in config}.values())
    names = ("app", "component", "key", "vo")
    found = Counter(tuple(row[name] for name in names) for row in rows)
    return [row for row in rows if found[tuple(row[name] for name in names)] == 1]


def load_world(folder: str | Path) -> World:
    """Return the world of a snapshot folder with one Parquet file per table."""
    tables = {}
    for name in TABLES:
        path = Path(folder) / f"{name}.parquet"
        if path.exists():
            tables[name] = pq.read_table(path).to_pylist()
    return World(tables)


def world_of(tables: Mapping[str, pa.Table]) -> World:
    """Return the world of Arrow tables."""
    return World({name: table.to_pylist() for name, table in tables.items()})
