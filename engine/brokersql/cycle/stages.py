"""Stages: a policy's program, run phase by phase on a loaded snapshot.

The verdicts of all pairs are one statement. DuckDB runs a cross join that is driven by
few rows on one thread, and works on 2,048 units at a time: ranges of units would leave
half-full vectors, so the statement is split by groups of similar queues instead. The
rows are the same however it is split.
"""

from __future__ import annotations

import re
import time
from abc import ABC, abstractmethod
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from copy import copy
from dataclasses import dataclass, field, replace
from functools import cache
from typing import TYPE_CHECKING, Any, Generic, Self, TypeVar

import pyarrow as pa

from brokersql.compiler import PairProgram, Program, Statement, UnitProgram
from brokersql.compiler.program import ALL_UNITS
from brokersql.core.database import Database, SqlError, literal, quote
from brokersql.core.errors import (
    CycleError,
    EngineError,
    OutOfMemoryError,
    UsageError,
    suggest,
)
from brokersql.core.sql_files import result_sql, sql_root, sql_text
from brokersql.cycle.connection_pool import ConnectionPool, Job
from brokersql.cycle.matching import (
    BlockMatcher,
    limit_facts,
    priority_facts,
)
from brokersql.cycle.plan import Options, dependencies_of
from brokersql.policy import Parameters

if TYPE_CHECKING:
    from brokersql.cycle.run import FinishedCycle


@dataclass(slots=True)
class PhaseTimer:
    """Seconds per phase, in the order in which phases began."""

    seconds: dict[str, float] = field(default_factory=dict[str, float])

    @contextmanager
    def phase(self, name: str) -> Generator[None]:
        """Add the time of the block to a phase."""
        start = time.perf_counter()
        try:
            yield
        finally:
            spent = time.perf_counter() - start
            self.seconds[name] = self.seconds.get(name, 0.0) + spent

    @property
    def total(self) -> float:
        """Return the seconds of all phases."""
        return sum(self.seconds.values())


class AnswerMemory:
    """Keeps what was decided again with other values, by what was changed.

    A finished cycle decides alike whoever asks, so nothing in it ever becomes wrong.

    >>> memory = AnswerMemory()
    >>> memory.part("squares", 2)[3] = 9
    >>> memory.part("squares", 2)
    {3: 9}
    >>> memory.part("squares", 1)
    {}
    """

    def __init__(self) -> None:
        self._parts: dict[str, dict[Any, Any]] = {}

    def part(self, name: str, most: int) -> dict[Any, Any]:
        """Return what is known of a kind; nothing if it has become so much."""
        found = self._parts.setdefault(name, {})
        if len(found) >= most:
            found.clear()
        return found


P = TypeVar("P", bound=Program, covariant=True)
#: Settings that the queries of sql/match read as connection variables.
_SERVED = ("job_window", "seed")


