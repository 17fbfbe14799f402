"""Runs cycles: plans a policy, plays its program, returns the finished cycle."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Generator, Iterable, Mapping, Sequence
from contextlib import contextmanager, suppress
from copy import copy
from dataclasses import dataclass, replace
from pathlib import Path
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
from brokersql.compiler.variants import variant_texts
from brokersql.core.database import Database, SqlError, decoded
from brokersql.core.engine_faults import retried
from brokersql.core.errors import CycleError, UsageError
from brokersql.core.folders import reading_once
from brokersql.core.kept_databases import (
    DatabaseKeeper,
    KeptDatabase,
    kept_database,
)
from brokersql.core.policy_names import DEFAULT_POLICY
from brokersql.core.sql_files import result_sql
from brokersql.cycle.connection_pool import ConnectionPool
from brokersql.cycle.decided_again import (
    DecidedAgain,
    change_settings,
    open_gates,
    unchanged_policy,
)
from brokersql.cycle.open_cycles import (
    FEW_PAIRS,
    cycle_key,
    open_cycles,
    report_of,
    report_text,
)
from brokersql.cycle.plan import (
    DECISION,
    Options,
    Plan,
    check_chooses,
    kept_tables,
    needed_facts,
    parameters_in_force,
    places_jobs,
    variant_steps,
)
from brokersql.cycle.stages import (
    AnswerMemory,
    PairStage,
    PhaseTimer,
    Stage,
    UnitStage,
)
from brokersql.cycle.task_blocks import decide_in_blocks
from brokersql.policy import (
    Parameters,
    Policy,
    load_policy,
)
from brokersql.snapshot import Change, LoadReport, Snapshot
from brokersql.snapshot.overlay import apply_changes, apply_variants


class ResultTable:
    """An attribute of a cycle: its result table of this name, sorted by its key.

    One that the policy does not have raises UsageError.
    """

    def __init__(self, meaning: str) -> None:
        self.__doc__ = meaning

    def __set_name__(self, owner: type, name: str) -> None:
        self._name = name

    def __get__(self, cycle: FinishedCycle, owner: type) -> pa.Table:
        return cycle.table(self._name)


@dataclass(frozen=True, slots=True)
class FinishedCycle:
    """A finished cycle: its decisions, and every relation that led to them.

    The result tables are Arrow tables, sorted by their keys; what each holds stands in
    sql/views/result. The relations of the policy live in a schema named after it;
    `policy_source` is the shipped name or the folder from which it was read.
    """

    snapshot: Snapshot
    loaded: LoadReport
    options: Options
    seed: int
    clock: PhaseTimer
    stage: Stage[Program]
    policy_source: str

    result = ResultTable("One row per decision.")
    candidate = ResultTable("The ranked choice with all weight factors.")
    weighed = ResultTable("Every pair that reached the weights.")
    exclusion = ResultTable("The reported reason of every rejected pair.")
    verdict = ResultTable("All failing criteria of every pair as a mask.")
    criterion = ResultTable("The rule files, which decode the mask.")
    funnel = ResultTable("The candidates before and after each check.")
    action = ResultTable("What is done to which job, by which rule.")
    placement = ResultTable("The batches of jobs in order, where jobs were placed.")
    destination = ResultTable("Where the output of each task goes.")
    match = ResultTable("One row per pilot: the job that it got, or why none.")
    task_queue = ResultTable("The task queues with their priorities.")
    waiting_job = ResultTable("The task queue in which each job stands.")
    refused_job = ResultTable("The jobs that no task queue takes, and why.")

    @property
    def program(self) -> Program:
        """Return the compiled policy."""
        return self.stage.program

    @property
    def parameters(self) -> Parameters:
        """Return the parameters in force."""
        return self.stage.parameters

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

    def check_chooses(self) -> None:
        """Refuse a policy that has verdicts and no choice.

        Raises:
            UsageError: the policy only answers another one.
        """
        check_chooses(self.program)

    @property
    def asked_pairs(self) -> PairStage | None:
        """Return the stage of the policy that was asked about pairs, if one was."""
        asked = self.stage.asked
        return asked if isinstance(asked, PairStage) else None

    def on(self, connection: Database) -> Self:
        """Return the same cycle as another connection onto its database sees it."""
        return replace(self, stage=self.stage.on(connection))

    @property
    def is_whole(self) -> bool:
        """Return whether its relations are about all work, whoever asks about some."""
        stage = self.stage
        if not self.options.tasks:
            return stage.has_verdicts
        return stage.whole is not None and stage.whole.database is self.database

    @property
    def is_large(self) -> bool:
        """Return whether it takes long to decide about all tasks of its snapshot."""
        return self.database.count("task") * self.pairs.n_partners > FEW_PAIRS

    @property
    def decides_tasks_alone(self) -> bool:
        """Return whether what a task gets depends on no other task."""
        is_sequential = load_policy(self.policy_source).is_sequential
        return self.stage.asked is None and not is_sequential

    @property
    def memory(self) -> AnswerMemory | None:
        """Return what earlier answers about all its work found out, if that is kept."""
        return self.stage.memory if self.is_whole else None

    def whole(self) -> FinishedCycle:
        """Return the cycle of all work; itself where it is not limited to some tasks.

        Raises:
            SnapshotError: the snapshot cannot be read any more.
        """
        stage, options = self.stage, self.options
        if self.is_whole and not options.tasks:
            return self
        if stage.whole is None:
            every = replace(options, tasks=(), part=None)
            stage.whole = whole_cycle(self.snapshot, self.policy_source, every)
        return stage.whole

    def about(self, tasks: Sequence[int]) -> FinishedCycle:
        """Return the cycle of all work as one that some tasks are asked about.

        Raises:
            UsageError: a task is not among them.
        """
        self.stage.check_known(tasks)
        stage = copy(self.stage)
        stage.whole = self
        options = replace(self.options, tasks=tuple(tasks))
        return replace(self, stage=stage, options=options)

    def table(self, name: str) -> pa.Table:
        """Return a result table of the program: see `brokersql.cycle.TABLES`.

        Raises:
            UsageError: the policy has no such result.
        """
        return decoded(self.coded_table(name))

    def coded_table(self, name: str) -> pa.Table:
        """Return the rows of `table`, where names of pairs are dictionary columns.

        Raises:
            UsageError: the policy has no such result.
        """
        if name not in self.program.results:
            hint = f"its results: {', '.join(self.program.results)}"
            raise UsageError(f"policy {self.policy} has no table {name}", hint=hint)
        if name != "criterion":
            self.check_chooses()
        if name == "exclusion":
            self.pairs.show_reported()
        elif name == "verdict":
            self.pairs.show_names()
        return self.database.coded_table(result_sql(name, self.program.decides))

    @contextmanager
    def what_if(
        self,
        changes: Sequence[Change] = (),
        settings: Mapping[str, str] | None = None,
        *,
        unthrottled: int | None = None,
        wanted: Iterable[str] = DECISION,
        only_task: int | None = None,
    ) -> Generator[DecidedAgain]:
        """Decide again with other values; afterwards the cycle is as it was.

        Within the block the `wanted` relations have the rows that they would have, and
        so have others that what is yielded is asked for. `settings` are parameters by
        name, as of ``--set``; `unthrottled` is the number of a task that no gate
        throttles. With `only_task` no other task has pairs.

        Raises:
            CycleError: a rule failed on the changed data.
        """
        stage, asked = self.stage, self.stage.asked
        touched = {f"{each.table}.{each.column}" for each in changes}
        values = settings or {}
        before: dict[str, str] = {}
        try:
            with self.database.undone():
                apply_changes(self.database, changes)
                if asked is not None and (changes or values):
                    asked.prepare(self.database)
                    policy = asked.program.policy
                    own, _ = change_settings(asked, policy, self.options, values)
                    if DecidedAgain(asked, touched | own).want({"verdict"}):
                        text = result_sql("asked_pair")
                        asked.repeat(Statement("asked_pair", text))
                        touched.add("asked_pair")
                    stage.prepare(self.database)
                own, before = change_settings(
                    stage, self.policy_source, self.options, values
                )
                touched |= own
                gates: set[str] = set()
                if unthrottled is not None:
                    gates = open_gates(stage, unthrottled)
                again = DecidedAgain(stage, touched | gates, gates, only_task)
                again.want(wanted)
                yield again
        finally:
            if asked is not None:
                stage.prepare(self.database)
            elif before and not self.database.has_failed:
                self.database.set_variables(before)

    @contextmanager
    def what_if_each(
        self, changes: Sequence[Change], wanted: Iterable[str]
    ) -> Generator[set[int] | None]:
        """Decide again once for each of several changes; then the cycle is as it was.

        The changes are of one table. Within the block the `wanted` relations that rest
        on it have the rows of each change, and its place as `cycle_no`. Yields the
        places of changes that are impossible; None where nobody can do it at once.

        Raises:
            CycleError: a rule failed on the changed data.
        """
        table, database = changes[0].table, self.database
        columns = {each.column for each in changes}
        steps = variant_steps(self.program, table, columns, wanted)
        texts = None
        # which make relations of others, and do nothing else
        is_plain = all(it.makes and not (it.changes or it.parameters) for it in steps)
        if self.stage.asked is None and is_plain:
            texts = variant_texts(steps, {table})
        if texts is None:
            yield None
            return
        with database.undone():
            beyond = apply_variants(database, changes)
            for step, text in zip(steps, texts, strict=True):
                with self.stage.locating_errors(step.name):
                    database.run(text)
            yield beyond

    @property
    def places_jobs(self) -> bool:
        """Return whether the parameter `place` of the policy is set."""
        return places_jobs(self.parameters)

    @property
    def kept_tables(self) -> list[str]:
        """Return the names of the result tables that the options keep, in order.

        `placement` is one of them only where jobs are placed.
        """
        names = kept_tables(self.program, self.options)
        return [name for name in names if name != "placement" or self.places_jobs]

    def sql(self, query: str) -> pa.Table:
        """Return the rows of a query over snapshot, facts, rules and results."""
        self.stage.show_named(query)
        return self.database.table(query)

    def reasons(self) -> pa.Table:
        """Return every failing criterion of every pair, with its numbers."""
        self.pairs.show_reasons()
        return self.database.table("from verdict_reason")


@dataclass(frozen=True, slots=True)
class LoadedSnapshot:
    """A snapshot, and the database that holds its tables."""

    snapshot: Snapshot
    report: LoadReport
    database: Database


def run_cycle(
    snapshot: Snapshot | LoadedSnapshot,
    policy: str = DEFAULT_POLICY,
    options: Options | None = None,
    *,
    per_task: bool = False,
    is_kept: bool = False,
    files: Sequence[Path] = (),
    readers: Sequence[CycleReader] = (),
) -> FinishedCycle:
    """Run one policy over a snapshot and return the finished cycle.

    With `per_task` no pair has a verdict yet: see `PerTaskCycle`. A snapshot that
    `is_kept` is taken from the user's cache and kept there as it was loaded; the
    database that loads it can be copied to `files`. A cycle that loads its snapshot is
    run again where DuckDB fails internally, with safer settings. For `readers` a large
    cycle is decided in blocks of tasks; then nobody else sees all pairs.

    Raises:
        UsageError: an unknown policy, profile, parameter or task.
        SnapshotError: the snapshot cannot be used.
        PolicyError: the policy is faulty.
        CycleError: a rule failed on the data.
        EngineError: DuckDB failed internally with the safest settings, too.
        OutOfMemoryError: the cycle needs more memory than it may have.
    """
    chosen = options or Options()
    how = _How(per_task, is_kept, files, readers)
    if isinstance(snapshot, LoadedSnapshot):
        return _run_once(snapshot, policy, chosen, how)
    return retried(lambda: _run_once(snapshot, policy, chosen, how))


class CycleReader(ABC):
    """Reads the relations of cycles as soon as they are decided."""

    @abstractmethod
    def begin(self, policy: str) -> None:
        """Begin a policy, or begin it again: then forget what was read of it."""

    @abstractmethod
    def read(self, cycle: FinishedCycle) -> None:
        """Read a cycle, or one block of it: all relations are about its tasks then."""


@dataclass(frozen=True, slots=True)
class _How:
    """How a cycle is run: see `run_cycle`."""

    per_task: bool
    is_kept: bool
    files: Sequence[Path]
    readers: Sequence[CycleReader]


def _run_once(
    snapshot: Snapshot | LoadedSnapshot,
    policy: str,
    options: Options,
    how: _How,
) -> FinishedCycle:
    with reading_once():
        return _played(snapshot, policy, options, how)


def _played(
    snapshot: Snapshot | LoadedSnapshot,
    policy: str,
    options: Options,
    how: _How,
) -> FinishedCycle:
    clock = PhaseTimer()
    # 1. the policy first: its faults show before data is touched
    with clock.phase("compile"):
        plan = Plan.of(policy)
    if isinstance(snapshot, LoadedSnapshot):
        return _finished(plan, snapshot, options, clock, how)
    database = Database.open(
        threads=options.n_threads, memory_limit=options.memory_limit
    )
    try:
        # 2. the snapshot
        with clock.phase("load"):
            macros = (each.sql for each in plan.program.macros)
            report = snapshot.load_into(
                database, files=how.files, macros=macros, is_kept=how.is_kept
            )
            loaded = LoadedSnapshot(snapshot, report, database)
        # 3. the program
        return _finished(plan, loaded, options, clock, how)
    except BaseException:
        database.close()
        raise


def _finished(
    plan: Plan, on: LoadedSnapshot, options: Options, clock: PhaseTimer, how: _How
) -> FinishedCycle:
    seeds: list[int] = []

    def parameters(each: Plan, known: Options) -> Parameters:
        found, seed = parameters_in_force(on.database, each.source, known)
        seeds.append(seed)
        return found

    def finished(stage: Stage[Program]) -> FinishedCycle:
        found = (on.snapshot, on.report, options, seeds[0], clock, stage)
        return FinishedCycle(*found, plan.source)

    def read(stage: Stage[Program]) -> None:
        for reader in how.readers:
            reader.read(finished(stage))

    for reader in how.readers:
        reader.begin(plan.program.policy)
    after_block = read if how.readers else None
    given = (plan, on.database, options, parameters, clock)
    return finished(play(*given, per_task=how.per_task, after_block=after_block))


def whole_cycle(
    snapshot: Snapshot, policy: str, options: Options | None = None
) -> FinishedCycle:
    """Return the finished cycle of all work: a kept one, else it is run and kept.

    Raises:
        Exception: what `run_cycle` raises.
    """
    chosen = options or Options()
    found = kept_cycle(snapshot, policy, chosen)
    return found or _kept_now(snapshot, policy, chosen)


def answering_cycle(snapshot: Snapshot, policy: str, options: Options) -> FinishedCycle:
    """Return a finished cycle that has the decisions about the tasks of its options.

    Where the cycle of all work is kept, it answers about some tasks, too. One of little
    work is run and kept: it takes little longer than one of some tasks.

    Raises:
        Exception: what `run_cycle` raises.
    """
    if not options.tasks:
        return whole_cycle(snapshot, policy, options)
    known = load_policy(policy)
    if known.is_paired and known.decides == "task":
        every = replace(options, tasks=())
        whole = kept_cycle(snapshot, policy, every)
        if whole is None and _has_little_work(snapshot):
            whole = _kept_now(snapshot, policy, every)
        if whole is not None:
            return whole.about(options.tasks)
    return run_cycle(snapshot, policy, options, is_kept=True)


#: Chunks times queues at most of a cycle that takes as long as its statements do.
_LITTLE_WORK = 12_000


def _has_little_work(snapshot: Snapshot) -> bool:
    """Return whether a snapshot is known to have few pairs to decide about."""
    rows = snapshot.rows_before or {}
    return 0 < rows.get("input_chunk", 0) * rows.get("queue", 0) <= _LITTLE_WORK


def kept_cycle(
    snapshot: Snapshot, policy: str, options: Options
) -> FinishedCycle | None:
    """Return a finished cycle from the user's cache; None if it is not there.

    Raises:
        UsageError: an unknown policy, profile or parameter.
        PolicyError: the policy is faulty.
    """
    with reading_once():
        clock = PhaseTimer()
        with clock.phase("compile"):
            plan = Plan.of(policy)
        key = cycle_key(snapshot, plan, options)
        if key is None:
            return None
        with clock.phase("load"):
            if (held := open_cycles.find(key, options)) is not None:
                snapshot.loaded_before(held.loaded)
                return FinishedCycle(
                    *(snapshot, held.loaded, options, held.seed, clock, held.stage),
                    plan.source,
                )
            with kept_database(key) as kept:
                found = kept and _opened(kept, plan, snapshot, options, clock)
        if found is not None:
            open_cycles.add(key, found)
        return found


def _opened(
    kept: KeptDatabase,
    plan: Plan,
    snapshot: Snapshot,
    options: Options,
    clock: PhaseTimer,
) -> FinishedCycle | None:
    database = Database.open(
        threads=options.n_threads, memory_limit=options.memory_limit
    )
    try:
        report = report_of(kept.about)
        database.take(kept.file)
        database.seal()
        database.plan_for(report.n_loaded)
        stage, seed = _as_played(plan, database, options)
    except (SqlError, ValueError, KeyError, TypeError):
        database.close()
        return None
    except BaseException:
        database.close()
        raise
    snapshot.loaded_before(report)
    return FinishedCycle(snapshot, report, options, seed, clock, stage, plan.source)


def _as_played(
    plan: Plan, database: Database, options: Options
) -> tuple[Stage[Program], int]:
    """Return the stage of a plan whose relations are there, and the seed."""
    values, seed = parameters_in_force(database, plan.source, options)
    asked = None
    if plan.asked is not None:
        known = plan.asked.known(options)
        asked, _ = _as_played(plan.asked, database, known)
    stage = make_stage(database, plan.program, values, asked)
    stage.pool = ConnectionPool(database, options.n_threads, stage.prepare)
    stage.prepare(database)
    return stage, seed


def _kept_now(snapshot: Snapshot, policy: str, options: Options) -> FinishedCycle:
    """Run a cycle and keep it, unless the snapshot has changed meanwhile."""
    key = cycle_key(snapshot, Plan.of(policy), options)
    if key is None:
        return run_cycle(snapshot, policy, options)
    with DatabaseKeeper(key) as keeper:
        files = keeper.files
        cycle = run_cycle(snapshot, policy, options, is_kept=True, files=files)
        if keeper.file is not None:
            with suppress(SqlError):
                cycle.database.copy_to(keeper.file)
                if cycle_key(snapshot, Plan.of(policy), options) == key:
                    keeper.keep(report_text(cycle.loaded))
                    open_cycles.add(key, cycle)
    return cycle


def play(
    plan: Plan,
    database: Database,
    options: Options,
    parameters: Callable[[Plan, Options], Parameters],
    clock: PhaseTimer | None = None,
    *,
    per_task: bool = False,
    after_block: Callable[[Stage[Program]], None] | None = None,
) -> Stage[Program]:
    """Run a plan in a database that holds the snapshot; return the finished stage.

    `parameters` gives the values in force for the policy and for the one that it asks,
    which runs first. With `per_task` the pairs of the policy get no verdict. Where
    `after_block` is given, it is called with the stage for each block of a large cycle,
    see `task_blocks`, and once for others.

    Raises:
        UsageError: an unknown profile, parameter or task.
        CycleError: a rule failed on the data.
    """
    timer = clock or PhaseTimer()
    with timer.phase("facts"):
        values, asked = parameters(plan, options), None
    if plan.asked is not None:
        known = plan.asked.known(options)
        asked = play(plan.asked, database, known, parameters, timer)
        database.run(result_sql("asked_pair"))
    stage = make_stage(database, plan.program, values, asked)
    stage.has_verdicts = not per_task
    stage.pool = ConnectionPool(database, options.n_threads, stage.prepare)
    try:
        if after_block is not None and isinstance(stage, PairStage):
            decide_in_blocks(plan, stage, timer, options, after_block)
        else:
            stage.perform(timer, options)
            if after_block is not None:
                after_block(stage)
    except CycleError as error:
        stage.name_rules(error)
        raise
    finally:
        stage.pool.close()
    return stage


def make_stage(
    database: Database,
    program: Program,
    parameters: Parameters,
    asked: Stage[Program] | None = None,
) -> Stage[Program]:
    """Return the stage for a program of this shape."""
    if isinstance(program, UnitProgram):
        return UnitStage(database, program, parameters, asked)
    assert isinstance(program, PairProgram)
    return PairStage(database, program, parameters, asked)


def fact_names(policy: str) -> list[str]:
    """Return the names of all facts that a policy may read."""
    return [file.stem for file in load_policy(policy).facts]


def own_table_names(policy: str) -> list[str]:
    """Return the names of the tables that a policy brings."""
    return [table.name for table in load_policy(policy).tables]


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
    schema = make_stage(database, program, parameters)
    schema.create_schema()
    known = {fact.name for fact in program.facts}
    _make(schema, needed_facts(program.facts, known & set(names)))
    _make_alone(schema, loaded, set(names) - known)
    return program.policy


def add_facts(cycle: FinishedCycle, names: Iterable[str]) -> None:
    """Make facts that no rule of a finished cycle reads, where they are not there yet.

    Raises:
        CycleError: a fact failed on this data.
    """
    missing = [name for name in names if not cycle.database.has(name)]
    if missing:
        policy = unchanged_policy(cycle.policy_source, cycle.program)
        _make_alone(cycle.stage, policy, missing)


def _make_alone(schema: Stage[Program], policy: Policy, names: Collection[str]) -> None:
    """Make facts that the program of a policy has not."""
    if names:
        _make(schema, needed_facts(compile_facts(policy), names))


def _make(schema: Stage[Program], facts: Iterable[Statement]) -> None:
    for fact in facts:
        if not schema.database.has(fact.name):
            schema.run([fact])
