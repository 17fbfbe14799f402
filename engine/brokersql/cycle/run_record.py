"""Writes a run to a folder: a Parquet file per result table, and run.json."""

from __future__ import annotations

import json
import platform
from collections.abc import Callable, Iterable, Mapping, Sequence
from importlib.metadata import version
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq

from brokersql import __version__
from brokersql.core.files import FolderWriter
from brokersql.core.parquet_checksum import put_checksum, reserve_checksum
from brokersql.core.record_version import SCHEMA_VERSION
from brokersql.core.result_tables import TABLES
from brokersql.cycle.run import FinishedCycle
from brokersql.cycle.stages import PhaseTimer
from brokersql.policy import split_reference
from brokersql.snapshot.manifest import time_text


def record(cycles: Sequence[FinishedCycle], clock: PhaseTimer) -> dict[str, object]:
    """Return the description of a run as plain values for JSON."""
    first = cycles[0]
    time = first.loaded.snapshot_time
    assert time is not None, "a loaded snapshot has a time"
    return {
        "schema_version": SCHEMA_VERSION,
        "kind": "run.record",
        "snapshot": {
            "snapshot_id": first.loaded.snapshot_id,
            "snapshot_time": time_text(time),
            "content_hash": first.loaded.content_hash,
            "source": first.snapshot.where,
            "updates": [str(each) for each in first.snapshot.changes],
            "scripts": list(first.snapshot.scripts),
            "rows": {
                name: table.n_loaded for name, table in first.loaded.tables.items()
            },
            "quarantined": first.loaded.n_quarantined,
        },
        "seed": first.seed,
        "tasks": list(first.options.tasks),
        "verdict": first.options.verdict,
        "policies": [policy_record(cycle) for cycle in cycles],
        "versions": {
            "brokersql": __version__,
            "python": platform.python_version(),
            **{name: version(name) for name in ("duckdb", "pyarrow", "sqlglot")},
        },
        "engine_faults": [
            {
                "message": each.message,
                "where": each.where or None,
                "bundle": each.bundle or None,
            }
            for each in dict.fromkeys(
                it for one in cycles for it in one.database.faults
            )
        ],
        "timings_s": {**clock.seconds},
    }


def policy_record(cycle: FinishedCycle) -> dict[str, object]:
    """Return what one policy did, and with which parameters."""
    return {
        "policy": cycle.policy,
        "profile": cycle.parameters.profile,
        "content_hash": cycle.program.content_hash,
        "shape": cycle.program.shape,
        "without": list(split_reference(cycle.policy_source)[1]),
        "parameters": [
            {
                "name": each.parameter.name,
                "key": each.suffix,
                "value": each.value,
                "unit": each.parameter.unit,
                "origin": each.origin,
            }
            for each in cycle.parameters.values
        ],
        **cycle.stage.counts,
        "timings_s": {**cycle.clock.seconds},
    }


#: The record of a run, and all files that the folder of one may hold.
_RECORD = "run.json"
_ROW_GROUP_SIZE = 122_880
_OWNED = (*(f"{name}.parquet" for name in TABLES), _RECORD)


def write_run(
    cycles: Sequence[FinishedCycle], folder: Path | FolderWriter
) -> list[Path]:
    """Write the tables of the cycles of one run; return the files.

    They appear as a whole, and those of another run that was there go. Same input, same
    bytes.

    Raises:
        UsageError: the folder cannot be written.
    """
    clock = PhaseTimer()
    tables = (
        (name, _joined(shown, name))
        for name in TABLES
        if (shown := [each for each in cycles if name in each.kept_tables])
    )
    return write_tables(tables, lambda: record(cycles, clock), folder, clock)


def write_tables(
    tables: Iterable[tuple[str, pa.Table]],
    body: Callable[[], Mapping[str, object]],
    folder: Path | FolderWriter,
    clock: PhaseTimer,
) -> list[Path]:
    """Write the tables of a run, then the record that `body` gives; return the files.

    `clock` takes the time of the tables.

    Raises:
        UsageError: the folder cannot be written.
    """
    if isinstance(folder, Path):
        with FolderWriter(folder) as writer:
            return write_tables(tables, body, writer, clock)
    with folder.writing():
        with clock.phase("write"):
            written = [
                write_table(table, folder.path / f"{name}.parquet")
                for name, table in tables
            ]
        text = json.dumps(body(), indent=2, ensure_ascii=False) + "\n"
        (folder.path / _RECORD).write_text(text, encoding="utf-8")
    folder.put(_OWNED)
    return [folder.place / each.name for each in (*written, Path(_RECORD))]


def _joined(cycles: Sequence[FinishedCycle], name: str) -> pa.Table:
    """Return one table of all policies; a column that one lacks is NULL there."""
    tables = [cycle.table(name) for cycle in cycles]
    return pa.concat_tables(tables, promote_options="default")


def write_table(table: pa.Table, path: Path) -> Path:
    """Write a result table of a folder that is not whole, with its checksum.

    Same rows, same bytes.
    """
    with pq.ParquetWriter(
        path, table.schema, compression="zstd", write_page_checksum=True
    ) as writer:
        writer.write_table(table, row_group_size=_ROW_GROUP_SIZE)
        reserve_checksum(writer)
    put_checksum(path)
    return path