class Stage(Generic[P], ABC):
    """A policy's program and its schema, after that of the policy that it asks, if any.

    `has_verdicts` is false where pairs get their verdicts later: see `PerTaskCycle`.
    `whole` is the cycle of all work, once it was asked for where this one is limited.
    """

    has_verdicts = True
    whole: FinishedCycle | None = None
    #: What answers found out, where the cycle of all work stays open for others.
    memory: AnswerMemory | None = None

    def __init__(
        self,
        database: Database,
        program: P,
        parameters: Parameters,
        asked: Stage[Program] | None = None,
    ) -> None:
        self.database = database
        self._program = program
        self.parameters = parameters
        self.asked = asked
        self.pool = ConnectionPool(database, 1, self.prepare)

    @property
    def program(self) -> P:
        """Return the program that makes the relations."""
        return self._program

    def on(self, connection: Database) -> Self:
        """Return the same relations as another connection sees them."""
        other = copy(self)
        other.database = connection
        return other

    def prepare(self, connection: Database) -> None:
        """Set a connection's search path and variables to those of the policy."""
        program = self.program
        named = {"policy": program.policy, "chooses": program.chooses}
        connection.use_schemas((program.policy, "main"))
        connection.set_variables(
            self.variables | {name: literal(value) for name, value in named.items()}
        )

    @property
    def variables(self) -> dict[str, str]:
        """Return the literals of the settings that queries read as variables."""
        read = {f"cfg_{name}" for name in (*self.program.variables, *_SERVED)}
        values = self.parameters.variables()
        return {name: text for name, text in values.items() if name in read}

    def create_schema(self) -> None:
        """Create the macros of all policies, and the policy's schema with settings."""
        self.database.create_macros(each.sql for each in self.program.macros)
        self.database.create_schema(self.program.policy)
        self.prepare(self.database)
        for name, table in self.parameters.tables().items():
            self.database.create_table(name, table)

    def build_facts(self, statements: Sequence[Statement]) -> None:
        """Create the schema with settings, macros, facts and what follows them."""
        self.create_schema()
        self.make((*self.program.facts, *statements))

    def make(self, statements: Sequence[Statement], *, again: bool = False) -> None:
        """Run statements in parallel, each after those that it reads.

        With `again` tables are replaced; views stay as they are.

        Raises:
            CycleError: one failed on this data.
        """
        run = self._run_again if again else self._run
        try:
            self.pool.run(statements, dependencies_of(statements), run)
        except EngineError as error:  # also met by statements on other threads
            broken = [each.name for each in statements if each.sql == error.statement]
            error.where = ".".join([self.program.policy, *broken[:1]])
            raise

    def run(
        self, statements: Sequence[Statement], parameters: Sequence[object] = ()
    ) -> None:
        """Run statements in order, each with the parameters.

        Raises:
            CycleError: one failed on this data.
        """
        for each in statements:
            self._run(self.database, each, parameters)

    def _run(
        self,
        connection: Database,
        statement: Statement,
        parameters: Sequence[object] = (),
    ) -> None:
        with self.locating_errors(statement.name):
            connection.run(statement.sql, parameters)

    def _run_again(self, connection: Database, statement: Statement) -> None:
        if not statement.is_view:
            self._run(connection, statement.again)

    @contextmanager
    def locating_errors(self, name: str) -> Generator[None]:
        """Add to errors which relation was being made.

        Raises:
            CycleError: a rule failed on this data.
        """
        where = f"{self.program.policy}.{name}"
        try:
            yield
        except SqlError as error:
            raise CycleError(error.message, where=where, hint=error.hint) from error
        except (EngineError, OutOfMemoryError) as error:
            error.where = error.where or where
            raise

    def name_rules(self, error: CycleError) -> None:
        """Let an error name the file of the rule that failed, not what it makes."""
        files = {each.relation: each.file for each in self.program.criteria}
        error.where = files.get(error.where.rpartition(".")[2], error.where)

    @abstractmethod
    def perform(self, clock: PhaseTimer, options: Options) -> None:
        """Run the whole program; afterwards all its relations are there.

        Raises:
            CycleError: a statement failed on this data.
            UsageError: the cycle is limited to tasks that are not there.
        """

    @property
    @abstractmethod
    def n_units(self) -> int:
        """Return the number of decisions of the cycle."""

    @property
    def counts(self) -> dict[str, int]:
        """Return how much the cycle looked at, by what it is."""
        return {"units": self.n_units}

    def show_named(self, query: str) -> None:
        """Make the views that a query names and that nobody needed until now."""

    def repeat(self, statement: Statement) -> None:
        """Run a statement again; what it made before is replaced."""
        self.run((statement.again,), statement.parameters)

    def limit_to(self, tasks: Sequence[int], relation: str) -> None:
        """Leave only the rows of some tasks in the relation of what is decided about.

        Raises:
            UsageError: a task is not among them.
        """
        if not tasks:
            return
        self.check_known(tasks, relation)
        rows = [{"jedi_task_id": task} for task in tasks]
        self.database.create_table("wanted_task", pa.Table.from_pylist(rows))
        self.database.run(result_sql(f"limit_{relation}", self.program.decides))

    def check_known(self, tasks: Sequence[int], relation: str = "input_chunk") -> None:
        """Refuse tasks that are not in the relation of what is decided about.

        Raises:
            UsageError: a task is not among them.
        """
        text = result_sql(f"{relation}_task_ids", self.program.decides)
        known = [str(row[0]) for row in self.database.rows(text)]
        for task in tasks:
            if str(task) not in known:
                hint = suggest(str(task), known)
                raise UsageError(f"no task {task} ({len(known)} tasks)", hint=hint)


#: Below this many pairs per part a further thread costs more than it saves.
LEAST_PAIRS = 500_000


