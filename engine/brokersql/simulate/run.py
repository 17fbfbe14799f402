"""A simulation: each policy in a closed loop, its choices fed back as statistics.

The folder has the form of a replay, with a block per cycle.
"""

from __future__ import annotations

import json
import os
import re
import shutil
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from hashlib import sha256
from pathlib import Path
from typing import cast

import pyarrow as pa

from brokersql import __version__
from brokersql.compiler import Statement
from brokersql.compiler.parse import read_statement
from brokersql.core.database import Database
from brokersql.core.errors import EngineError, UsageError
from brokersql.core.sql_files import DEFAULT_POLICY, result_sql, sql_text
from brokersql.cycle import FinishedCycle, Options, run_cycle, write_table
from brokersql.cycle.plan import affected_steps
from brokersql.cycle.run_record import record
from brokersql.cycle.stages import PhaseTimer
from brokersql.policy import load_policy
from brokersql.replay.many_snapshots import with_value
from brokersql.results.run_record import (
    BLOCK_FILE,
    BLOCK_PREFIX,
    RECORD,
    REPLAY_FILE,
)
from brokersql.scoreboard import (
    STARVED_S,
    STATES,
    Scoreboard,
    current_states,
    join_states,
    make_scoreboard,
    prepare_views,
)
from brokersql.snapshot import Snapshot
from brokersql.snapshot.manifest import time_text


def compare_policies(flows: Mapping[str, pa.Table]) -> pa.Table:
    """Return one row per policy, from the tables of `FLOWS` of all cycles."""
    database = Database.open()
    try:
        for name, table in flows.items():
            database.create_table(name, table)
        database.create_view("wait_figures", sql_text("simulate", "wait_figures"))
        return database.table(sql_text("simulate", "compared"))
    finally:
        database.close()


#: The name space of what is simulated; it comes first where names are looked up.
_SCHEMA = "simulation"
#: Files of sql/simulate: what is settled before the first cycle, in order.
_KEPT = ("decided_label", "slot", "stream", "moved_stats", "kept_stats")
#: What happens in a cycle before the policy decides, and after.
_BEFORE, _AFTER = ("arrive", "ask"), ("place", "join_lines", "leave_backlog")
_TIME = ("finish", "start", "write_stats")
#: Tables of a cycle about jobs, besides the results of the policy.
FLOWS = ("queue_state", "job_flow", "job_wait")
#: The result tables that a cycle writes.
_RESULTS = ("result", "candidate", "weighed", "placement")
#: What the statistics of a cycle are for the policy: tables, and single columns.
_CHANGED = ("job_stats", "task_job_stats")
_COLUMNS = (("input_chunk", "n_jobs"), ("snapshot", "snapshot_id"))


@dataclass(frozen=True, slots=True)
class SimulationModel:
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


class ClosedLoop:
    """A policy that decides again and again; `cycle` holds its last decisions.

    The policy sees the snapshot's own time in every cycle: what is not simulated does
    not grow old.
    """

    def __init__(self, cycle: FinishedCycle, model: SimulationModel) -> None:
        """Begin with a cycle on the snapshot as it is, whose choices do not count."""
        self.cycle = cycle
        self._database = cycle.database
        self.model = model
        self._start = cycle.loaded.snapshot_time or datetime(1970, 1, 1)
        self._schemas = (_SCHEMA, cycle.policy, "main")
        self._steps = _changing(cycle)
        self._is_first = True
        self._create_tables()

    def advance(self, number: int) -> None:
        """Let time pass, jobs come and the policy decide: cycle `number`, from 0 on.

        Raises:
            CycleError: a rule failed on the simulated data.
        """
        self._enter()
        self._set_time(number)
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
        """Return what the last cycle writes, each table by its name."""
        found = {
            name: self._database.table(sql_text("simulate", name)) for name in FLOWS
        }
        found |= current_states(self._database)
        found |= {name: self.cycle.table(name) for name in (*_RESULTS, "criterion")}
        return found

    def snapshot_id(self, number: int) -> str:
        """Return what a cycle is called."""
        return f"{self.cycle.loaded.snapshot_id}+{number:04}"

    def time(self, number: int) -> datetime:
        """Return the time of a cycle."""
        return self._start + timedelta(seconds=number * self.model.every_s)

    def _create_tables(self) -> None:
        database = self._database
        database.create_schema(_SCHEMA)
        self._enter()
        database.create_table("model", self.model.table)
        self._set_time(0)
        database.create_view("snapshot", sql_text("simulate", "snapshot_now"))
        prepare_views(database)
        for name in _KEPT:
            database.create_table_as(name, sql_text("simulate", name))
        database.create_table_as("kept_task_stats", "from main.task_job_stats")
        for name in ("state", "first_cohorts"):
            self._run(name)
        database.create_view("held", sql_text("simulate", "held"))
        database.create_view("share_order", sql_text("facts", "share_order"))
        for name in ("result", "candidate"):
            database.run(f"drop table run_{name}")
            database.create_view(f"run_{name}", result_sql(name))

    def _enter(self) -> None:
        self._database.use_schemas(self._schemas)

    def _set_time(self, number: int) -> None:
        row = {
            "cycle_no": number,
            "snapshot_id": self.snapshot_id(number),
            "snapshot_time": self.time(number),
        }
        self._database.run("drop table if exists clock")
        self._database.create_table("clock", pa.Table.from_pylist([row]))

    def _run(self, name: str) -> None:
        self._database.run(sql_text("simulate", name))


