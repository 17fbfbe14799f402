"""Writes a run to a folder: a Parquet file per result table, and run.json."""

from __future__ import annotations

import json
import platform
from collections.abc import Callable, Mapping, Sequence
from importlib.metadata import version
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq

from brokersql import __version__
from brokersql.core.database import decoded
from brokersql.core.files import FolderWriter
from brokersql.core.parquet_checksum import put_checksum, reserve_checksum
from brokersql.core.record_version import SCHEMA_VERSION
from brokersql.core.result_tables import TABLES
from brokersql.cycle.run import CycleReader, FinishedCycle
from brokersql.cycle.stages import PhaseTimer
from brokersql.policy import Parameters, split_reference
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
        "parameters": parameter_records(cycle.parameters),
        **cycle.stage.counts,
        "timings_s": {**cycle.clock.seconds},
    }


def parameter_records(parameters: Parameters) -> list[dict[str, object]]:
    """Return the values in force, and where each was said."""
    return [
        {
            "name": each.parameter.name,
            "key": each.suffix,
            "value": each.value,
            "unit": each.parameter.unit,
            "origin": each.origin,
        }
        for each in parameters.values
    ]


#: The record of a run, and all files that the folder of one may hold.
_RECORD = "run.json"
_ROW_GROUP_SIZE = 122_880
#: Rows of a table that wait for their columns to be known, and for company.
_MOST_HELD = 4 * _ROW_GROUP_SIZE
_OWNED = (*(f"{name}.parquet" for name in TABLES), _RECORD)


class RunWriter(CycleReader):
    """Writes the tables of a run while its cycles are decided, then the record.

    The bytes do not depend on the blocks of a cycle.
    """

    def __init__(self, folder: FolderWriter) -> None:
        self._folder = folder
        self._files: dict[str, _TableFile] = {}
        self._policies: dict[str, dict[str, int]] = {}
        self.clock = PhaseTimer()

    def begin(self, policy: str) -> None:
        """Write what follows as rows of a policy; if it is run anew, instead of them.

        Raises:
            UsageError: the folder cannot be written.
        """
        before = self._policies.pop(policy, None)
        if before is not None:
            with self._folder.writing():
                for name, file in self._files.items():
                    file.cut(before.get(name, 0))
        self._policies[policy] = {it: each.n_rows for it, each in self._files.items()}

    def read(self, cycle: FinishedCycle) -> None:
        """Add the rows of a cycle, or of a block of it, to the tables.

        Raises:
            UsageError: the folder cannot be written.
        """
        with self.clock.phase("write"):
            for name in cycle.kept_tables:
                if name != "criterion":
                    self.add(name, cycle.coded_table(name))

    def add(self, name: str, rows: pa.Table) -> None:
        """Add rows to a table; a column that some rows lack is NULL there.

        Raises:
            UsageError: the folder cannot be written.
        """
        if name not in self._files:
            self._files[name] = _TableFile(self._folder.path / f"{name}.parquet")
        with self._folder.writing():
            self._files[name].add(rows)

    def add_tables(self, folder: Path) -> None:
        """Add the rows of all tables that another writer has written to a folder.

        Raises:
            UsageError: the folder cannot be written.
        """
        for name in TABLES:
            if (path := folder / f"{name}.parquet").is_file():
                with pq.ParquetFile(path) as file:
                    for group in range(file.num_row_groups):
                        self.add(name, _row_group(file, group))
                    if not file.num_row_groups:
                        self.add(name, file.schema_arrow.empty_table())

    @property
    def sizes(self) -> dict[str, int]:
        """Return the number of rows of each table so far."""
        return {
            name: self._files[name].n_rows for name in TABLES if name in self._files
        }

    def finish(self, body: Callable[[], Mapping[str, object]]) -> list[Path]:
        """Complete the tables, write the record that `body` gives; return the files.

        Raises:
            UsageError: the folder cannot be written.
        """
        names = [name for name in TABLES if name in self._files]
        with self._folder.writing():
            with self.clock.phase("write"):
                written = [self._files[name].finish() for name in names]
            whole = {**body(), "tables": self.sizes}
            text = json.dumps(whole, indent=2, ensure_ascii=False) + "\n"
            (self._folder.path / _RECORD).write_text(text, encoding="utf-8")
        self._folder.put(_OWNED)
        return [self._folder.place / each.name for each in (*written, Path(_RECORD))]

    def finish_run(self, cycles: Sequence[FinishedCycle]) -> list[Path]:
        """Complete the folder of a run, all of whose cycles were read.

        Raises:
            UsageError: the folder cannot be written.
        """
        for cycle in cycles:
            if "criterion" in cycle.kept_tables:
                self.add("criterion", cycle.criterion)
        return self.finish(lambda: record(cycles, self.clock))