def count_parts(n_queue_groups: int, n_pairs: int, n_threads: int) -> int:
    """Return into how many parts it pays to divide the queue groups.

    >>> count_parts(250, 5_000_000, 2)
    2
    >>> count_parts(250, 10_000, 4)
    1
    """
    return max(1, min(n_threads, n_queue_groups, n_pairs // LEAST_PAIRS))


class UnitStage(Stage[UnitProgram]):
    """A policy whose rules act upon single units."""

    def perform(self, clock: PhaseTimer, options: Options) -> None:
        """Run the program: facts, then each kind of rules, then the actions."""
        program = self.program
        # 1. settings, facts, and the units that are decided about
        with clock.phase("facts"):
            self.build_facts((program.unit, program.criterion))
            self.limit_to(options.tasks, "unit")
        # 2. whom no rule acts upon, when each rule falls due, whom sets give up
        with clock.phase("verdict"):
            self.make((*program.exemptions, program.exempt))
            self.make((*program.timeouts, program.timer))
            self.make((*program.picks, program.picked))
        # 3. the actions
        with clock.phase("select"):
            self.make(program.select)

    @property
    def n_units(self) -> int:
        """Return the number of decisions of the cycle."""
        return self.database.count("unit")


#: The table of what is decided about.
_UNIT = "x_unit"
#: What is decided about -> the relations of sql/views/report that its cycles offer,
#: readers last. The first holds a row per filter and is read many times: it is a table.
_REPORTS = {
    "task": ("ladder", "fate", "queue_fate", "funnel_cut", "funnel", "refused_pair"),
    "pilot": ("ladder", "pilot/departure", "pilot/funnel"),
}
#: The view with a row for each failing criterion of a pair.
_REASONS = "verdict_reason"


@cache
def reports(decides: str) -> tuple[Statement, ...]:
    """Return the relations of sql/views/report that cycles offer, readers last."""
    paths = [
        sql_root() / "views" / "report" / f"{name}.sql" for name in _REPORTS[decides]
    ]
    kinds = ("table", *("view" for _ in paths[1:]))
    return tuple(
        Statement(
            path.stem,
            f"create {kind} {path.stem} as {path.read_text(encoding='utf-8')}",
            makes=(path.stem,),
            is_view=kind == "view",
        )
        for kind, path in zip(kinds, paths, strict=True)
    )


def _of_part(
    grains: Sequence[Statement], number: int, n_parts: int
) -> tuple[Statement, ...]:
    """Return statements after which the decisions of one part are left."""
    cut = result_sql("part_task", n_parts=n_parts, part_no=number)
    return tuple(
        replace(each, sql=f"{each.sql};\n{cut}") if each.name == _UNIT else each
        for each in grains
    )


class PairStage(Stage[PairProgram]):
    """A policy that gives pairs verdicts and weights."""

    def perform(self, clock: PhaseTimer, options: Options) -> None:
        """Run the program: facts, verdict, weights, and the choice."""
        self.build_sides(clock, options)
        self.decide(clock)

    def build_sides(self, clock: PhaseTimer, options: Options) -> None:
        """Make the facts and all that precedes the verdict, each at its own grain.

        Raises:
            CycleError: a statement failed on this data.
            UsageError: the cycle is limited to tasks that are not there.
        """
        with clock.phase("facts"):
            self.limit_to(options.tasks, "input_chunk")
            self.build_facts(self._paired(options.part))

    def decide(self, clock: PhaseTimer, *, again: bool = False) -> None:
        """Decide about the rows of `x_unit`: verdict, weights, and the choice.

        With `again` it replaces what other rows led to.

        Raises:
            CycleError: a statement failed on this data.
        """
        program = self.program
        # 1. what pairs share; all criteria of all pairs; the rules about sets of pairs
        with clock.phase("facts"):
            self.make(self._shared, again=again)
        with clock.phase("verdict"):
            self._judge(again=again)
        # 2. the pairs that are left get weights, and may hit a cap
        with clock.phase("weigh"):
            left = (program.verdict, program.survivor, *program.weights)
            caps = (program.pair_weight, *program.caps, program.cap_hit)
            self.make((*left, *caps), again=again)
        # 3. rank, cut, name the outcome; then the views that explain it
        with clock.phase("select"):
            self.make(program.select, again=again)
        if program.select and not again:
            with clock.phase("views"):
                self.run(reports(program.decides))
        # 4. what was chosen leaves: requests are served one after the other
        if "match" in program.results:
            with clock.phase("serve"):
                self._serve()

    def name_rules(self, error: CycleError) -> None:
        """Let an error name the file of the rule that failed.

        One statement decides by all filters: each is asked by itself, until one fails.
        """
        super().name_rules(error)
        program = self.program
        files = {each.relation: each.file for each in program.criteria}
        if error.where in files.values():
            return
        for view in (program.candidate, *program.pair_views, *program.filter_views):
            file = files.get(view.name)
            try:
                if not self.database.has(view.name):
                    self.database.run(view.sql)
                if file is not None:
                    name = quote(view.name)
                    self.database.rows(sql_text("report", "evaluated", relation=name))
            except SqlError as fault:
                if file is not None and fault.hint:  # else it reads what is not there
                    error.where, error.message = file, fault.message
                    return

    def compare(self) -> None:
        """Find the pairs that survive all conditions, when the facts are there.

        Raises:
            CycleError: a statement failed on this data.
        """
        program = self.program
        self.make((*self._paired(None), *self._shared))
        self._judge()
        self.make((program.verdict, program.survivor))

    @property
    def counts(self) -> dict[str, int]:
        """Return how much the cycle looked at, by what it is."""
        return {**super().counts, "queues": self.n_partners, "pairs": self.n_pairs}

    @property
    def n_pairs(self) -> int:
        """Return the number of pairs that the verdict holds."""
        return self.n_units * self.n_partners

    @property
    def _shared(self) -> list[Statement]:
        """Return the statements about what many pairs of the decisions share."""
        return [each for each in self.program.grains if _UNIT in each.reads]

    def _paired(self, part: tuple[int, int] | None) -> tuple[Statement, ...]:
        """Return the statements between the facts and the verdict."""
        program = self.program
        grains = program.grains if part is None else _of_part(program.grains, *part)
        sides = (*(it for it in grains if _UNIT not in it.reads), program.numbering)
        gates = (program.criterion, *program.gates, program.gate_hit)
        return (program.candidate, *program.pair_views, *sides, *gates)

    def _judge(self, *, again: bool = False) -> None:
        """Make the masks of all pairs, and let the rules about sets of pairs act."""
        program = self.program
        masks, passed = program.verdict_table, program.passed
        self.run((masks.again if again else masks,))
        self._fill_verdict()
        self.run((passed.again if again else passed,))
        self.make(program.set_rules, again=again)

    def _fill_verdict(self) -> None:
        """Compute the mask of every pair, for each part of the queue groups."""
        if not self.has_verdicts:
            return
        fill = self.program.verdict_fill
        n_parts = count_parts(self.n_queue_groups, self.n_pairs, self.pool.size)

        def job(part: int) -> Job:
            bounds = (0, ALL_UNITS, n_parts, part)
            return lambda connection: connection.run(fill.sql, bounds)

        with self.locating_errors(fill.name):
            self.pool.share([job(part) for part in range(n_parts)])

    def _serve(self) -> None:
        policy = self.program.policy
        schemas = (f"{policy}_choice", policy, "main")
        self.database.run(sql_text("match", "match_table"))
        priorities, limits = priority_facts(self.program), limit_facts(self.program)
        choice = BlockMatcher(self.database, schemas, priorities, limits)
        choice.serve()
        choice.end()

    def show_filters(self) -> None:
        """Make the views of the filters, each as its file has it, once.

        The verdict is made of all filters at once: only questions read these views.
        """
        views = self.program.filter_views
        if views and not self.database.has(views[0].name):
            self.run(views)

    def show_named(self, query: str) -> None:
        """Make the views that a query names and that nobody needed until now."""
        words = set(re.findall(r"\w+", query.lower()))
        if _REASONS in words:
            self.show_reasons()
        if words.intersection(each.name for each in self.program.filter_views):
            self.show_filters()

    def show_reported(self) -> None:
        """Make the reported reason of every rejected pair, once, and names of pairs."""
        if not self.database.has("x_reported"):
            bounds = (0, ALL_UNITS)
            self.database.create_table_as("x_reported", self.program.reported, bounds)
        if not self.database.has("reported"):
            self.database.create_view("reported", sql_text("report", "reported"))
        self.show_names()

    def show_names(self) -> None:
        """Make the names that stand in results of all pairs, once."""
        if self.program.decides == "task" and not self.database.has("x_partner_named"):
            self.database.run(result_sql("names"))

    def show_reasons(self) -> None:
        """Make the view verdict_reason, a row for each failing criterion, once."""
        self.show_pair_reason()
        if not self.database.has(_REASONS):
            reason = result_sql(_REASONS, self.program.decides)
            self.database.create_view(_REASONS, reason)

    def show_pair_reason(self) -> None:
        """Make the view pair_reason, which that view is made of, once."""
        if not self.database.has("pair_reason"):
            self.database.create_view("pair_reason", self.program.reasons.sql())

    @property
    def n_units(self) -> int:
        """Return the number of decisions of the cycle."""
        return self.database.count("x_unit")

    @property
    def n_queue_groups(self) -> int:
        """Return the number of groups of similar queues."""
        return self.database.count("x_group")

    @property
    def n_partners(self) -> int:
        """Return the number of queues, or nuclei, that each decision looks at."""
        return self.database.count("x_partner")