def _changing(cycle: FinishedCycle) -> list[Statement]:
    """Return the statements of a policy that see what is simulated, in order."""
    steps = cycle.program.statements
    changed = {*_CHANGED, *_readers(steps, _COLUMNS)}
    results = [read_statement(each, result_sql(each)) for each in _RESULTS]
    wanted = {name for each in results for name in each.reads}
    found = affected_steps(steps, changed, wanted)
    return [step for step in found if not step.is_view]


def _readers(
    steps: Iterable[Statement], columns: Iterable[tuple[str, str]]
) -> set[str]:
    """Return what is made by the statements that read single columns of tables."""
    found: set[str] = set()
    for table, column in columns:
        named = re.compile(rf"\b{column}\b|\b{table}\.\*")
        for step in steps:
            if table in step.reads and named.search(step.sql):
                found |= step.writes
    return found


def write_record(folder: Path, loop: ClosedLoop) -> None:
    """Write what is simulated, and the criteria of the policy, which all cycles share.

    Raises:
        UsageError: the folder cannot be written.
    """
    cycle, model = loop.cycle, loop.model
    body = {
        "schema_version": 1,
        "kind": "simulation",
        "policy": cycle.policy,
        "programs": {cycle.policy: cycle.program.content_hash},
        "profile": cycle.options.profile,
        "settings": dict(cycle.options.settings),
        "seed": cycle.seed,
        "snapshot_id": cycle.loaded.snapshot_id,
        "content_hash": cycle.loaded.content_hash,
        "every_s": model.every_s,
        "load": model.load,
        "version": __version__,
    }
    try:
        folder.mkdir(parents=True)
        _write_json(folder / REPLAY_FILE, body)
        write_table(cycle.criterion, folder / "criterion.parquet")
    except OSError as error:
        raise _unwritable(folder, error) from error


def write_cycle(
    folder: Path, loop: ClosedLoop, number: int, tables: Mapping[str, pa.Table]
) -> None:
    """Write the tables of a cycle; its folder appears as a whole.

    Raises:
        UsageError: the folder cannot be written.
    """
    name, cycle_id = time_text(loop.time(number)), loop.snapshot_id(number)
    scratch, final = folder / f".{BLOCK_PREFIX}{name}", folder / f"{BLOCK_PREFIX}{name}"
    inputs = f"{loop.cycle.loaded.content_hash} {loop.model} {number}"
    body = {
        "schema_version": 1,
        "kind": "simulated cycle",
        "inputs": sha256(inputs.encode()).hexdigest(),
        "first": name,
        "last": name,
        "snapshots": [cycle_id],
    }
    try:
        scratch.mkdir()
        for table_name, table in tables.items():
            is_shared = {"snapshot_id", "bit"} & {*table.column_names}
            rows = table if is_shared else with_value(table, 0, "snapshot_id", cycle_id)
            write_table(rows, scratch / f"{table_name}.parquet")
        _write_json(scratch / BLOCK_FILE, body)
        _write_json(scratch / RECORD, _run_record(loop, number))
        os.rename(scratch, final)
    except OSError as error:
        raise _unwritable(folder, error) from error


def _run_record(loop: ClosedLoop, number: int) -> dict[str, object]:
    """Return the record of a cycle as of a run, whose snapshot is nowhere.

    It holds no timings, so that the same simulation leaves the same bytes.
    """
    made = record([loop.cycle], PhaseTimer())
    snapshot = cast("dict[str, object]", made["snapshot"])
    policies = cast("list[dict[str, object]]", made["policies"])
    changed: dict[str, object] = {
        "snapshot_id": loop.snapshot_id(number),
        "snapshot_time": time_text(loop.time(number)),
        "source": f"{snapshot['source']} after {number} simulated cycles",
        "rows": {},
    }
    made["snapshot"] = {**snapshot, **changed}
    made["policies"] = [{**each, "timings_s": {}} for each in policies]
    return made


def _write_json(path: Path, body: Mapping[str, object]) -> None:
    text = json.dumps(body, indent=1, ensure_ascii=False)
    path.write_text(f"{text}\n", encoding="utf-8")


