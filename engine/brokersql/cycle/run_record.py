"""Writes a run to a folder: a Parquet file per result table, and run.json."""

from __future__ import annotations

import json
import platform
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from importlib.metadata import version
from itertools import chain
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq

from brokersql import __version__
from brokersql.core.files import FolderWriter
from brokersql.core.parquet_checksum import put_checksum, reserve_checksum
from brokersql.core.record_version import SCHEMA_VERSION
from brokersql.core.result_tables import TABLES
from brokersql.cycle.run import BlockReader, FinishedCycle
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


class BlockTables(BlockReader):
    """The result tables of large cycles, in files beside what is written of a run."""

    def __init__(self, writer: FolderWriter) -> None:
        self._writer = writer
        self._folder = writer.path.parent / "blocks"
        self._files: dict[str, dict[str, pq.ParquetWriter]] = {}

    def begin(self, policy: str) -> None:
        """Forget the blocks of a policy, if there are any: it is run anew."""
        for writer in self._files.pop(policy, {}).values():
            writer.close()

    def read(self, cycle: FinishedCycle) -> None:
        """Add the rows of a block to the tables of its policy."""
        files = self._files.setdefault(cycle.policy, {})
        for name in cycle.kept_tables:
            if name == "criterion":  # of the policy, not of its blocks
                continue
            table = cycle.table(name)
            with self._writer.writing():
                if name not in files:
                    path = self._file(cycle, name)
                    path.parent.mkdir(parents=True, exist_ok=True)
                    files[name] = pq.ParquetWriter(path, table.schema)
                files[name].write_table(table, row_group_size=_ROW_GROUP_SIZE)

    def rows(self, cycle: FinishedCycle, name: str) -> Iterator[pa.Table]:
        """Yield a result table of a cycle, a part of its rows at a time."""
        writer = self._files.get(cycle.policy, {}).get(name)
        if writer is None:
            yield cycle.table(name)
            return
        writer.close()
        with pq.ParquetFile(self._file(cycle, name)) as file:
            for number in range(file.num_row_groups):
                yield file.read_row_group(number)

    def _file(self, cycle: FinishedCycle, name: str) -> Path:
        return self._folder / cycle.policy / f"{name}.parquet"


def write_run(
    cycles: Sequence[FinishedCycle],
    folder: Path | FolderWriter,
    blocks: BlockTables | None = None,
) -> list[Path]:
    """Write the tables of the cycles of one run; return the files.

    They appear as a whole, and those of another run that was there go. Same input, same
    bytes. `blocks` has the tables of cycles that were decided in blocks.

    Raises:
        UsageError: the folder cannot be written.
    """
    clock = PhaseTimer()
    tables = (
        (name, _joined(shown, name, blocks))
        for name in TABLES
        if (shown := [each for each in cycles if name in each.kept_tables])
    )
    return write_tables(tables, lambda: record(cycles, clock), folder, clock)


#: The rows of a table, a part of them at a time, all parts with the same columns.
Parts = Iterator[pa.Table]


def write_tables(
    tables: Iterable[tuple[str, Parts]],
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
                write_parts(parts, folder.path / f"{name}.parquet")
                for name, parts in tables
            ]
        text = json.dumps(body(), indent=2, ensure_ascii=False) + "\n"
        (folder.path / _RECORD).write_text(text, encoding="utf-8")
    folder.put(_OWNED)
    return [folder.place / each.name for each in (*written, Path(_RECORD))]


def _joined(
    cycles: Sequence[FinishedCycle], name: str, blocks: BlockTables | None
) -> Parts:
    """Yield one table of all policies; a column that one lacks is NULL there."""
    of_each = [
        iter((each.table(name),)) if blocks is None else blocks.rows(each, name)
        for each in cycles
    ]
    firsts = [next(parts) for parts in of_each]
    whole = pa.unify_schemas([each.schema for each in firsts]).empty_table()
    for first, others in zip(firsts, of_each, strict=True):
        for part in chain([first], others):
            yield pa.concat_tables([whole, part], promote_options="default")


def write_table(table: pa.Table, path: Path) -> Path:
    """Write a result table of a folder that is not whole, with its checksum.

    Same rows, same bytes.
    """
    return write_parts(iter((table,)), path)


def write_parts(parts: Parts, path: Path) -> Path:
    """Write a result table as `write_table` does, of which there is a part at a time.

    The bytes do not depend on the parts.
    """
    left = next(parts)
    with pq.ParquetWriter(
        path, left.schema, compression="zstd", write_page_checksum=True
    ) as writer:
        for part in parts:
            left = pa.concat_tables([left, part])
            n_full = left.num_rows - left.num_rows % _ROW_GROUP_SIZE
            _write_groups(writer, left.slice(0, n_full))
            left = left.slice(n_full)
        _write_groups(writer, left)
        reserve_checksum(writer)
    put_checksum(path)
    return path


def _write_groups(writer: pq.ParquetWriter, rows: pa.Table) -> None:
    """Write rows in groups, whose bytes depend on nothing else."""
    for first in range(0, rows.num_rows, _ROW_GROUP_SIZE):
        writer.write_table(rows.slice(first, _ROW_GROUP_SIZE).combine_chunks())
