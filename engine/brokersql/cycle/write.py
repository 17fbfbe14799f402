"""Result tables of one run in a folder: one Parquet file each, and run.json."""

from __future__ import annotations

import json
import os
from collections.abc import Generator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq

from brokersql.cycle.record import record
from brokersql.cycle.run import Cycle
from brokersql.cycle.timing import Clock
from brokersql.errors import UsageError

#: Result tables in the order in which a reader needs them.
TABLES = (
    "result",
    "match",
    "task_queue",
    "refused_job",
    "candidate",
    "weighed",
    "exclusion",
    "verdict",
    "criterion",
    "funnel",
    "placement",
    "destination",
    "action",
)
#: What each verdict mode leaves out.
LEFT_OUT = {
    "full": (),
    "reasons": ("verdict",),
    "none": ("verdict", "exclusion", "funnel"),
}


def write_run(cycles: Sequence[Cycle], folder: Path) -> list[Path]:
    """Write the tables of the cycles of one run; return the files.

    Files are replaced one by one, each as a whole. Same input, same bytes.

    Raises:
        UsageError: the folder cannot be written.
    """
    clock = Clock()
    with _writing(folder):
        with clock.phase("write"):
            written = [
                write_table(_joined(shown, name), folder / f"{name}.parquet")
                for name in TABLES
                if name not in LEFT_OUT[cycles[0].options.verdict]
                and (shown := _with_table(cycles, name))
            ]
        return [*written, _write_record(record(cycles, clock), folder)]


def write_tables(
    tables: Mapping[str, pa.Table], told: Mapping[str, object], folder: Path
) -> list[Path]:
    """Write the tables of a run that was decided elsewhere; return the files.

    Raises:
        UsageError: the folder cannot be written.
    """
    with _writing(folder):
        written = [
            write_table(table, folder / f"{name}.parquet")
            for name, table in tables.items()
        ]
        return [*written, _write_record(told, folder)]


@contextmanager
def _writing(folder: Path) -> Generator[None]:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        yield
    except OSError as error:
        raise UsageError(
            f"cannot write {error.filename or folder}: {error.strerror}",
            hint="give --out a folder that you may write",
        ) from error


def _write_record(told: Mapping[str, object], folder: Path) -> Path:
    path = folder / "run.json"
    text = json.dumps(told, indent=2, ensure_ascii=False) + "\n"
    _replace(path, text.encode())
    return path


def _with_table(cycles: Sequence[Cycle], name: str) -> Sequence[Cycle]:
    """Return the cycles that have a table: jobs are placed only where it is asked."""
    return [
        cycle
        for cycle in cycles
        if name in cycle.program.results and (name != "placement" or cycle.places_jobs)
    ]


def _joined(cycles: Sequence[Cycle], name: str) -> pa.Table:
    """Return one table of all policies; a column that one lacks is NULL there."""
    tables = [cycle.table(name) for cycle in cycles]
    return pa.concat_tables(tables, promote_options="default")


def write_table(table: pa.Table, path: Path) -> Path:
    """Write a result table; the file appears as a whole. Same rows, same bytes."""
    partial = path.with_name(f".{path.name}.partial")
    pq.write_table(  # pyright: ignore[reportUnknownMemberType]
        table,
        partial,
        compression="zstd",
        write_page_checksum=True,
        row_group_size=122_880,
    )
    os.replace(partial, path)
    return path


def _replace(path: Path, content: bytes) -> None:
    partial = path.with_name(f".{path.name}.partial")
    partial.write_bytes(content)
    os.replace(partial, path)
