"""The relations of a state in its database, and the classes of requests.

The policy's facts stand in four schemas. What depends on neither jobs nor requests is
made once (schema of the policy's name). `added` holds the facts of jobs that just came,
`fit` those of requests and task queues that were never compared. `state` holds what
outlives them; its relations stand for the policy's facts of the same name.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Generator, Iterable, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

import pyarrow as pa

from brokersql.compiler import PairProgram, Statement
from brokersql.core.database import Database
from brokersql.core.sql_files import sql_text
from brokersql.cycle.plan import dependent_facts, needed_facts
from brokersql.cycle.stages import PairStage
from brokersql.policy import Parameters

STATE, ADDED, FIT = "state", "added", "fit"
#: What sites allow is part of the select, and depends on neither.
_OF_SITES = ("delay_rule",)
#: Facts that a state keeps, so that what leads to them is not asked again.
_KEPT_FACTS = ("job_requirement", "task_queue", "waiting_job", "job_class")


class StateRelations(PairStage):
    """A policy's relations, made piece by piece as jobs and requests come."""

    def __init__(
        self, database: Database, program: PairProgram, parameters: Parameters
    ) -> None:
        """Make what depends on neither jobs nor requests, and the state without any.

        The snapshot's tables are loaded, `dirac_job` and `dirac_pilot` without rows.
        """
        super().__init__(database, program, parameters)
        self._path: tuple[str, ...] = ()
        self._groups = FactGroups.of(program)
        database.create_schema(STATE)
        self.create_schema()
        self.make(self._groups.constant)
        self.run([each for each in program.select if each.name in _OF_SITES])
        database.run(sql_text("match/state", "macros"))
        with self._schema(ADDED):
            self.run(self._groups.of_jobs)
            database.run(sql_text("match/state", "tables"))
        self.prioritise()

    def prepare(self, connection: Database) -> None:
        """Let a connection see the schemas in use, and the parameters."""
        policy = self.program.policy
        connection.use_schemas((*self._path, STATE, policy, "main"))
        connection.set_variables(self.variables)

    def enter(self) -> None:
        """Let names of relations mean what they mean in the state."""
        policy = self.program.policy
        self.database.use_schemas((*self._path, STATE, policy, "main"))

    def shaped(self, name: str, rows: pa.Table) -> pa.Table:
        """Return rows with all columns of a snapshot table, NULL if they lack one."""
        self.database.register("given_rows", rows)
        empty = f"from main.{name} limit 0"
        found = self.database.table(f"({empty}) union all by name from given_rows")
        self.database.unregister("given_rows")
        return found

    def take_in(self, jobs: pa.Table) -> tuple[int, pa.Table]:
        """Put jobs into task queues.

        Args:
            jobs: rows of `dirac_job`; one that is known moves to its new requirements.

        Returns:
            The number of the first new task queue, or 0, and job_id and reason of the
            jobs that are refused.
        """
        with self._schema(ADDED):
            self.database.create_table("dirac_job", jobs)
            self.database.plan_by_size("main", STATE, ADDED)
            self.run((*self._groups.of_jobs, *self._groups.refused))
            for name in ("alike", "joining", "seat", "new_queue"):
                self.database.create_table_as(name, sql_text("match/state", name))
            self.database.run(sql_text("match/state", "take_in"))
            first = int(
                str(self.database.rows(sql_text("match/state", "came_in"))[0][0])
            )
            return first, self.database.table(f"from {REFUSED_JOB}")

    def leave(self, matches: pa.Table, before: int) -> None:
        """Let jobs wait no longer that requests before a number got.

        Args:
            matches: rows of `match`; those without a job do not count.
            before: the first number that does not count.
        """
        self.database.register("matched", matches)
        self.database.run(sql_text("match/state", "leave"), (before,))
        self.database.unregister("matched")

    def come_back(self, jobs: pa.Table) -> None:
        """Let matched jobs wait again; rows of job_id."""
        self.database.register("came", jobs)
        self.database.run(sql_text("match/state", "come_back"))
        self.database.unregister("came")

    def wait(self) -> None:
        """Find out which jobs wait."""
        for name in ("waiting_job", "job_class", "job_requirement"):
            query = f"create or replace table {name} as {sql_text('match/state', name)}"
            self.database.run(query)

    def prioritise(self) -> None:
        """Give the task queues the priorities that the waiting jobs give them."""
        self.wait()
        self.run(self.priorities)

    def restore(self, tables: Mapping[str, pa.Table]) -> None:
        """Fill what outlives jobs and requests from a checkpoint."""
        for name, table in tables.items():
            self.database.register("kept", table)
            rows = f"(from {name} limit 0) union all by name from kept"
            self.database.run(f"create or replace table {name} as {rows}")
            self.database.unregister("kept")
        self.database.plan_by_size("main", STATE)

    def fit_all(self) -> None:
        """Compare all classes of requests with all task queues."""
        self.database.run("delete from fitting")
        self.fit()

    @property
    def priorities(self) -> list[Statement]:
        """Return statements that make the priorities again from `job_class` on."""
        return [fact.again for fact in self._groups.of_priority]

    @property
    def limits(self) -> list[Statement]:
        """Return statements that compute again what limits refuse to known requests."""
        return [fact.again for fact in self._groups.of_limit]

    def learn(self, pilots: pa.Table) -> int:
        """Know the classes of requests that come.

        Args:
            pilots: rows of `dirac_pilot`.

        Returns:
            The number of the first new class, which is not fitted yet; or 0.
        """
        database = self.database
        database.register("pilots", pilots)
        for name in ("arriving", "new_class"):
            database.run(
                f"create or replace table {name} as {sql_text('match/state', name)}"
            )
        first = int(str(database.rows(sql_text("match/state", "first_class"))[0][0]))
        if first:
            database.run(sql_text("match/state", "learn"))
        database.unregister("pilots")
        return first

    def admit(self) -> None:
        """Make the relation `asking` of the requests learned last, once all fit.

        A new class is refused, if at all, when it is fitted.
        """
        query = f"create or replace table asking as {sql_text('match/state', 'asking')}"
        self.database.run(query)

    def fit(self, *, first_class: int = 0, first_queue: int = 0) -> None:
        """Compare classes of requests with task queues, each from a number on."""
        with self._schema(FIT):
            pilots, queues = (
                sql_text("match/state", "compared_pilot"),
                sql_text("match/state", "compared_queue"),
            )
            self.database.create_table_as("dirac_pilot", pilots, (first_class,))
            self.database.create_table_as("task_queue", queues, (first_queue,))
            self.run(self._groups.of_fit)
            self.compare()
            self.database.run(
                f"insert into state.fitting {sql_text('match/state', 'fitting')}"
            )
            self.database.run(sql_text("match/state", "refuse"))

    @contextmanager
    def _schema(self, name: str) -> Generator[None]:
        """Make relations in a schema of their own, which is dropped in the end."""
        self.database.create_schema(name)
        self._path = (name,)
        self.enter()
        yield
        self._path = ()
        self.enter()
        self.database.run(f"drop schema {name} cascade")


