"""Runs cycles: plans a policy, plays its program, returns the finished cycle."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Self

import pyarrow as pa

from brokersql.compiler import (
    PairProgram,
    Program,
    Statement,
    UnitProgram,
    compile_facts,
    compile_policy,
)
from brokersql.core.database import Database
from brokersql.core.engine_faults import retried
from brokersql.core.errors import UsageError
from brokersql.core.sql_files import DEFAULT_POLICY
from brokersql.cycle.dependencies import needed_facts
from brokersql.cycle.options import Options
from brokersql.cycle.result_tables import ResultTables
from brokersql.cycle.stages import (
    ALL_UNITS,
    PairStage,
    PhaseTimer,
    PolicySchema,
    Stage,
    UnitStage,
    result_sql,
)
from brokersql.policy import (
    Parameters,
    known_settings,
    load_policy,
    resolve_parameters,
)
from brokersql.snapshot import LoadReport, Snapshot


@dataclass(frozen=True, slots=True)
class FinishedCycle(ResultTables):
    """A finished cycle: its decisions, and every relation that led to them.

    The result tables are Arrow tables, sorted by their keys; what each holds stands in
    sql/result. The relations of the policy live in a schema named after it;
    `policy_source` is the shipped name or the folder from which it was read.
    """

    snapshot: Snapshot
    loaded: LoadReport
    program: Program
    parameters: Parameters
    options: Options
    seed: int
    clock: PhaseTimer
    stage: Stage[Program]
    policy_source: str

    @property
    def database(self) -> Database:
        """Return the database that holds the snapshot and all relations."""
        return self.stage.database

    @property
    def policy(self) -> str:
        """Return the policy's name."""
        return self.program.policy

    @property
    def pairs(self) -> PairStage:
        """Return the stage of a policy that decides about pairs.

        Raises:
            UsageError: the policy decides about single units.
        """
        if not isinstance(self.stage, PairStage):
            raise UsageError(
                f"{self.policy} has no verdicts: its rules act upon single units",
                hint=f"its results: {', '.join(self.program.results)}",
            )
        return self.stage

    @property
    def asked_pairs(self) -> PairStage | None:
        """Return the stage of the policy that was asked about pairs, if one was."""
        asked = self.stage.asked
        return asked if isinstance(asked, PairStage) else None

    def on(self, connection: Database) -> Self:
        """Return the same cycle as another connection onto its database sees it."""
        return replace(self, stage=self.stage.on(connection))

    def table(self, name: str) -> pa.Table:
        """Return a result table of the program: see `brokersql.cycle.TABLES`.

        Raises:
            UsageError: the policy has no such result.
        """
        if name not in self.program.results:
            hint = f"its results: {', '.join(self.program.results)}"
            raise UsageError(f"policy {self.policy} has no table {name}", hint=hint)
        if name == "exclusion":
            self.report_reasons()
        return self.database.table(result_sql(name, self.program.decides))

    @property
    def places_jobs(self) -> bool:
        """Return whether the parameter `place` of the policy is set."""
        return any(
            each.parameter.column == "place" and each.value is True
            for each in self.parameters.values
        )

    def sql(self, query: str) -> pa.Table:
        """Return the rows of a query over snapshot, facts, rules and results."""
        self.show_named(query)
        return self.database.table(query)

    def show_named(self, query: str) -> None:
        """Make the views that a query names and that nobody needed until now."""
        if isinstance(self.stage, PairStage):
            self.stage.show_named(query)

    def report_reasons(self) -> None:
        """Make the relation of the reported reasons with their details, once."""
        if not self.database.has("reported"):
            bounds, reported = (0, ALL_UNITS), self.pairs.program.reported
            self.database.create_table_as("reported", reported, bounds)

    def show_reasons(self) -> None:
        """Make the view verdict_reason, a row for each failing criterion, once."""
        self.pairs.show_reasons()

    def reasons(self) -> pa.Table:
        """Return every failing criterion of every pair, with its numbers."""
        self.show_reasons()
        return self.database.table("from verdict_reason")


def run_cycle(
    snapshot: Snapshot,
    policy: str = DEFAULT_POLICY,
    options: Options | None = None,
    pairs: type[PairStage] = PairStage,
) -> FinishedCycle:
    """Run one policy over a snapshot and return the finished cycle.

    `pairs` is the stage of a policy about pairs. A cycle in which DuckDB fails
    internally is run again, with safer settings.

    Raises:
        UsageError: an unknown policy, profile, parameter or task.
        SnapshotError: the snapshot cannot be used.
        PolicyError: the policy is faulty.
        CycleError: a rule failed on the data.
        EngineError: DuckDB failed internally with the safest settings, too.
        OutOfMemoryError: the cycle needs more memory than it may have.
    """
    return retried(lambda: _run_once(snapshot, policy, options or Options(), pairs))


def _run_once(
    snapshot: Snapshot, policy: str, chosen: Options, pairs: type[PairStage]
) -> FinishedCycle:
    clock = PhaseTimer()
    # 1. the policy first: its faults show before data is touched
    with clock.phase("compile"):
        plan = _plan(policy)
    database = Database.open(threads=chosen.n_threads, memory_limit=chosen.memory_limit)
    try:
        # 2. the snapshot
        with clock.phase("load"):
            loaded = snapshot.load_into(database)
        # 3. the program
        return _play(plan, snapshot, loaded, database, chosen, clock, pairs)
    except BaseException:
        database.close()
        raise