def _unwritable(folder: Path, error: OSError) -> UsageError:
    return UsageError(
        f"cannot write {error.filename or folder}: {error.strerror}",
        hint="give --out a folder that you may write",
    )


#: The parameter by which a policy places jobs.
_PLACE = "place"
#: The relation that says what it placed.
_PLACEMENT = "placement"

#: Called after each cycle: how many are done, of how many.
Progress = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class SimulationPlan:
    """How long is simulated: `cycles`, and what is supposed."""

    cycles: int
    every_s: int = 3600
    load: float = 1.0

    def __post_init__(self) -> None:
        """Refuse what is no simulation."""
        if self.cycles < 1:
            raise UsageError(f"{self.cycles} cycles", hint="at least one is needed")
        if self.load <= 0:
            raise UsageError(f"--load {self.load}", hint="above 0; 1 is all that fits")


@dataclass(frozen=True, slots=True)
class SimulationResult:
    """A finished simulation.

    `compared` has one row per policy: see sql/simulate/compared.sql. `board` is the
    scoreboard over all policies and cycles.
    """

    folder: Path
    plan: SimulationPlan
    compared: pa.Table
    board: Scoreboard
    seed: int


def simulate(
    snapshot: Snapshot,
    policies: Sequence[str],
    plan: SimulationPlan,
    out: Path,
    options: Options | None = None,
    progress: Progress = lambda _done, _all: None,
) -> SimulationResult:
    """Let policies decide about the same jobs, each in its own copy of the world.

    `out/<policy>/block=<time>/` holds the tables of each cycle, in the form of a
    replay. Same snapshot, policy, plan and seed give the same bytes.

    Raises:
        UsageError: a policy does not place jobs, two have one name, an unknown policy
            or parameter, or `out` holds something already.
        SnapshotError: the snapshot cannot be used.
        CycleError: a rule failed on the simulated data.
    """
    # 1. what can be simulated, and where it goes
    chosen = options or Options()
    settings = {**chosen.settings, _PLACE: "true"}
    chosen = replace(chosen, settings=settings, verdict="none")
    _check(policies)
    _prepare_folder(out)
    # 2. each policy in a world of its own, then all side by side
    try:
        return _simulated(snapshot, policies, plan, out, chosen, progress)
    except EngineError:  # whoever tries again begins anew
        for each in out.iterdir():
            shutil.rmtree(each)
        raise


def _simulated(
    snapshot: Snapshot,
    policies: Sequence[str],
    plan: SimulationPlan,
    out: Path,
    options: Options,
    progress: Progress,
) -> SimulationResult:
    """Let policies decide, and write every cycle into an empty folder."""
    cycles: list[dict[str, pa.Table]] = []
    n_all, seed = len(policies) * plan.cycles, 0
    for policy in policies:
        cycle = run_cycle(snapshot, policy, options)
        seed = cycle.seed
        try:
            loop = ClosedLoop(cycle, SimulationModel(plan.every_s, plan.load, seed))
            write_record(out / cycle.policy, loop)
            for number in range(plan.cycles):
                progress(len(cycles), n_all)
                loop.advance(number)
                tables = loop.tables()
                write_cycle(out / cycle.policy, loop, number, tables)
                cycles.append({name: tables[name] for name in (*STATES, *FLOWS)})
        finally:
            cycle.database.close()
    progress(n_all, n_all)
    board = make_scoreboard(join_states(cycles), STARVED_S)
    flows = {name: pa.concat_tables([each[name] for each in cycles]) for name in FLOWS}
    return SimulationResult(out, plan, compare_policies(flows), board, seed)


def _check(policies: Sequence[str]) -> None:
    """Refuse policies that choose nothing that comes back, and two of one name."""
    names: set[str] = set()
    for policy in policies:
        loaded = load_policy(policy)
        if _PLACEMENT not in (file.stem for file in loaded.files):
            raise UsageError(
                f"{loaded.name} does not place jobs, so nothing comes back to it",
                hint=f"simulate {DEFAULT_POLICY}, or a policy that extends it",
            )
        if loaded.asks is not None:
            raise UsageError(
                f"{loaded.name} asks {loaded.asks} first, which would not see the jobs",
                hint="simulate a policy that asks no other one",
            )
        if loaded.name in names:
            raise UsageError(
                f"two policies are called {loaded.name}",
                hint="their results would stand in one folder: rename one",
            )
        names.add(loaded.name)


def _prepare_folder(out: Path) -> None:
    """Make the folder of results.

    Raises:
        UsageError: it holds something.
    """
    try:
        out.mkdir(parents=True, exist_ok=True)
        if any(out.iterdir()):
            raise UsageError(f"{out} holds something already", hint="give a new folder")
    except OSError as error:
        raise UsageError(f"cannot write {out}: {error.strerror}") from error
