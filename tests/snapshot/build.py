"""Small snapshots for the tests of this folder, typed by the contract."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from datetime import datetime
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq

from brokersql.core.database import Database, quote
from brokersql.snapshot import LoadReport, Snapshot, SnapshotSource, Violation
from brokersql.snapshot.contract import tables
from tests.typed_rows import typed

Rows = list[dict[str, object]]
World = dict[str, pa.Table]

NOON = datetime(2026, 3, 14, 12)
DEFAULT: Mapping[str, Rows] = {
    "snapshot": [
        {"snapshot_id": "s1", "snapshot_time": NOON, "vo": "atlas", "random_seed": 7}
    ],
    "queue": [
        {
            "queue_name": name,
            "queue_order": place,
            "status": "online",
            "core_count": 8,
            "max_time": 86400,
            "releases": ["AUTO", "x, y"],
            "params": '{"gpu": true, "list": [1, 2.5]}',
        }
        for place, name in enumerate(("BNL", "CERN"))
    ],
    "endpoint": [{"ddm_endpoint_name": "BNL_DISK", "read_wan": "ON"}],
    "queue_endpoint": [
        {"queue_name": name, "ddm_endpoint_name": "BNL_DISK", "scope": "default"}
        for name in ("BNL", "CERN")
    ],
    "gdp_config": [
        {"app": "jedi", "component": "jobbroker", "key": "NW_ACTIVE", "value": "True"}
    ],
    "network_metric": [
        {
            "src_site": "BNL",
            "dst_site": "CERN",
            "key": "AGIS_closeness",
            "value": 2.5,
            "ts": NOON,
        }
    ],
    "task": [
        {"jedi_task_id": 1, "status": "running", "core_count": 8, "n_ready_events": 5},
        {"jedi_task_id": 2, "status": "assigning", "ram_count": 2000},
    ],
    "input_chunk": [
        {"jedi_task_id": number, "chunk_no": 0, "use_scout": True} for number in (1, 2)
    ],
}


def world(**changed: Rows) -> World:
    """Return a valid small snapshot, with the rows of some tables changed."""
    return {name: typed(name, rows) for name, rows in {**DEFAULT, **changed}.items()}


def with_column(source: World, table: str, column: str, values: pa.Array) -> World:
    """Return the snapshot with one column of a table set to other values."""
    old = source[table]
    if column in old.column_names:
        new = old.set_column(old.column_names.index(column), column, values)
    else:
        new = old.append_column(column, values)
    return {**source, table: new}


def without_column(source: World, table: str, column: str) -> World:
    """Return the snapshot without one column of a table."""
    return {**source, table: source[table].drop_columns([column])}


def write_parquet(folder: Path, source: World) -> Path:
    """Write one Parquet file per table."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, table in source.items():
        pq.write_table(table, folder / f"{name}.parquet")
    return folder


def write_lines(folder: Path, source: World) -> Path:
    """Write one file of JSON lines per table."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, table in source.items():
        lines = (json.dumps(row, default=str) for row in table.to_pylist())
        text = "".join(f"{line}\n" for line in lines)
        (folder / f"{name}.jsonl").write_text(text, encoding="utf-8")
    return folder


def write_database(file: Path, source: World) -> Path:
    """Write one DuckDB file that holds the tables."""
    database = Database.open(file)
    for name, table in source.items():
        database.register("given", table)
        database.run(f"create table {quote(name)} as select * from given")
        database.unregister("given")
    database.close()
    return file


def loaded(
    source: SnapshotSource, *, partial: bool = False
) -> tuple[Database, LoadReport]:
    """Return a database with the snapshot in it, and the report."""
    database = Database.open()
    return database, Snapshot.open(source).load_into(database, partial=partial)


def contents(database: Database) -> dict[str, list[tuple[object, ...]]]:
    """Return all rows of all tables of the contract, sorted."""
    return {
        name: database.rows(f"select * from {quote(name)} order by all")
        for name in tables()
    }


def kinds(violations: Iterable[Violation]) -> list[str]:
    """Return severity, kind, place and count of violations, as one text each."""
    return [
        f"{one.severity} {one.kind} {one.table}.{one.column} {one.count}"
        for one in violations
    ]
