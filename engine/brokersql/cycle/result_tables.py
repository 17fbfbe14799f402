"""The result tables of a cycle by name; sql/result holds their queries."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Protocol

import pyarrow as pa
import pyarrow.parquet as pq


class HasTables(Protocol):
    """Gives each result table by its name."""

    def table(self, name: str) -> pa.Table:
        """Return a result table."""
        ...


class ResultTable:
    """An attribute of a cycle: its result table of this name, sorted by its key.

    One that the policy does not have raises UsageError.
    """

    def __init__(self, meaning: str) -> None:
        self.__doc__ = meaning

    def __set_name__(self, owner: type, name: str) -> None:
        self._name = name

    def __get__(self, cycle: HasTables, owner: type) -> pa.Table:
        return cycle.table(self._name)


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
