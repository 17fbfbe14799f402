"""The only module that talks to DuckDB.

Every statement is drained before the call returns, because an unfinished result blocks
its connection. Bulk values cross as Arrow tables, settings as variables.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, suppress
from copy import copy
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from threading import Lock
from typing import Self

import duckdb
import pyarrow as pa

from brokersql.core.engine_faults import (
    EngineFault,
    EngineSettings,
    FailedStatement,
    faults_so_far,
    settings_in_force,
    write_bundle,
)
from brokersql.core.errors import EngineError, OutOfMemoryError
from brokersql.core.folders import scratch_folder
from brokersql.core.kept_databases import DatabaseKeeper, kept_database
from brokersql.core.parsed_texts import ParsedTexts
from brokersql.core.processors import n_processors
from brokersql.core.sql_files import sql_text

#: Bytes of a block in a file that holds many small tables: the least there is.
_BLOCK = 16_384
#: DuckDB's name of a file whose relations are those of a database in memory.
_TAKEN = "taken_file"


#: A statement that is parsed already.
ParsedStatement = duckdb.Statement
#: What connections of this process were asked more than once.
_repeated = ParsedTexts[ParsedStatement]()
#: The kind of a pivot, which DuckDB takes for several statements.
_PIVOT = "MULTI"


#: How messages begin of an internal error of DuckDB, or of a lack of memory;
#: through Arrow an error comes without its class.
_ENGINE_FAULTS = ("INTERNAL Error:", "FATAL Error:")
_NO_MEMORY = "Out of Memory Error:"
#: Beginning of a message -> hint.
_VALUES = "a value of the snapshot is beyond what the rule expects"
_HINTS = {
    "Constraint Error:": _VALUES,
    "Conversion Error:": _VALUES,
    "Invalid Input Error:": _VALUES,
    "Out of Range Error:": _VALUES,
    "IO Error:": "see that the disk has space, and that its files can be used",
}
#: What quick plans are made with: all that large intermediate results depend on. The
#: other optimizers of DuckDB pay where there are many rows; with few, most of the time
#: of a statement is its planning.
_QUICK = frozenset(
    {
        *("filter_pushdown", "unused_columns", "column_lifetime", "top_n"),
        *("deliminator", "unnest_rewriter", "cte_inlining", "materialized_cte"),
    }
)
#: Rows of all tables up to which plans are quick.
FEW_ROWS = 10_000
#: Settings that statements of the compiler change, and connections of their own.
COMPILER_SETTINGS = (
    *("disabled_optimizers", "threads", "search_path", "enable_progress_bar"),
    "debug_enable_caching_operators",
)


class SqlError(Exception):
    """A statement failed on its text, its data or a file.

    `message` is the first line of DuckDB's error, `statement` the text, `hint` what to
    do. Internal errors of DuckDB are an `EngineError`, a lack of memory is an
    `OutOfMemoryError`.
    """

    def __init__(self, message: str, statement: str) -> None:
        super().__init__(message)
        self.message = message.partition("\n")[0]
        self.statement = statement
        begins = (hint for kind, hint in _HINTS.items() if message.startswith(kind))
        self.hint = next(begins, "")


def quote(name: str) -> str:
    """Return `name` as a quoted SQL identifier."""
    return '"' + name.replace('"', '""') + '"'


def literal(text: str) -> str:
    """Return `text` as a SQL string.

    >>> literal("O'Hara")
    "'O''Hara'"
    """
    return "'" + text.replace("'", "''") + "'"


def listed(names: Iterable[str]) -> str:
    """Return quoted identifiers, comma separated."""
    return ", ".join(quote(name) for name in names)


def first_line(error: SqlError) -> str:
    """Return the first line of DuckDB's message, without the name of its class."""
    line = str(error).strip().partition("\n")[0]
    head, separator, rest = line.partition(" Error: ")
    return rest if separator and head.replace(" ", "").isalpha() else line


