"""A database with every relation that an ad-hoc query may name."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path

import pyarrow as pa

from brokersql.compiler import QueryNames, compile_policy
from brokersql.core.database import Database, SqlError, quote
from brokersql.core.errors import SnapshotError, UsageError
from brokersql.core.files import lasting
from brokersql.core.result_tables import RESULTS, TABLES
from brokersql.core.sql_files import sql_text
from brokersql.cycle import (
    FinishedCycle,
    LoadedSnapshot,
    Options,
    add_facts,
    fact_names,
    make_facts,
    own_table_names,
    run_cycle,
)
from brokersql.export.comments import comment_all, macro_titles
from brokersql.policy import load_policy
from brokersql.results.run_record import RecordedRun
from brokersql.snapshot import LoadReport, Snapshot
from brokersql.snapshot.contract import tables as contract

#: Views of results, made by a query of sql/views/report -> the result that it needs.
VIEWS = {"verdict_reason": "verdict"}


class Workspace:
    """Relations of a snapshot or of a run, made when a query first names them.

    `options` holds the policies that may be asked for, the default first. Snapshot
    tables stand in the schema `main`, results in `results`, and what a policy makes in
    a schema of its name. Copies can be written to `folder` alone.
    """

    def __init__(
        self,
        find_snapshot: Callable[[], Snapshot],
        run: RecordedRun | None,
        options: Mapping[str, Options],
        folder: Path,
    ) -> None:
        self.database = Database.open(scratch=folder)
        self.database.create_schema(RESULTS)
        self.run = run
        self.options = options
        #: Why the snapshot of a run cannot be read; then there are results only.
        self.gone = ""
        self._find_snapshot = find_snapshot
        self._loaded: LoadedSnapshot | None = None
        self._facts: dict[str, set[str]] = {}
        self._cycles: dict[str, FinishedCycle] = {}
        self._names_of: dict[str, frozenset[str]] = {}
        self._first = next(iter(options), "")

    def provide(self, named: QueryNames) -> bool:
        """Make what a query names and is not there yet; return whether anything was.

        A name without a schema means the policy that knows most of the query's names,
        the default one where several do.

        Raises:
            SnapshotError: the snapshot cannot be used, or is not that of the run.
            CycleError: a rule failed on the data.
        """
        # 1. results
        results = [
            name
            for schema, name in named.tables
            if schema in ("", RESULTS) and name in self._result_names()
        ]
        added = self._add_results(
            name for name in results if not self.has(name, RESULTS)
        )
        # 2. the snapshot
        others = [each for each in named.tables if each[1] not in results or each[0]]
        missing = [(schema, name) for schema, name in others if schema != RESULTS]
        macros = self._lacks_macros(named.functions)
        if (missing or macros) and self._load():
            added = True
        # 3. facts, rules and steps of policies
        missing = [each for each in missing if not self.has(each[1], each[0])]
        if (missing or macros) and self._loaded is not None:
            added = self._add_relations(missing, macros) or added
        return added

    def complete(self) -> None:
        """Make everything there is, for each of the policies.

        Each policy gets macros of its own, and `main` is left with tables: what holds
        nothing else there is a snapshot. Views that need variables of this connection
        go: elsewhere these are NULL.
        """
        self._load()
        if self._loaded is not None:
            for policy in self.options:
                add_facts(self._cycle(policy), fact_names(policy))
        names = [name for name in self._result_names() if not self.has(name, RESULTS)]
        self._add_results(names)
        stages = [it.stage for it in self._cycles.values()]
        for stage in (*stages, *filter(None, (it.asked for it in stages))):
            texts = [macro.sql for macro in stage.program.macros]
            self.database.create_macros(texts, stage.program.policy)
        found = self.database.rows(sql_text("export", "macros"))
        names = [str(name) for schema, name in found if schema == "main"]
        self.database.drop_macros("main", names)
        for view in self.database.rows(sql_text("export", "unset_views")):
            self.database.run(f"drop view {'.'.join(quote(str(it)) for it in view)}")

    def has(self, name: str, schema: str = "") -> bool:
        """Return whether a relation is there, anywhere or in one schema."""
        found = self.database.rows(sql_text("export", "has_relation"), (name, schema))
        return bool(found[0][0])

    def known_names(self) -> list[str]:
        """Return all names that a query may use for a relation, made or not."""
        if self.gone:
            return sorted(self._result_names())
        names = {*contract(), *self._result_names()}
        for policy in self.options:
            names |= {n for n in self._known(policy) if not n.startswith("x_")}
        return sorted(names)

    def macro_names(self) -> list[str]:
        """Return the names of all macros."""
        return list(macro_titles([load_policy(next(iter(self.options)))]))

    def relations(self) -> list[tuple[object, ...]]:
        """Return schema, kind, name and comment of all tables and views."""
        return self.database.rows(sql_text("export", "relations"))

    def first_schema(self, name: str) -> str:
        """Return the schema in which a name is found first, empty where nowhere."""
        return next((each for each in self.schemas if self.has(name, each)), "")

    def comment(self) -> None:
        """Say of all that is there what it is, in words of the SQL files."""
        policies = [load_policy(name) for name in self.options]
        asked = {policy.asks for policy in policies} - {None, *self.options}
        policies += [load_policy(name) for name in sorted(filter(None, asked))]
        comment_all(self.database, policies)

    @property
    def schemas(self) -> list[str]:
        """Return the schemas in which names are looked up, in this order."""
        made = [name for name in self._names() if name in self._made()]
        return [RESULTS, *made, "main"]

    def write(self, file: Path) -> None:
        """Write all that is there to a new file of the folder.

        Raises:
            UsageError: the file cannot be written.
        """
        try:
            self.database.copy_to(file)
        except SqlError as error:
            # DuckDB names the file in front
            *_, reason = error.message.rpartition('": ')
            hint = "give a file that you may write, on a disk with space"
            message = f"cannot write {lasting(file)}: {reason}"
            raise UsageError(message, hint=hint) from error

    def _names(self) -> list[str]:
        """Return the schemas of the policies, the one that was last meant first."""
        order = sorted(self.options, key=lambda policy: policy != self._first)
        return [Path(policy).resolve().name for policy in order]

    def _made(self) -> set[str]:
        return {Path(name).resolve().name for name in (*self._facts, *self._cycles)}

    def _result_names(self) -> Sequence[str]:
        held = TABLES if self.run is None else self.run.tables
        return [*held, *VIEWS]

    def _load(self) -> bool:
        """Load the snapshot, once; return whether it was done now."""
        if self._loaded is not None or self.gone:
            return False
        try:
            snapshot = self._find_snapshot()
        except SnapshotError as error:
            if self.run is None:
                raise
            self.gone = error.message
            return False
        self.database.use_schemas(("main",))
        report = self._load_into_database(snapshot)
        if self.run is not None:
            self.run.check_rows(report)
        self._loaded = LoadedSnapshot(snapshot, report, self.database)
        return True

    def _load_into_database(self, snapshot: Snapshot) -> LoadReport:
        """Load a snapshot; from the cache only into a database without results."""
        if self.run is not None:
            return snapshot.load_into(self.database)
        self.database.drop_schema(RESULTS)
        try:
            return snapshot.load_into(self.database, is_kept=True)
        finally:
            self.database.create_schema(RESULTS)

    def _add_results(self, names: Iterable[str]) -> bool:
        wanted = list(names)
        tables = {
            name: self._result(name)
            if self.run is None or name in VIEWS
            else self.run.table(name)
            for name in wanted
        }
        self.database.use_schemas((RESULTS, "main"))
        for name, table in tables.items():
            if table.num_columns:
                self.database.create_table(name, table)
        return bool(wanted)

    def _result(self, name: str) -> pa.Table:
        """Return a result table of all policies that have work and yield it."""
        self._load()
        if self._loaded is None:
            return _NONE
        yielded = VIEWS.get(name, name)
        owners = [
            policy
            for policy in self.options
            if yielded in compile_policy(load_policy(policy)).results
        ]
        rows = self.database.rows(sql_text("report", "work"))
        busy = {str(row[0]) for row in rows}
        working = [each for each in owners if Path(each).resolve().name in busy]
        cycles = [self._cycle(policy) for policy in working or owners[:1]]
        tables = [self._table(cycle, name) for cycle in cycles]
        return pa.concat_tables(tables, promote_options="default") if tables else _NONE

    def _table(self, cycle: FinishedCycle, name: str) -> pa.Table:
        """Return a result table of one of several cycles in the database."""
        cycle.stage.prepare(self.database)
        return cycle.reasons() if name in VIEWS else cycle.table(name)

    def _lacks_macros(self, functions: Sequence[str]) -> bool:
        """Return whether one of the functions is a macro that is not made yet."""
        if not functions or self._made() or not self.options:
            return False
        return bool(set(functions) & set(self.macro_names()))

    def _add_relations(
        self, missing: Sequence[tuple[str, str]], is_for_macros: bool
    ) -> bool:
        """Make what policies have under these names; of one policy for bare names."""
        wanted: dict[str, set[str]] = {}
        unqualified = {name for schema, name in missing if not schema}
        if unqualified or is_for_macros:
            known = {
                policy: unqualified & self._known(policy) for policy in self.options
            }
            meant = max(known, key=lambda policy: len(known[policy]), default="")
            if meant and (known[meant] or is_for_macros):
                self._first = meant
                wanted[meant] = known[meant]
        for policy in self.options:
            own = {n for schema, n in missing if schema == Path(policy).resolve().name}
            if own & self._known(policy):
                wanted.setdefault(policy, set()).update(own & self._known(policy))
        for policy, names in wanted.items():
            self._add_names(policy, names)
        return bool(wanted)

    def _known(self, policy: str) -> frozenset[str]:
        """Return the names of all relations that a policy can make."""
        if policy not in self._names_of:
            program = compile_policy(load_policy(policy))
            made = (statement.name for statement in program.statements)
            inputs = (*fact_names(policy), *own_table_names(policy))
            self._names_of[policy] = frozenset((*made, *inputs))
        return self._names_of[policy]

    def _add_names(self, policy: str, names: set[str]) -> None:
        """Make facts of a policy; run it where these are not enough."""
        facts = names & set(fact_names(policy))
        schema = Path(policy).resolve().name
        if policy not in self._cycles:
            every = self._facts.get(policy, set()) | facts
            self._forget(policy)
            make_facts(self.database, policy, self.options[policy], every)
            self._facts[policy] = every
            if all(self.has(name, schema) for name in names):
                return
        cycle = self._cycle(policy)
        cycle.stage.prepare(self.database)
        add_facts(cycle, facts)

    def _cycle(self, policy: str) -> FinishedCycle:
        """Return the finished cycle of a policy, run once."""
        if policy not in self._cycles:
            assert self._loaded is not None
            self._forget(policy)
            cycle = run_cycle(self._loaded, policy, self.options[policy])
            if cycle.program.shape == "candidate":
                cycle.pairs.show_filters()
            if self.run is not None:
                self.run.check(cycle)
            self._cycles[policy] = cycle
        return self._cycles[policy]

    def _forget(self, policy: str) -> None:
        """Drop the facts of a policy, where some were made without a cycle."""
        if self._facts.pop(policy, None) is not None:
            self.database.use_schemas(("main",))
            self.database.drop_schema(Path(policy).resolve().name)


_NONE = pa.Table.from_pylist([])