@dataclass(frozen=True, slots=True)
class FactGroups:
    """The facts of a policy by what they are made of.

    Attributes:
        constant: of neither jobs nor requests.
        of_jobs: that lead from jobs to task queues.
        refused: the statement that lists jobs that no task queue takes.
        of_priority: that lead from task queues and what is left in them to priorities.
        of_fit: that conditions read, of requests and task queues.
        of_limit: that lead from these, and from limits, to what limits refuse.
    """

    constant: Sequence[Statement]
    of_jobs: Sequence[Statement]
    refused: Sequence[Statement]
    of_priority: Sequence[Statement]
    of_fit: Sequence[Statement]
    of_limit: Sequence[Statement]

    @classmethod
    def of(cls, program: PairProgram) -> FactGroups:
        """Return the groups of a compiled policy."""
        facts = program.facts
        jobs = _names(dependent_facts(facts, ["dirac_job"]))
        pilots = _names(dependent_facts(facts, ["dirac_pilot"]))
        intake = needed_facts(facts, ["task_queue", "waiting_job", "job_intake"])
        later = [each for each in facts if each.name not in _KEPT_FACTS]
        ranked = needed_facts(later, ["task_queue_priority"])
        decisions = [name for each in program.decisions for name in each.reads]
        read = needed_facts(later, decisions)
        compared = _names(dependent_facts(later, ["dirac_pilot", "task_queue"]))
        limited = needed_facts(later, ["limited_queue"])
        sources = ["dirac_pilot", "task_queue", "limit_state"]
        return cls(
            constant=[each for each in facts if each.name not in jobs | pilots],
            of_jobs=[each for each in intake if each.name in jobs],
            refused=[each for each in program.select if each.name == REFUSED_JOB],
            of_priority=[each for each in ranked if each.name in jobs],
            of_fit=[each for each in read if each.name in compared - _names(ranked)],
            of_limit=dependent_facts(limited, sources),
        )


def _names(facts: Iterable[Statement]) -> set[str]:
    return {fact.name for fact in facts}


#: Columns that do not make a class; the CPU time does, by its segment, and whether one
#: job is asked for.
_OWN = ("seq", "pilot_id", "job_id", "arrival_time", "cpu_time")
#: Combinations that are remembered before all are forgotten.
_MOST = 100_000

Key = tuple[str, int | None]


class RequestClasses:
    """A memory of answers that the database gave about single requests."""

    def __init__(self, database: Database) -> None:
        self._database = database
        steps = database.rows(sql_text("match/state", "segment_step"))
        self._offered = [int(str(offered)) for offered, _ in steps]
        self._segments = [int(str(cpu_time)) for _, cpu_time in steps]
        self._classes: dict[Key, int] = {}

    def key(self, pilot: Mapping[str, object]) -> Key:
        """Return what requests of one class have in common, of a `dirac_pilot` row."""
        return _described(pilot), self._segment(pilot.get("cpu_time"))

    def _segment(self, cpu_time: object) -> int | None:
        if not isinstance(cpu_time, int):
            return None
        return self._segments[bisect_right(self._offered, cpu_time) - 1]

    def get(self, key: Key) -> int | None:
        """Return the class of requests alike, None if none is known."""
        return self._classes.get(key)

    def learn(self, first: int = 0) -> None:
        """Remember the classes of the state from a number on, unless refused."""
        if len(self._classes) >= _MOST:
            self._classes.clear()
        known = self._database.table(sql_text("match/state", "known_class"), (first,))
        for row in known.to_pylist():
            class_id, segment = row.pop("class_id"), row.pop("segment")
            self._classes[_described(row), segment] = class_id


def _described(row: Mapping[str, object]) -> str:
    """Return all that makes a class, but for the CPU time, as text."""
    values = (
        each for each in row.items() if each[0] not in _OWN and each[1] is not None
    )
    return repr((row.get("job_id") is not None, sorted(values)))


#: The table of a record that names those of its jobs that no task queue takes.
REFUSED_JOB = "refused_job"