@dataclass(slots=True)
class _Engine:
    """What all connections onto one database share.

    After a `fault` nothing is asked of the database any more. `catalog` is DuckDB's
    name of where the relations are, `macros` are schema and text of those that are
    there, and quick plans do without the optimizers in `without`.
    """

    settings: EngineSettings
    keeps_bundles: bool = True
    is_in_memory: bool = False
    is_sealed: bool = False
    fault: EngineError | None = None
    catalog: str = ""
    without: tuple[str, ...] = ()
    macros: set[tuple[str, str]] = field(default_factory=set[tuple[str, str]])
    making_macros: Lock = field(default_factory=Lock)


class Database:
    """One DuckDB connection; `cursor()` gives another one onto the same tables.

    Every method that runs a statement may raise these.

    Raises:
        SqlError: the statement is faulty, or fails on its data.
        EngineError: DuckDB failed internally; the database is of no use afterwards.
        OutOfMemoryError: the statement needs more memory than it may have.
    """

    #: The engine faults after which this database was opened.
    faults: tuple[EngineFault, ...] = ()

    def __init__(
        self, connection: duckdb.DuckDBPyConnection, engine: _Engine | None = None
    ) -> None:
        self._connection = connection
        self._engine = engine or _Engine(settings_in_force())
        self._variables: dict[str, str] = {}
        # without a script, as in a worker of Dask, DuckDB would draw bars on stdout
        connection.execute("set enable_progress_bar = false")
        # statements that leave out optimizers for a while add to these
        always = literal(self._disabled())
        connection.execute(f"set variable disabled_optimizers = {always}")

    @classmethod
    def open(
        cls,
        path: Path | None = None,
        *,
        read_only: bool = False,
        threads: int | None = None,
        memory_limit: str | None = None,
        without: Sequence[str] = (),
        scratch: Path | None = None,
        spills: bool = True,
        keeps_bundles: bool = True,
    ) -> Self:
        """Open a database file, or one in memory; extensions are never fetched.

        It plans without the optimizers named in `without`. Unless it `spills` not, what
        of a database in memory does not fit goes to the folder `scratch`, else to one
        of the user's own. What led to an engine fault is kept in a bundle.

        Raises:
            SqlError: the file cannot be opened.
        """
        settings = settings_in_force().without(without)
        config: dict[str, str | bool | int | float | list[str]] = {
            "autoinstall_known_extensions": False,
            "autoload_known_extensions": False,
            "python_enable_replacements": False,
            "debug_enable_caching_operators": False,
            # a database that failed is read once more, for the report of the fault
            "disable_database_invalidation": True,
            "enable_optimizer": settings.has_optimizer,
            "disabled_optimizers": ",".join(settings.disabled_optimizers),
        }
        config["threads"] = settings.n_threads or threads or n_processors()
        if memory_limit is not None:
            config["memory_limit"] = memory_limit
        target = ":memory:" if path is None else str(path)
        if not spills:
            config["temp_directory"] = ""
        elif path is None:
            config["temp_directory"] = str(scratch or scratch_folder())
        with _classified(f"open {target}"):
            connection = duckdb.connect(target, read_only=read_only, config=config)
            engine = _Engine(settings, keeps_bundles, is_in_memory=path is None)
            opened = cls(connection, engine)
        opened.faults = faults_so_far()
        return opened

    def seal(
        self, files: Iterable[Path] = (), settable: Sequence[str] = COMPILER_SETTINGS
    ) -> None:
        """Shut off files, networks, extensions and logs from here on, and for good.

        The folder for what does not fit into memory stays open, and so do `files`. Of
        the settings only those in `settable` can be changed. What is sealed stays as
        it is.
        """
        if self._engine.is_sealed:
            return
        parts = {"files": files, "settings": settable}
        named = {
            name: ", ".join(literal(str(each)) for each in several)
            for name, several in parts.items()
        }
        sql = sql_text("sandbox", "seal", **named)
        with self._failing(sql):
            self._connection.execute(sql)
        self._engine.is_sealed = True

    def cursor(self) -> Self:
        """Return a second connection onto the same database, for another thread."""
        with self._failing("cursor"):
            other = type(self)(self._connection.cursor(), self._engine)
            if self._engine.catalog:
                other.run(f"use {quote(self._engine.catalog)}")
        other.faults = self.faults
        return other

    @contextmanager
    def _failing(self, sql: str, parameters: Sequence[object] = ()) -> Generator[None]:
        """Give errors of a statement their class, and keep what an engine fault was."""
        if self._engine.fault is not None:
            echo = copy(self._engine.fault)
            echo.is_echo = True
            raise echo
        try:
            with _classified(sql):
                yield
        except EngineError as error:
            if self._engine.fault is None:
                # a copy: the error itself holds all that is on the stack
                self._engine.fault = copy(error)
                if self._engine.keeps_bundles:
                    self._keep_bundle(self._engine.fault, parameters)
            raise copy(self._engine.fault) from error

    def _keep_bundle(self, error: EngineError, parameters: Sequence[object]) -> None:
        settings, bundle = self._engine.settings, None
        with suppress(duckdb.Error):  # its settings are locked where queries are asked
            own = Database(self._connection, _Engine(settings, False))
            failed = FailedStatement(
                error.statement, parameters, error.message, settings.name
            )
            bundle = write_bundle(own, failed)
        if bundle is not None:
            error.bundle = str(bundle)
            error.hint = f"{error.hint}; what its makers need for a report: {bundle}"

    @property
    def has_failed(self) -> bool:
        """Return whether an engine fault made the database useless."""
        return self._engine.fault is not None

    def run(self, sql: str, parameters: Sequence[object] = ()) -> None:
        """Execute one or more statements and forget their results."""
        with self._failing(sql, parameters):
            *before, last = _repeated.script(sql, self._parse)
            for each in before:
                self._connection.execute(each)
            self._connection.execute(last, list(parameters) or None)
            self._connection.fetchall()

    def _parse(self, sql: str) -> Sequence[ParsedStatement]:
        """Return the statements of a text; none if their columns depend on rows."""
        found = self._connection.extract_statements(sql)
        return [] if any(each.type.name == _PIVOT for each in found) else found

    def _query(self, sql: str | ParsedStatement) -> str | ParsedStatement:
        """Return one query, parsed if it came before."""
        script = _repeated.script(sql, self._parse) if isinstance(sql, str) else (sql,)
        return script[0] if len(script) == 1 else sql

    def parsed(self, sql: str) -> ParsedStatement:
        """Return a statement that `rows` takes without reading its text again."""
        return self.script(sql)[0]

    def script(self, sql: str) -> list[ParsedStatement]:
        """Return all statements of a text, each as `parsed` returns one."""
        with _classified(sql):
            return self._connection.extract_statements(sql)

    def kinds(self, sql: str) -> list[str]:
        """Return the kind of each statement of a text, such as SELECT; runs none."""
        with _classified(sql):
            found = self._connection.extract_statements(sql)
        return [statement.type.name for statement in found]

    def rows(
        self, sql: str | ParsedStatement, parameters: Sequence[object] = ()
    ) -> list[tuple[object, ...]]:
        """Return all rows of one query as Python values; for small results only."""
        text = sql if isinstance(sql, str) else sql.query
        with self._failing(text, parameters):
            query = self._query(sql)
            return self._connection.execute(query, list(parameters) or None).fetchall()

    def records(
        self, sql: str, parameters: Sequence[object] = ()
    ) -> list[dict[str, object]]:
        """Return all rows of one query by column name; for small results only."""
        rows = self.rows(sql, parameters)
        names = [column[0] for column in self._connection.description or ()]
        return [dict(zip(names, row, strict=True)) for row in rows]

    def table(self, sql: str, parameters: Sequence[object] = ()) -> pa.Table:
        """Return all rows of one query as an Arrow table; names are texts in it."""
        return decoded(self.coded_table(sql, parameters))

    def coded_table(self, sql: str, parameters: Sequence[object] = ()) -> pa.Table:
        """Return the rows of `table`, where names of an enum are dictionary columns."""
        with self._failing(sql, parameters):
            query = self._query(sql)
            relation = self._connection.sql(query, params=list(parameters) or None)
            return relation.to_arrow_table()

    def reader(
        self, sql: str, n_rows: int, *, is_lazy: bool = False
    ) -> pa.RecordBatchReader:
        """Start one query; its rows come in batches of about `n_rows`.

        Until all are read, this connection can do nothing else. With `is_lazy` rows
        are made as they are read and take no memory before; else errors come first.
        """
        with self._failing(sql):
            if is_lazy:
                reader = self._connection.sql(sql).to_arrow_reader(n_rows)
            else:
                reader = self._connection.execute(sql).to_arrow_reader(n_rows)
        assert reader is not None
        return reader

    def batches(
        self, reader: pa.RecordBatchReader, sql: str
    ) -> Iterator[pa.RecordBatch]:
        """Yield the batches of a query that was started."""
        with self._failing(sql):
            yield from reader

    def register(self, name: str, table: pa.Table) -> None:
        """Make an Arrow table readable under `name`, without a copy."""
        with self._failing(f"register {name}"):
            self._connection.register(name, table)

    def unregister(self, name: str) -> None:
        """Forget a registered Arrow table."""
        self._connection.unregister(name)

    def create_table(self, name: str, table: pa.Table) -> None:
        """Copy an Arrow table into a new table of the first schema in use."""
        self.register("arrow_rows", table)
        self.run(f"create table {quote(name)} as from arrow_rows")
        self.unregister("arrow_rows")

    def append(self, name: str, rows: pa.Table) -> None:
        """Copy an Arrow table to the end of a table with the same columns."""
        self.register("arrow_rows", rows)
        self.run(f"insert into {quote(name)} from arrow_rows")
        self.unregister("arrow_rows")

    def create_table_as(
        self, name: str, query: str, parameters: Sequence[object] = ()
    ) -> None:
        """Keep the rows of a query in a new table of the first schema in use."""
        self.run(f"create table {quote(name)} as {query}", parameters)

    def hold(self, name: str, query: str, parameters: Sequence[object] = ()) -> None:
        """Keep the rows of a query for this connection until others are held so."""
        self.run(f"create or replace temp table {quote(name)} as {query}", parameters)

    def create_file_view(
        self, name: str, paths: Sequence[Path], first: str = ""
    ) -> None:
        """Make the rows of Parquet files readable under `name`; none is read yet.

        Columns of the relation `first` that the files lack are NULL.
        """
        places = ", ".join(literal(str(path)) for path in paths)
        head = f"from {quote(first)} union all by name " if first else ""
        options = "union_by_name = true, hive_partitioning = false"
        found = f"from read_parquet([{places}], {options})"
        self.create_view(name, f"{head}{found}")

    def create_view(self, name: str, query: str) -> None:
        """Let a name stand for the rows of a query, instead of another if it did."""
        self.run(f"create or replace view {quote(name)} as {query}")

    def extend_table(self, name: str, query: str) -> None:
        """Add the rows of a query to a table, and the columns that it lacks."""
        table = quote(name)
        rows = f"from {table} union all by name ({query})"
        self.run(f"create or replace table {table} as {rows}")

    def create_schema(self, name: str) -> None:
        """Make a name space for relations."""
        self.run(f"create schema {quote(name)}")

    def drop_schema(self, name: str) -> None:
        """Forget a name space and all relations in it."""
        self.run(f"drop schema {quote(name)} cascade")

    def comment(self, comments: Iterable[tuple[str, Sequence[str], str]]) -> None:
        """Attach comments: kind (table, view, macro, column), name in parts, text."""
        statements = [
            f"comment on {kind} {'.'.join(map(quote, name))} is {literal(text)}"
            for kind, name, text in comments
        ]
        if statements:
            self.run("; ".join(statements))

    def copy_to(self, file: Path) -> None:
        """Write all relations, macros and comments of the database to a new file.

        Raises:
            SqlError: the file cannot be written.
        """
        with self._attached(file, "written_copy", f"block_size {_BLOCK}"):
            name = quote(self._engine.catalog or "memory")
            self.run(f"copy from database {name} to written_copy")

    def copy_from(self, file: Path) -> None:
        """Copy all relations, macros and comments of a file into an empty database.

        Raises:
            SqlError: it is no such file.
        """
        with self._attached(file, "read_copy", "read_only"):
            self.run("begin transaction")
            try:
                self.run("copy from database read_copy to memory")
            except SqlError:
                self.run("rollback")
                raise
            self.run("commit")

    @contextmanager
    def _attached(self, file: Path, name: str, options: str) -> Generator[None]:
        self.run(f"attach {literal(str(file))} as {name} ({options})")
        try:
            yield
        finally:
            if not self.has_failed:
                self.run(f"detach {name}")

    def take(self, file: Path) -> None:
        """Let the relations, macros and comments of a file be those of the database.

        It is nobody else's: what is changed is not written to it in a useful way.

        Raises:
            SqlError: it is no such file.
        """
        options = "recovery_mode no_wal_writes"
        self.run(f"attach {literal(str(file))} as {_TAKEN} ({options}); use {_TAKEN}")
        self._engine.catalog = _TAKEN

    def use_schemas(self, names: Sequence[str]) -> None:
        """Look names up in these schemas; new relations go to the first of them."""
        path = ",".join(quote(name) for name in names).replace("'", "''")
        self.run(f"set search_path = '{path}'")

    def create_macros(self, texts: Iterable[str], schema: str = "main") -> None:
        """Make the macros of some texts that are not there yet, in one schema.

        Names are looked up in this schema alone afterwards, if one was made. DuckDB
        reads a macro much faster from a file than from its text: the user's cache has
        one with those of `main`.
        """
        wanted = [(schema, text) for text in texts]
        with self._engine.making_macros:
            made = self._engine.macros
            missing = [text for at, text in wanted if (at, text) not in made]
            if not missing:
                return
            self.use_schemas((schema,))
            if schema != "main" or not self._copy_macros(missing):
                for text in missing:
                    self.run(text)
            made.update(wanted)

    def _copy_macros(self, texts: Sequence[str]) -> bool:
        """Return whether the cache had the macros; it has them the next time."""
        engine = self._engine
        if engine.is_sealed or engine.catalog or not engine.is_in_memory:
            return False
        key = sha256(repr((duckdb.__version__, texts)).encode()).hexdigest()
        with suppress(SqlError), kept_database(key) as kept:
            if kept is not None:
                self.copy_from(kept.file)
                return True
        with suppress(SqlError), DatabaseKeeper(key) as keeper:
            if keeper.file is not None:
                with closing(Database.open(threads=1)) as database:
                    for text in texts:
                        database.run(text)
                    database.copy_to(keeper.file)
                keeper.keep("macros")
        return False

    def drop_macros(self, schema: str, names: Iterable[str]) -> None:
        """Forget the macros of a schema that have these names."""
        for name in names:
            self.run(f"drop macro {quote(schema)}.{quote(name)}")
        self._engine.macros = {it for it in self._engine.macros if it[0] != schema}

    def has(self, name: str) -> bool:
        """Return whether a relation is there under this name."""
        try:
            self.rows(f"describe {quote(name)}")
        except SqlError as error:
            if error.message.startswith("Catalog Error:"):
                return False
            raise
        return True

    def count(self, name: str) -> int:
        """Return the number of rows of a relation."""
        return int(str(self.rows(f"select count(*) from {quote(name)}")[0][0]))

    def without_optimizers(self, *names: str) -> None:
        """Let DuckDB plan without these from now on, besides those that never help."""
        self.run(f"set disabled_optimizers = {literal(self._disabled(*names))}")

    def _disabled(self, *names: str) -> str:
        engine = self._engine
        return ",".join((*engine.settings.disabled_optimizers, *engine.without, *names))

    def plan_by_size(self, *schemas: str) -> None:
        """Do what `plan_for` does for as many rows as the tables of schemas have."""
        ((n_rows,),) = self.rows(sql_text("planning", "n_rows"), (schemas,))
        self.plan_for(int(str(n_rows)))

    def plan_for(self, n_rows: int) -> None:
        """Let DuckDB plan with all its optimizers only where tables have many rows."""
        self.plan_quickly(n_rows <= FEW_ROWS)

    @property
    def plans_quickly(self) -> bool:
        """Return whether DuckDB plans with few of its optimizers."""
        return bool(self._engine.without)

    def plan_quickly(self, is_quick: bool) -> None:
        """Let DuckDB plan quickly or not, unless faults have led to other settings."""
        engine = self._engine
        if self.plans_quickly == is_quick or self.faults:
            return
        names = self.rows("select name from duckdb_optimizers()") if is_quick else ()
        engine.without = tuple(str(it) for (it,) in names if it not in _QUICK)
        self.without_optimizers()
        self.run("set variable disabled_optimizers = " + literal(self._disabled()))

    def use_threads(self, n_threads: int) -> None:
        """Let all connections onto the database run statements on so many threads."""
        self.run(f"set threads = {n_threads:d}")

    def set_variables(self, values: Mapping[str, str]) -> None:
        """Set connection variables; a value is SQL text that is already a literal.

        Those that have the value are left alone: a policy has a hundred and more.
        """
        known = self._variables
        changed = {it: text for it, text in values.items() if known.get(it) != text}
        if changed:
            self._variables = {it: known[it] for it in known.keys() - changed.keys()}
            set_each = (f"set variable {quote(it)} = {changed[it]}" for it in changed)
            self.run(";".join(set_each))
            self._variables |= changed

    @contextmanager
    def as_written(self) -> Generator[None]:
        """Let joins keep the sides that queries give them within a with block.

        Of few rows DuckDB 2.0 turns left joins around, and may then end in an internal
        error ("dict-surviving cache: global dictionary column changed identity").
        """
        self.without_optimizers("build_side_probe_side")
        try:
            yield
        finally:
            if not self.has_failed:
                self.without_optimizers()

    @contextmanager
    def undone(self) -> Generator[None]:
        """Undo at the end whatever is done to tables within a with block."""
        self.run("begin transaction")
        try:
            yield
        finally:
            if not self.has_failed:
                self.run("rollback")

    def interrupt(self) -> None:
        """Stop the statement that runs in another thread."""
        self._connection.interrupt()

    def close(self) -> None:
        """Close this connection."""
        self._connection.close()


def decoded(rows: pa.Table) -> pa.Table:
    """Return rows whose dictionary columns are columns of texts."""
    for place, (name, kind) in enumerate(
        zip(rows.schema.names, rows.schema.types, strict=True)
    ):
        if pa.types.is_dictionary(kind):
            texts = rows.column(place).cast(pa.string())
            rows = rows.set_column(place, name, texts)
    return rows


@contextmanager
def _classified(sql: str) -> Generator[None]:
    """Give errors of DuckDB and Arrow the class that says who is to blame."""
    try:
        yield
    except (duckdb.Error, pa.ArrowException, MemoryError) as error:
        text = str(error)
        first = text.splitlines()[0] if text else type(error).__name__
        kinds = (duckdb.InternalException, duckdb.FatalException)
        if isinstance(error, kinds) or text.startswith(_ENGINE_FAULTS):
            raise EngineError(
                f"DuckDB {duckdb.__version__} failed internally ({first})",
                statement=sql,
                hint="neither the data nor a rule is to blame",
            ) from error
        lacks = (duckdb.OutOfMemoryException, MemoryError)
        if isinstance(error, lacks) or _NO_MEMORY in text:
            raise OutOfMemoryError(first) from error
        raise SqlError(text, sql) from error
