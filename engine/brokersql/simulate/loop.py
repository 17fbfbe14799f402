"""One policy in a closed loop: its choices come back as statistics."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

import pyarrow as pa

from brokersql.cycle import Cycle
from brokersql.cycle.stage import statement
from brokersql.cycle.steps import Step, affected, read_step
from brokersql.report.queries import query
from brokersql.scoreboard import begin, found_states

#: The name space of what is simulated; it comes first where names are looked up.
_SCHEMA = "simulation"
#: Files of sql/simulate: what is settled before the first cycle, in order.
_KEPT = ("decided_label", "slot", "stream", "moved_stats", "kept_stats")
#: What happens in a cycle before the policy decides, and after.
_BEFORE, _AFTER = ("arrive", "ask"), ("place", "join_lines", "leave_backlog")
_TIME = ("finish", "start", "write_stats")
#: What a cycle tells of jobs, beside the results of the policy.
FLOWS = ("queue_state", "job_flow", "job_wait")
#: The result tables that a cycle writes.
_RESULTS = ("result", "candidate", "weighed", "placement")
#: What the statistics of a cycle are for the policy: tables, and single columns.
_CHANGED = ("job_stats", "task_job_stats")
_COLUMNS = (("input_chunk", "n_jobs"), ("snapshot", "snapshot_id"))


@dataclass(frozen=True, slots=True)
class Model:
    """What the simulation supposes.

    `every_s` is the time between two cycles, s; `load` the cores that come per cycle,
    over those that the queues can start in it.
    """

    every_s: int
    load: float
    seed: int

    @property
    def table(self) -> pa.Table:
        """Return it as the relation that queries read."""
        row = {"seed": self.seed, "cycle_s": self.every_s, "load": float(self.load)}
        return pa.Table.from_pylist([row])


class Loop:
    """A policy that decides again and again; `cycle` holds its last decisions.

    The policy sees the snapshot's own time in every cycle: what is not simulated does
    not grow old.
    """

    def __init__(self, cycle: Cycle, model: Model) -> None:
        """Begin with a cycle on the snapshot as it is, whose choices do not count."""
        self.cycle = cycle
        self._database = cycle.database
        self.model = model
        self._start = cycle.loaded.snapshot_time or datetime(1970, 1, 1)
        self._schemas = (_SCHEMA, cycle.policy, "main")
        self._steps = _changing(cycle)
        self._is_first = True
        self._settle()

    def advance(self, number: int) -> None:
        """Let time pass, jobs come and the policy decide: cycle `number`, from 0 on.

        Raises:
            CycleError: a rule failed on the simulated data.
        """
        self._enter()
        self._tell_time(number)
        self._run("forget")
        for name in () if self._is_first else _TIME:
            self._run(name)
        for name in _BEFORE:
            self._run(name)
        self.cycle.stage.prepare(self._database)
        for step in self._steps:
            self.cycle.stage.repeat(step)
        self._enter()
        for name in _AFTER:
            self._run(name)
        self._is_first = False

    def tables(self) -> dict[str, pa.Table]:
        """Return what the last cycle tells, each table by its name."""
        found = {name: self._database.table(query("simulate", name)) for name in FLOWS}
        found |= found_states(self._database)
        found |= {name: self.cycle.table(name) for name in (*_RESULTS, "criterion")}
        return found

    def snapshot_id(self, number: int) -> str:
        """Return what a cycle is called."""
        return f"{self.cycle.loaded.snapshot_id}+{number:04}"

    def time(self, number: int) -> datetime:
        """Return the time of a cycle."""
        return self._start + timedelta(seconds=number * self.model.every_s)

    def _settle(self) -> None:
        database = self._database
        database.create_schema(_SCHEMA)
        self._enter()
        database.create_table("model", self.model.table)
        self._tell_time(0)
        database.create_view("snapshot", query("simulate", "snapshot_now"))
        begin(database)
        for name in _KEPT:
            database.create_table_as(name, query("simulate", name))
        database.create_table_as("kept_task_stats", "from main.task_job_stats")
        for name in ("state", "first_cohorts"):
            self._run(name)
        database.create_view("held", query("simulate", "held"))
        database.create_view("share_order", query("facts", "share_order"))
        for name in ("result", "candidate"):
            database.run(f"drop table told_{name}")
            database.create_view(f"told_{name}", statement(name))

    def _enter(self) -> None:
        self._database.use_schemas(self._schemas)

    def _tell_time(self, number: int) -> None:
        row = {
            "cycle_no": number,
            "snapshot_id": self.snapshot_id(number),
            "snapshot_time": self.time(number),
        }
        self._database.run("drop table if exists clock")
        self._database.create_table("clock", pa.Table.from_pylist([row]))

    def _run(self, name: str) -> None:
        self._database.run(query("simulate", name))


def _changing(cycle: Cycle) -> list[Step]:
    """Return the statements of a policy that see what is simulated, in order."""
    steps = cycle.stage.steps()
    changed = {*_CHANGED, *_readers(steps, _COLUMNS)}
    wanted = {name for each in _RESULTS for name in read_step(statement(each)).read}
    found = affected(steps, changed, wanted)
    return [step for step in found if not step.is_view]


def _readers(steps: Iterable[Step], columns: Iterable[tuple[str, str]]) -> set[str]:
    """Return what is made by the statements that read single columns of tables."""
    found: set[str] = set()
    for table, column in columns:
        named = re.compile(rf"\b{column}\b|\b{table}\.\*")
        for step in steps:
            if table in step.read and named.search(step.sql):
                found |= step.written
    return found
