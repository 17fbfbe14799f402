"""What all policies need on a loaded snapshot before their programs play."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from copy import copy
from functools import cache
from typing import Generic, Self, TypeVar

import pyarrow as pa

from brokersql.compiler import NamedSql, Program
from brokersql.cycle.crew import Crew
from brokersql.cycle.options import Options
from brokersql.cycle.steps import Step, read_step
from brokersql.cycle.timing import Clock
from brokersql.database import Database, SqlError
from brokersql.errors import CycleError, EngineError, OutOfMemoryError, UsageError
from brokersql.policy import Parameters
from brokersql.policy.faults import suggest
from brokersql.resources import sql_root
from brokersql.snapshot.statements import literal


@cache
def statement(name: str, decides: str = "task") -> str:
    """Return the text of a statement of sql/result, that of the noun where it has one.

    `decides` is what the policy decides about: `Policy.decides`.
    """
    folder = sql_root() / "result"
    own = folder / decides / f"{name}.sql"
    path = own if own.is_file() else folder / f"{name}.sql"
    return path.read_text(encoding="utf-8")


P = TypeVar("P", bound=Program, covariant=True)


class Ground(Generic[P]):
    """A policy's relations in a schema of their own beside the snapshot tables."""

    def __init__(self, database: Database, program: P, parameters: Parameters) -> None:
        self.database = database
        self._program = program
        self.parameters = parameters
        self.crew = Crew(database, 1, self.prepare)

    @property
    def program(self) -> P:
        """Return the program whose relations stand here."""
        return self._program

    def on(self, connection: Database) -> Self:
        """Return the same relations as another connection sees them."""
        other = copy(self)
        other.database = connection
        return other

    def prepare(self, connection: Database) -> None:
        """Let a connection see the policy's relations, its parameters and its name."""
        program = self.program
        named = {"policy": program.policy, "chooses": program.chooses}
        connection.use_schemas((program.policy, "main"))
        connection.set_variables(
            self.parameters.variables()
            | {name: literal(value) for name, value in named.items()}
        )

    def furnish(self) -> None:
        """Make the policy's name space with its settings."""
        self.database.create_schema(self.program.policy)
        self.prepare(self.database)
        for name, table in self.parameters.tables().items():
            self.database.create_table(name, table)

    def settle(self, statements: Sequence[NamedSql]) -> None:
        """Make the name space with settings, macros, facts and what follows them."""
        program = self.program
        facts = [NamedSql(fact.name, fact.sql) for fact in program.facts]
        self.furnish()
        self.make((*program.macros, *facts, *statements))

    def make(self, statements: Sequence[NamedSql]) -> None:
        """Run statements side by side, each after those that it reads.

        Raises:
            CycleError: one failed on this data.
        """
        places: dict[str, list[int]] = {}
        reads = {each.name: each.of for each in self.program.reads}
        waits: list[set[int]] = []
        for number, each in enumerate(statements):
            names = (each.name, *reads.get(each.name, ()))
            waits.append({place for name in names for place in places.get(name, ())})
            places.setdefault(each.name, []).append(number)
        try:
            self.crew.run(statements, waits, self._run)
        except EngineError as error:  # also met by statements on other threads
            broken = [each.name for each in statements if each.sql == error.statement]
            error.where = ".".join([self.program.policy, *broken[:1]])
            raise

    def run(
        self, statements: Sequence[NamedSql], parameters: Sequence[object] = ()
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
        statement: NamedSql,
        parameters: Sequence[object] = (),
    ) -> None:
        with self.placing(statement.name):
            connection.run(statement.sql, parameters)

    @contextmanager
    def placing(self, name: str) -> Generator[None]:
        """Say of errors that they happened while a relation was made.

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


class Stage(Ground[P], ABC):
    """One policy at work, after the policy that it asks, if it asks one."""

    def __init__(
        self,
        database: Database,
        program: P,
        parameters: Parameters,
        asked: Stage[Program] | None = None,
    ) -> None:
        super().__init__(database, program, parameters)
        self.asked = asked

    def play(self, clock: Clock, options: Options) -> None:
        """Run the whole program; afterwards all its relations are there.

        Raises:
            CycleError: a statement failed on this data.
            UsageError: the cycle is limited to tasks that are not there.
        """
        self.ask(clock, options)
        self.crew = Crew(self.database, options.n_threads, self.prepare)
        try:
            self.perform(clock, options)
        finally:
            self.crew.close()

    @abstractmethod
    def perform(self, clock: Clock, options: Options) -> None:
        """Run the program of this policy itself."""

    @property
    @abstractmethod
    def n_units(self) -> int:
        """Return the number of decisions of the cycle."""

    @property
    def counts(self) -> dict[str, int]:
        """Return how much the cycle looked at, by what it is."""
        return {"units": self.n_units}

    def ask(self, clock: Clock, options: Options) -> None:
        """Let the policy that is asked decide, and keep what it says of each pair."""
        if self.asked is not None:
            self.asked.play(clock, options)
            self.database.run(statement("asked_pair"))

    def steps(self) -> list[Step]:
        """Return all statements from the facts on, in order, as steps."""
        program = self.program
        return [read_step(each.sql) for each in program.statements]

    def repeat(self, step: Step) -> None:
        """Run a statement again; what it made before is replaced."""
        self.run((NamedSql(step.name, step.again),), step.parameters)

    def limit_to(self, tasks: Sequence[int], relation: str) -> None:
        """Leave only the rows of some tasks in the relation of what is decided about.

        Raises:
            UsageError: a task is not among them.
        """
        if not tasks:
            return
        decides = self.program.decides
        ids = self.database.rows(statement(f"{relation}_task_ids", decides))
        known = [str(row[0]) for row in ids]
        for task in tasks:
            if str(task) not in known:
                hint = suggest(str(task), known)
                raise UsageError(f"no task {task} ({len(known)} tasks)", hint=hint)
        rows = [{"jedi_task_id": task} for task in tasks]
        self.database.create_table("wanted_task", pa.Table.from_pylist(rows))
        self.database.run(statement(f"limit_{relation}", decides))
