"""A simulation: each policy in a closed loop, its choices fed back as statistics.

The folder has the form of a replay, with a block per cycle.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from hashlib import sha256
from math import inf
from pathlib import Path
from typing import cast

import pyarrow as pa

from brokersql import __version__
from brokersql.compiler import Statement
from brokersql.compiler.parse import read_statement
from brokersql.core.database import Database
from brokersql.core.errors import UsageError
from brokersql.core.files import FolderWriter
from brokersql.core.policy_names import DEFAULT_POLICY
from brokersql.core.record_version import SCHEMA_VERSION
from brokersql.core.sql_files import result_sql, sql_text
from brokersql.cycle import FinishedCycle, Options, run_cycle, write_table
from brokersql.cycle.plan import steps_after
from brokersql.cycle.run_record import parameter_records, record
from brokersql.cycle.stages import PhaseTimer
from brokersql.policy import load_policy
from brokersql.render.documents import plain
from brokersql.render.html import Renderable
from brokersql.render.numbers import span
from brokersql.render.table import Display
from brokersql.render.text import Progress, plural
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
    states_of,
)
from brokersql.scoreboard.board import ScoreRow, side_by_side
from brokersql.snapshot import Snapshot
from brokersql.snapshot.manifest import time_text

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
_CHANGED = (
    *("job_stats", "task_job_stats"),
    *("input_chunk.n_jobs", "snapshot.snapshot_id"),
)


@dataclass(frozen=True, slots=True)
class SimulationPlan:
    """How long is simulated: `cycles`, and what is supposed.

    `every_s` is the time between two cycles, s; `load` the cores that come per cycle,
    over those that the queues can start in it.
    """

    cycles: int
    every_s: int = 3600
    load: float = 1.0

    def __post_init__(self) -> None:
        """Refuse what is no simulation."""
        if self.cycles < 1:
            raise UsageError(f"{self.cycles} cycles", hint="at least one is needed")
        if not 0 < self.load < inf:
            raise UsageError(f"--load {self.load}", hint="above 0; 1 is all that fits")


class ClosedLoop:
    """A policy that decides again and again; `cycle` holds its last decisions.

    The policy sees the snapshot's own time in every cycle: what is not simulated does
    not grow old.
    """

    def __init__(self, cycle: FinishedCycle, plan: SimulationPlan) -> None:
        """Begin with a cycle on the snapshot as it is, whose choices do not count."""
        self.cycle = cycle
        self.plan = plan
        self._start = cycle.loaded.snapshot_time or datetime(1970, 1, 1)
        self._schemas = (_SCHEMA, cycle.policy, "main")
        self._steps = _changing(cycle)
        database = self._database = cycle.database
        database.create_schema(_SCHEMA)
        database.use_schemas(self._schemas)
        row = {"seed": cycle.seed, "cycle_s": plan.every_s, "load": float(plan.load)}
        database.create_table("model", pa.Table.from_pylist([row]))
        self._set_time(0)
        database.create_view("snapshot", sql_text("simulate", "snapshot_now"))
        prepare_views(database)
        for name in _KEPT:
            database.create_table_as(name, sql_text("simulate", name))
        database.create_table_as("kept_task_stats", "from main.task_job_stats")
        self._run("state", "first_cohorts")
        database.create_view("held", sql_text("simulate", "held"))
        database.create_view("share_order", sql_text("facts", "share_order"))
        for name in ("result", "candidate"):
            database.run(f"drop table run_{name}")
            database.create_view(f"run_{name}", result_sql(name))

    def advance(self, number: int) -> None:
        """Let time pass, jobs come and the policy decide: cycle `number`, from 0 on.

        Raises:
            CycleError: a rule failed on the simulated data.
        """
        self._database.use_schemas(self._schemas)
        self._set_time(number)
        self._run("forget", *(_TIME if number else ()), *_BEFORE)
        self.cycle.stage.prepare(self._database)
        for step in self._steps:
            self.cycle.stage.repeat(step)
        self._database.use_schemas(self._schemas)
        self._run(*_AFTER)

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
        return self._start + timedelta(seconds=number * self.plan.every_s)

    def _set_time(self, number: int) -> None:
        row = {
            "cycle_no": number,
            "snapshot_id": self.snapshot_id(number),
            "snapshot_time": self.time(number),
        }
        self._database.run("drop table if exists clock")
        self._database.create_table("clock", pa.Table.from_pylist([row]))

    def _run(self, *names: str) -> None:
        for name in names:
            self._database.run(sql_text("simulate", name))


def _changing(cycle: FinishedCycle) -> list[Statement]:
    """Return the statements of a policy that see what is simulated, in order."""
    results = [read_statement(each, result_sql(each)) for each in _RESULTS]
    wanted = {name for each in results for name in each.reads}
    found = steps_after(cycle.program, _CHANGED, wanted)
    return [step for step in found if not step.is_view]


def _write_record(folder: Path, loop: ClosedLoop) -> None:
    """Write what is simulated, and the criteria, which all cycles share."""
    cycle, plan = loop.cycle, loop.plan
    body = {
        "schema_version": SCHEMA_VERSION,
        "kind": "simulation",
        "policy": cycle.policy,
        "programs": {cycle.policy: cycle.program.content_hash},
        "profile": cycle.options.profile,
        "settings": dict(cycle.options.settings),
        "seed": cycle.seed,
        "snapshot_id": cycle.loaded.snapshot_id,
        "content_hash": cycle.loaded.content_hash,
        "every_s": plan.every_s,
        "load": plan.load,
        "version": __version__,
    }
    folder.mkdir(parents=True)
    _write_json(folder / REPLAY_FILE, body)
    write_table(cycle.criterion, folder / "criterion.parquet")


def _write_cycle(
    folder: Path, loop: ClosedLoop, number: int, tables: Mapping[str, pa.Table]
) -> None:
    """Write the tables of a cycle."""
    name, cycle_id = time_text(loop.time(number)), loop.snapshot_id(number)
    block = folder / f"{BLOCK_PREFIX}{name}"
    cycle, plan = loop.cycle, loop.plan
    model = f"every_s={plan.every_s}, load={plan.load}, seed={cycle.seed}"
    inputs = f"{cycle.loaded.content_hash} SimulationModel({model}) {number}"
    body = {
        "schema_version": SCHEMA_VERSION,
        "kind": "simulated cycle",
        "inputs": sha256(inputs.encode()).hexdigest(),
        "first": name,
        "last": name,
        "snapshots": [cycle_id],
        "parameters": parameter_records(cycle.parameters),
        "tables": {each: table.num_rows for each, table in tables.items()},
    }
    block.mkdir()
    for table_name, table in tables.items():
        is_shared = {"snapshot_id", "bit"} & {*table.column_names}
        rows = table if is_shared else with_value(table, 0, "snapshot_id", cycle_id)
        write_table(rows, block / f"{table_name}.parquet")
    _write_json(block / BLOCK_FILE, body)
    whole = {**_run_record(loop, number), "tables": body["tables"]}
    _write_json(block / RECORD, whole)


def _run_record(loop: ClosedLoop, number: int) -> dict[str, object]:
    """Return the record of a cycle as of a run, whose snapshot is nowhere.

    It holds no timings, so that the same simulation leaves the same bytes.
    """
    made = record([loop.cycle], PhaseTimer())
    snapshot = cast("dict[str, object]", made["snapshot"])
    policies = cast("list[dict[str, object]]", made["policies"])
    made["snapshot"] = {
        **snapshot,
        "snapshot_id": loop.snapshot_id(number),
        "snapshot_time": time_text(loop.time(number)),
        "source": f"{snapshot['source']} after {number} simulated cycles",
        "rows": {},
    }
    made["policies"] = [{**each, "timings_s": {}} for each in policies]
    return made


def _write_json(path: Path, body: Mapping[str, object]) -> None:
    text = json.dumps(body, indent=1, ensure_ascii=False)
    path.write_text(f"{text}\n", encoding="utf-8")


#: The parameter by which a policy places jobs.
_PLACE = "place"
#: The relation that says what it placed.
_PLACEMENT = "placement"


_FIGURES = {
    "n_arrived": "jobs that came",
    "n_placed": "got a queue",
    "n_started": "started, with those there before",
    "n_finished": "finished, with those there before",
    "n_unplaced": "at the end without a queue",
    "n_waiting": "at the end in line at a queue",
    "cores_used_percent": "cores used, % of those there",
    "wait_mean_h": "wait, mean, h",
    "wait_p50_h": "wait, median, h",
    "wait_p95_h": "wait, 95 %, h",
    "wait_p99_h": "wait, 99 %, h",
}
#: What the scoreboard adds, as means over the cycles.
_MEANS = {
    "assigned_percent": "chunks assigned, mean over cycles, %",
    "n_capped": "chunks capped, mean",
    "jain_index": "Jain index over global shares, mean",
}


@dataclass(frozen=True, slots=True)
class SimulationResult(Renderable):
    """A finished simulation.

    `compared` has one row per policy: see sql/simulate/compared.sql. `board` is
    the scoreboard over all policies and cycles.
    """

    folder: Path
    plan: SimulationPlan
    compared: pa.Table
    board: Scoreboard
    seed: int

    def lines(self, look: Display) -> list[str]:
        """Return what was simulated, and the policies side by side."""
        plan = self.plan
        cycles = plural(plan.cycles, "cycle")
        head = f"{cycles}, {span(plan.every_s)} apart · load {plan.load:g}"
        rows = cast("list[ScoreRow]", self.compared.to_pylist())
        lines = [f"{head} · seed {self.seed}"]
        lines += ["", *side_by_side("simulation", _FIGURES, rows, look)]
        means = cast("list[ScoreRow]", self.board.mean.to_pylist())
        whole = [row for row in means if row["scope"] == "all" and row["policy"]]
        if whole:
            lines += ["", *side_by_side("scoreboard", _MEANS, whole, look)]
        return lines

    @plain("simulation")
    def document(self) -> dict[str, object]:
        """Return the same as an object for JSON."""
        return {
            "cycles": self.plan.cycles,
            "every_s": self.plan.every_s,
            "load": self.plan.load,
            "seed": self.seed,
            "policies": self.compared.to_pylist(),
            "scoreboard": self.board.mean.to_pylist(),
        }


def simulate(
    snapshot: Snapshot,
    policies: Sequence[str],
    plan: SimulationPlan,
    out: Path,
    options: Mapping[str, Options] | None = None,
    progress: Progress = lambda _done, _all: None,
) -> SimulationResult:
    """Let policies decide about the same jobs, each in its own copy of the world.

    `options` are those of each policy, where it has any. `out/<policy>/block=<time>/`
    holds the tables of each cycle, in the form of a replay. Same snapshot, policy,
    options, plan and seed give the same bytes.

    Raises:
        UsageError: a policy does not place jobs, two have one name, an unknown policy
            or parameter, or `out` holds something already.
        SnapshotError: the snapshot cannot be used.
        CycleError: a rule failed on the simulated data.
    """
    # 1. what can be simulated, and where it goes
    _check(policies)
    chosen = {name: _placing((options or {}).get(name, Options())) for name in policies}
    with FolderWriter(out) as writer:
        if out.is_dir() and any(it.name[0] != "." for it in out.iterdir()):
            raise UsageError(f"{out} holds something already", hint="give a new folder")
        # 2. each policy in a world of its own, then all side by side
        found = _simulated(snapshot, chosen, plan, writer, progress)
        writer.put()
    return found


def _placing(options: Options) -> Options:
    """Return options with which a policy places jobs, and keeps no verdict."""
    settings = {**options.settings, _PLACE: "true"}
    return replace(options, settings=settings, verdict="none")


def _simulated(
    snapshot: Snapshot,
    policies: Mapping[str, Options],
    plan: SimulationPlan,
    writer: FolderWriter,
    progress: Progress,
) -> SimulationResult:
    """Let policies decide, and write every cycle."""
    cycles: list[dict[str, pa.Table]] = []
    n_all, seed = len(policies) * plan.cycles, 0
    for policy, options in policies.items():
        cycle = run_cycle(snapshot, policy, options, is_kept=True)
        seed, folder = cycle.seed, writer.path / cycle.policy
        with closing(cycle.database):
            loop = ClosedLoop(cycle, plan)
            with writer.writing():
                _write_record(folder, loop)
            for number in range(plan.cycles):
                progress(len(cycles), n_all)
                loop.advance(number)
                tables = loop.tables()
                with writer.writing():
                    _write_cycle(folder, loop, number, tables)
                kept = {name: tables[name] for name in (*STATES, *FLOWS)}
                cycles.append({**kept, **states_of(cycle.policy, kept)})
    progress(n_all, n_all)
    board = make_scoreboard(join_states(cycles), STARVED_S)
    with closing(Database.open()) as database:
        for name in FLOWS:
            flows = pa.concat_tables([each[name] for each in cycles])
            database.create_table(name, flows)
        database.create_view("wait_figures", sql_text("simulate", "wait_figures"))
        compared = database.table(sql_text("simulate", "compared"))
    return SimulationResult(writer.place, plan, compared, board, seed)


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