def write_run(cycles: Sequence[FinishedCycle], folder: Path) -> list[Path]:
    """Write the tables of the cycles of one run; return the files.

    They appear as a whole, and those of another run that was there go. Same input, same
    bytes.

    Raises:
        UsageError: the folder cannot be written.
    """
    with FolderWriter(folder) as place:
        writer = RunWriter(place)
        for cycle in cycles:
            writer.read(cycle)
        return writer.finish_run(cycles)


def write_table(table: pa.Table, path: Path) -> Path:
    """Write a result table of a folder that is not whole, with its checksum.

    Same rows, same bytes.
    """
    file = _TableFile(path)
    file.add(table)
    return file.finish()


class _TableFile:
    """A result table that grows; what is written of it are whole groups of rows."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._writer: pq.ParquetWriter | None = None
        self._schema = pa.schema([])
        self._held: list[pa.Table] = []
        self._n_written = 0

    @property
    def n_rows(self) -> int:
        """Return the number of rows so far."""
        return self._n_written + sum(each.num_rows for each in self._held)

    def add(self, rows: pa.Table) -> None:
        """Add rows; a column that some rows lack is NULL there."""
        for first in range(0, max(rows.num_rows, 1), _ROW_GROUP_SIZE):
            self._held.append(decoded(rows.slice(first, _ROW_GROUP_SIZE)))
            if self.n_rows - self._n_written >= _MOST_HELD:
                self._write(is_last=False)

    def cut(self, n_rows: int) -> None:
        """Leave the first rows only."""
        if n_rows < self._n_written:
            self._held = []
            self._write_again(n_rows)
        elif self._held:
            rows = pa.concat_tables(self._held, promote_options="default")
            self._held = [rows.slice(0, n_rows - self._n_written)]

    def finish(self) -> Path:
        """Write what is left, and the checksum."""
        self._write(is_last=True)
        assert self._writer is not None, "it is open once something was written"
        reserve_checksum(self._writer)
        self._writer.close()
        put_checksum(self._path)
        return self._path

    def _write(self, *, is_last: bool) -> None:
        """Write the rows that are held, the last ones only if they are a group."""
        schemas = [self._schema, *(each.schema for each in self._held)]
        schema = pa.unify_schemas(schemas)
        if self._writer is not None and not schema.equals(self._schema):
            held, self._held = self._held, [schema.empty_table()]
            self._write_again(self._n_written)
            self._held += held
        if self._writer is None:
            self._schema = schema
            self._writer = pq.ParquetWriter(
                self._path, schema, compression="zstd", write_page_checksum=True
            )
        parts = [schema.empty_table(), *self._held]
        rows = pa.concat_tables(parts, promote_options="default")
        n_rows = rows.num_rows
        if not is_last:
            n_rows -= n_rows % _ROW_GROUP_SIZE
        for first in range(0, n_rows, _ROW_GROUP_SIZE):
            group = rows.slice(first, min(_ROW_GROUP_SIZE, n_rows - first))
            # the bytes of a group depend on its rows, not on how they came
            self._writer.write_table(group.combine_chunks())
        self._n_written += n_rows
        self._held = [rows.slice(n_rows)]

    def _write_again(self, n_rows: int) -> None:
        """Write the first rows that are written once more, with all columns."""
        assert self._writer is not None, "rows are written"
        self._writer.close()
        self._writer, self._n_written = None, 0
        before = self._path.with_suffix(".before")
        self._path.rename(before)
        with pq.ParquetFile(before) as file:
            for number in range(file.num_row_groups):
                group = _row_group(file, number)
                self.add(group.slice(0, max(n_rows - self.n_rows, 0)))
        before.unlink()


def _row_group(file: pq.ParquetFile, number: int) -> pa.Table:
    return file.read_row_group(number)  # pyright: ignore[reportUnknownMemberType]