def run_loaded(
    snapshot: Snapshot,
    loaded: LoadReport,
    database: Database,
    policy: str,
    options: Options,
) -> FinishedCycle:
    """Run one more policy in a database that holds the snapshot already.

    Raises:
        UsageError: an unknown policy, profile, parameter or task.
        PolicyError: the policy is faulty.
        CycleError: a rule failed on the data.
    """
    clock = PhaseTimer()
    with clock.phase("compile"):
        plan = _plan(policy)
    return _play(plan, snapshot, loaded, database, options, clock)


@dataclass(frozen=True, slots=True)
class _Plan:
    """A compiled policy, and the one that it asks, if it asks one."""

    source: str
    program: Program
    asks: str | None = None
    asked: Program | None = None


def _plan(policy: str) -> _Plan:
    played = load_policy(policy)
    program = compile_policy(played)
    if played.asks is None:
        return _Plan(policy, program)
    return _Plan(policy, program, played.asks, compile_policy(load_policy(played.asks)))


def _play(
    plan: _Plan,
    snapshot: Snapshot,
    loaded: LoadReport,
    database: Database,
    chosen: Options,
    clock: PhaseTimer,
    pairs: type[PairStage] = PairStage,
) -> FinishedCycle:
    """Return the finished cycle of a compiled policy on a loaded snapshot."""
    # 1. the parameters in force
    with clock.phase("facts"):
        parameters, seed = parameters_in_force(database, plan.source, chosen)
    # 2. the program, after that of the policy it asks
    first: Stage[Program] | None = None
    if plan.asks is not None and plan.asked is not None:
        settings = known_settings(load_policy(plan.asks), chosen.settings)
        known = replace(chosen, settings=settings)
        stated, _ = parameters_in_force(database, plan.asks, known)
        first = make_stage(database, plan.asked, stated)
    stage = make_stage(database, plan.program, parameters, first, pairs)
    stage.play(clock, chosen)
    found = (snapshot, loaded, plan.program, parameters, chosen, seed, clock, stage)
    return FinishedCycle(*found, plan.source)


def parameters_in_force(
    database: Database, policy: str, options: Options
) -> tuple[Parameters, int]:
    """Return the parameters and the seed of a cycle on a loaded snapshot.

    Raises:
        UsageError: an unknown profile or parameter, or a value of another type.
    """
    rows = database.rows(result_sql("snapshot_seed"))
    vo, recorded_seed = str(rows[0][0] or ""), rows[0][1]
    seed = options.seed if options.seed is not None else int(str(recorded_seed or 0))
    parameters = resolve_parameters(
        load_policy(policy),
        options.profile,
        options.settings,
        database.rows(result_sql("gdp_config")),
        vo,
        seed,
    )
    return parameters, seed


def make_stage(
    database: Database,
    program: Program,
    parameters: Parameters,
    asked: Stage[Program] | None = None,
    pairs: type[PairStage] = PairStage,
) -> Stage[Program]:
    """Return the stage for a program of this shape."""
    if isinstance(program, UnitProgram):
        return UnitStage(database, program, parameters)
    assert isinstance(program, PairProgram)
    return pairs(database, program, parameters, asked)


def fact_names(policy: str) -> list[str]:
    """Return the names of all facts that a policy may read."""
    return [file.stem for file in load_policy(policy).facts]


def make_facts(
    database: Database, policy: str, options: Options, names: Iterable[str]
) -> str:
    """Make facts and all that they read on a loaded snapshot; return their schema.

    What only a cycle can make is left out.

    Raises:
        UsageError: an unknown profile or parameter.
        CycleError: a fact failed on this data.
    """
    loaded = load_policy(policy)
    program = compile_policy(loaded)
    parameters, _ = parameters_in_force(database, policy, options)
    schema = PolicySchema(database, program, parameters)
    schema.create_schema()
    schema.run(program.macros)
    known = {fact.name for fact in program.facts}
    _make(schema, needed_facts(program.facts, known & set(names)))
    _make(schema, compile_facts(loaded, set(names) - known))
    return program.policy


def add_facts(cycle: FinishedCycle, names: Iterable[str]) -> None:
    """Make facts that no rule of a finished cycle reads, where they are not there yet.

    Raises:
        CycleError: a fact failed on this data.
    """
    missing = [name for name in names if not cycle.database.has(name)]
    if missing:
        policy = load_policy(cycle.policy_source)
        _make(cycle.stage, compile_facts(policy, missing))


def _make(schema: PolicySchema[Program], facts: Iterable[Statement]) -> None:
    for fact in facts:
        if not schema.database.has(fact.name):
            schema.run([fact])


class MultiPolicyRun:
    """Runs several policies on a snapshot that is loaded once, each in its own schema.

    A cycle that is limited to tasks, or that asks another policy, changes the tables of
    the snapshot: it loads the snapshot for itself.
    """

    def __init__(self, snapshot: Snapshot) -> None:
        self._snapshot = snapshot
        self._shared: dict[str, FinishedCycle] = {}

    def run(self, policy: str, options: Options) -> FinishedCycle:
        """Run a policy and return the finished cycle.

        Raises:
            UsageError: an unknown policy, profile, parameter or task.
            SnapshotError: the snapshot cannot be used.
            PolicyError: the policy is faulty.
            CycleError: a rule failed on the data.
        """
        played = load_policy(policy)
        if options.tasks or played.asks is not None or played.name in self._shared:
            return run_cycle(self._snapshot, policy, options)
        first = next(iter(self._shared.values()), None)
        if first is None:
            cycle = run_cycle(self._snapshot, policy, options)
        else:
            connection = first.database.cursor()
            loaded = first.loaded
            cycle = run_loaded(self._snapshot, loaded, connection, policy, options)
        self._shared[played.name] = cycle
        return cycle
