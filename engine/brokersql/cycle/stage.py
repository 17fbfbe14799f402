"""The statements of a program, run in order on a loaded snapshot."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from brokersql.compiler import NamedSql, Program
from brokersql.cycle.ranges import fill
from brokersql.cycle.timing import Clock
from brokersql.database import Database, SqlError
from brokersql.errors import CycleError
from brokersql.policy import Parameters
from brokersql.resources import sql_root


@cache
def _reports() -> tuple[NamedSql, ...]:
    """Return the views of sql/report that every cycle offers, readers last."""
    names = ("ladder", "fate", "queue_fate", "funnel")
    folder = sql_root() / "report"
    return tuple(
        NamedSql(name, f"create view {name} as {(folder / f'{name}.sql').read_text()}")
        for name in names
    )


class Stage:
    """One policy at work in a schema of its own beside the snapshot tables."""

    def __init__(
        self, database: Database, program: Program, parameters: Parameters
    ) -> None:
        self.database = database
        self.program = program
        self.parameters = parameters

    def prepare(self, connection: Database) -> None:
        """Let a connection see the policy's relations and its parameters."""
        connection.use_schemas((self.program.policy, "main"))
        connection.set_variables(self.parameters.variables())

    def play(self, clock: Clock, n_threads: int) -> None:
        """Run the whole program; afterwards all its relations are there.

        Raises:
            CycleError: a statement failed on this data.
        """
        program = self.program
        # 1. settings and facts, each at its own grain
        with clock.phase("facts"):
            self.database.create_schema(program.policy)
            self.prepare(self.database)
            for name, table in self.parameters.tables().items():
                self.database.create_table(name, table)
            self._run(program.macros)
            self._run([NamedSql(fact.name, fact.sql) for fact in program.facts])
            self._run((program.candidate, *program.pair_views, *program.filter_views))
            self._run((*program.grains, program.criterion))
            self._run((*program.gates, program.gate_hit))
        # 2. all criteria of all pairs, then the rules about sets of pairs
        with clock.phase("verdict"):
            self._run((program.verdict_table,))
            fill_sql = program.verdict_fill.sql
            fill(self.database, fill_sql, self.n_units, n_threads, prepare=self.prepare)
            self._run((program.sides, program.passed))
            self._run((*program.set_rules, *program.set_rule_marks))
        # 3. the pairs that are left get weights, and may hit a cap
        with clock.phase("weigh"):
            self._run((program.verdict, program.survivor, *program.weights))
            self._run((program.pair_weight, *program.caps, program.cap_hit))
        # 4. rank, cut, name the outcome
        with clock.phase("select"):
            self._run(program.select)
            self._run(_reports())

    @property
    def n_pairs(self) -> int:
        """Return the number of pairs that the verdict holds."""
        return self.n_units * self.n_partners

    @property
    def n_units(self) -> int:
        """Return the number of decisions of the cycle."""
        return self.database.count("x_unit")

    @property
    def n_partners(self) -> int:
        """Return the number of queues, or nuclei, that each decision looks at."""
        return self.database.count("x_partner")

    def _run(self, statements: Sequence[NamedSql]) -> None:
        for statement in statements:
            try:
                self.database.run(statement.sql)
            except SqlError as error:
                where = f"{self.program.policy}.{statement.name}"
                hint = "a value of the snapshot is beyond what the rule expects"
                first = str(error).splitlines()[0]
                raise CycleError(first, where=where, hint=hint) from error
