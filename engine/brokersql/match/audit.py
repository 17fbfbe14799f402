"""Sees that no job was given twice: the steps of each job, read from the ledger."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import pyarrow as pa

from brokersql.database import Database
from brokersql.errors import StateError
from brokersql.match.beginning import REFUSED
from brokersql.match.record import Stored
from brokersql.resources import sql_root

#: The tables of a record that move jobs, and what each does to those it names.
STEPS = {
    "dirac_job": "add",
    REFUSED: "refuse",
    "match": "match",
    "requeue": "requeue",
}
_SCHEMA = pa.schema({"seq": pa.int64(), "job_id": pa.int64(), "step": pa.string()})


@dataclass(frozen=True, slots=True)
class Counts:
    """Jobs that came, and where they are; how many matches and requeues were made.

    `n_refused` counts jobs that never waited, as no task queue takes them.
    """

    n_jobs: int
    n_waiting: int
    n_matched: int
    n_refused: int
    n_matches: int
    n_requeues: int


def audit(records: Iterable[Stored]) -> Counts:
    """Return how many jobs the records leave where.

    Raises:
        StateError: a job was given that did not wait, or came back without being given.
    """
    database = Database.open()
    try:
        database.register("told_step", _steps(records))
        database.create_table_as("job_step", _sql("job_step"))
        faults = database.rows(_sql("job_step_fault"))
        if faults:
            seq, job_id, step, before = faults[0]
            raise StateError(
                f"record {seq} has {step} of job {job_id} after {before or 'nothing'}",
                hint="this is a fault of brokersql itself; keep a copy of the state",
                items=[f"{len(faults)} such steps"] if len(faults) > 1 else [],
            )
        counts = database.rows(_sql("job_count"))[0]
        return Counts(*(int(str(each)) for each in counts))
    finally:
        database.close()


def _sql(name: str) -> str:
    return (sql_root() / "match" / f"{name}.sql").read_text(encoding="utf-8")


def _steps(records: Iterable[Stored]) -> pa.Table:
    """Return one row for each job that a record moves."""
    parts: list[pa.Table] = [_SCHEMA.empty_table()]
    for stored in records:
        for name in stored.table_names:
            if name in STEPS:
                jobs = stored.table(name).column("job_id").cast(pa.int64()).drop_null()
                n_jobs = len(jobs)
                seqs = pa.repeat(pa.scalar(stored.seq, pa.int64()), n_jobs)
                steps = pa.repeat(pa.scalar(STEPS[name], pa.string()), n_jobs)
                parts.append(pa.Table.from_arrays([seqs, jobs, steps], schema=_SCHEMA))
    return pa.concat_tables(parts)
