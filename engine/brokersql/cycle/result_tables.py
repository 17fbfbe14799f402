"""The result tables of a cycle by name; sql/result holds their queries."""

from __future__ import annotations

import os
from abc import ABC, abstractmethod
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq


class ResultTables(ABC):
    """Hands out each result table as an Arrow table, sorted by its key.

    A table that the policy does not have raises UsageError.
    """

    __slots__ = ()

    @abstractmethod
    def table(self, name: str) -> pa.Table:
        """Return a result table by its name."""

    @property
    def result(self) -> pa.Table:
        """Return one row per decision."""
        return self.table("result")

    @property
    def candidate(self) -> pa.Table:
        """Return the ranked choice with all weight factors."""
        return self.table("candidate")

    @property
    def weighed(self) -> pa.Table:
        """Return every pair that reached the weights."""
        return self.table("weighed")

    @property
    def exclusion(self) -> pa.Table:
        """Return the reported reason of every rejected pair."""
        return self.table("exclusion")

    @property
    def verdict(self) -> pa.Table:
        """Return all failing criteria of every pair as a mask."""
        return self.table("verdict")

    @property
    def criterion(self) -> pa.Table:
        """Return the rule files, which decode the mask."""
        return self.table("criterion")

    @property
    def funnel(self) -> pa.Table:
        """Return the candidates before and after each check."""
        return self.table("funnel")

    @property
    def action(self) -> pa.Table:
        """Return what is done to which job, by which rule."""
        return self.table("action")

    @property
    def placement(self) -> pa.Table:
        """Return the batches of jobs in order; no row unless jobs were placed."""
        return self.table("placement")

    @property
    def destination(self) -> pa.Table:
        """Return where the output of each task goes."""
        return self.table("destination")

    @property
    def match(self) -> pa.Table:
        """Return one row per pilot: the job that it got, or why it got none."""
        return self.table("match")

    @property
    def task_queue(self) -> pa.Table:
        """Return the task queues with their priorities."""
        return self.table("task_queue")

    @property
    def refused_job(self) -> pa.Table:
        """Return the jobs that no task queue takes, and why."""
        return self.table("refused_job")


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
