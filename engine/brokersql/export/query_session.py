"""Ad-hoc queries: makes what a query names, answers it in the sandbox, completes it."""

from __future__ import annotations

import re
import threading
from collections.abc import Callable, Generator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property, partial
from pathlib import Path
from queue import LifoQueue
from tempfile import TemporaryDirectory

import pyarrow as pa

from brokersql.compiler import QueryNames, compile_policy
from brokersql.core.engine_faults import retried
from brokersql.core.errors import UsageError
from brokersql.core.sql_files import sql_text
from brokersql.export.workspace import Workspace
from brokersql.policy import load_policy
from brokersql.results.queries import query_error
from brokersql.sandbox import OverLimit, QueryLimits, Refused, Sandbox
from brokersql.snapshot.contract import tables as contract

#: A query for names would list only the relations that are made already.
_NAMES = re.compile(r"\s*show\s+(all\s+)?tables\s*;?\s*", re.IGNORECASE)
_MISSING = "Catalog Error: Table with name"


class QuerySession:
    """Answers ad-hoc queries: a workspace, sandboxes, and a copy between them.

    The text of a query reaches a sandbox alone. `make` gives a new, empty workspace
    that writes to a folder. Queries may come in threads: `n_at_once` of them are
    answered at a time, in a sandbox each; what they name is made by one thread.
    """

    def __init__(
        self,
        make: Callable[[Path], Workspace],
        limits: QueryLimits | None = None,
        n_at_once: int = 1,
    ) -> None:
        self._folder = TemporaryDirectory(prefix="brokersql-")
        self._make = partial(make, Path(self._folder.name))
        self.workspace = self._make()
        self._sandboxes = [Sandbox(limits) for _ in range(n_at_once)]
        #: Those that answer no query; the one that did last is taken first.
        self._idle: LifoQueue[Sandbox] = LifoQueue()
        for sandbox in self._sandboxes:
            self._idle.put(sandbox)
        #: The copy that each has open; a file that one may hold is never reused.
        self._opened: dict[Sandbox, Path] = {}
        self._lock = threading.Lock()
        self._n_copies = 0
        self._copy: Path | None = None
        #: The last copy that lacks comments: few queries read them.
        self._bare: Path | None = None
        self._is_broken = False

    def __enter__(self) -> QuerySession:
        for sandbox in self._sandboxes:
            sandbox.__enter__()
        return self

    def __exit__(self, *error: object) -> None:
        for sandbox in self._sandboxes:
            sandbox.close()
        self._folder.cleanup()

    def ask(self, text: str) -> pa.Table:
        """Return the rows of a query.

        Raises:
            UsageError: it is not one query, is faulty, or needs more than the limits.
            OutOfMemoryError: it needs more memory than it may have.
            SnapshotError: the snapshot cannot be used.
            CycleError: a rule failed on the data.
        """
        if _NAMES.fullmatch(text):
            hint = "brokersql sql without a query lists all, .tables in its shell"
            raise UsageError("tables are made when they are asked for", hint=hint)
        sandbox = self._idle.get()
        try:
            return retried(lambda: self._answer(text, sandbox))
        except OverLimit:
            raise
        except Refused as error:
            if error.duckdb_message:
                raise query_error(
                    error.duckdb_message, self.workspace.known_names()
                ) from error
            raise UsageError(error.message, hint=error.hint) from error
        finally:
            self._idle.put(sandbox)

    def _answer(self, text: str, sandbox: Sandbox) -> pa.Table:
        named = sandbox.read(text)
        with self._making():
            if self.workspace.provide(named):
                self._copy = None
            if _reads_catalog(named) and self._copy in (None, self._bare):
                self.workspace.comment()
                self._copy = self._written()
            elif self._copy is None:
                self._copy = self._bare = self._written()
            if self._opened.get(sandbox) != self._copy:
                self._opened.pop(sandbox, None)
                sandbox.open(self._copy, self.workspace.schemas)
                self._opened[sandbox] = self._copy
                self._remove_old()
        return sandbox.ask(text)

    @contextmanager
    def _making(self) -> Generator[None]:
        """Make relations; after a failure or a stop the next query starts afresh."""
        with self._lock:
            if self._is_broken:
                broken, self.workspace, self._copy = self.workspace, self._make(), None
                broken.database.close()
            self._is_broken = True
            yield
            self._is_broken = False

    def describe(self, table: str) -> pa.Table:
        """Return the columns of a relation with types and comments.

        Raises:
            UsageError: there is no such relation.
        """
        schema, _, name = table.strip().rstrip(";").lower().rpartition(".")
        found = retried(lambda: self._columns(schema, name))
        if not found.num_rows:
            raise query_error(
                f"{_MISSING} {name} does not exist", self.workspace.known_names()
            )
        return found.drop_columns(["schema_name"])

    def _columns(self, schema: str, name: str) -> pa.Table:
        with self._making():
            if self.workspace.provide(QueryNames(((schema, name),), ())):
                self._copy = None
            self.workspace.comment()
            asked = (name, schema or self.workspace.first_schema(name))
            return self.workspace.database.table(sql_text("export", "columns"), asked)

    def stop(self) -> None:
        """Stop what runs, whichever side runs it; the next query starts afresh."""
        self.workspace.database.interrupt()
        for sandbox in self._sandboxes:
            sandbox.close()

    def _written(self) -> Path:
        """Return a new copy of the workspace."""
        self._n_copies += 1
        file = Path(self._folder.name) / f"copy{self._n_copies}.duckdb"
        self.workspace.write(file)
        return file

    def _remove_old(self) -> None:
        """Remove the copies that no sandbox reads any more."""
        kept = {self._copy, *self._opened.values()}
        for file in Path(self._folder.name).glob("copy*.duckdb"):
            if file not in kept:
                file.unlink()


def _reads_catalog(named: QueryNames) -> bool:
    """Return whether a query asks what there is, and so may read comments."""
    names = {*named.functions, *(word for each in named.tables for word in each)}
    return any(name.startswith(_CATALOG) for name in names)


#: How the names of what lists relations begin, or of the schemas that hold it.
_CATALOG = ("duckdb_", "pg_", "information_schema")
_TABLES = re.compile(r"\b(?:from|join)\s+(?:\w+\.)?(\w+)", re.IGNORECASE)
_LAST = re.compile(r"(?P<table>\w+)?(?P<dot>\.)?(?P<word>\w*)$")
_AFTER_TABLE_WORD = re.compile(
    r"\b(from|join|describe|summarize)\s+\w*$", re.IGNORECASE
)
_QUOTED = re.compile(r"'(?P<word>[^']*)$")
_KEYWORDS = (
    *("select", "from", "where", "group by", "order by", "limit", "join", "inner join"),
    *("left join", "cross join", "on", "and", "or", "not", "in", "is null", "as"),
    *("with", "having", "qualify", "union all", "distinct", "between", "like", "case"),
    *("when", "then", "else", "end", "count(*)", "describe", "summarize", "explain"),
)


@dataclass(frozen=True)
class Vocabulary:
    """Tables, columns, macros and criteria that a query may name."""

    session: QuerySession

    @property
    def workspace(self) -> Workspace:
        """Return the current workspace: the session may get a new one."""
        return self.session.workspace

    @cached_property
    def tables(self) -> list[str]:
        """Return the names of all relations."""
        return self.workspace.known_names()

    @cached_property
    def macros(self) -> list[str]:
        """Return the names of all macros, each with an opening bracket."""
        return [f"{name}(" for name in self.workspace.macro_names()]

    @cached_property
    def criteria(self) -> list[str]:
        """Return the criteria of all policies."""
        programs = [
            compile_policy(load_policy(name)) for name in self.workspace.options
        ]
        criteria = {each.criterion for program in programs for each in program.criteria}
        return sorted(criteria)

    def columns(self, table: str) -> list[str]:
        """Return the columns of a table; none where it is not made yet."""
        if table in contract():
            return list(contract()[table].column_types)
        run = self.workspace.run
        if run is not None and table in run.tables:
            return run.columns(table)
        rows = self.workspace.database.rows(sql_text("export", "columns"), (table, ""))
        return list(dict.fromkeys(str(row[1]) for row in rows))

    def continuations(self, before: str) -> tuple[str, list[str]]:
        """Return the word under the cursor, and what it may become.

        `before` is the text up to the cursor. Inside quotes that is a criterion, after
        `from` and `join` a table, after `table.` one of its columns.
        """
        quoted = _QUOTED.search(before)
        if quoted is not None and before.count("'") % 2:
            return quoted["word"], _starting(self.criteria, quoted["word"])
        found = _LAST.search(before)
        word = found["word"] if found else ""
        if found and found["dot"]:
            return word, _starting(self.columns((found["table"] or "").lower()), word)
        word = word or (found["table"] or "" if found else "")
        if _AFTER_TABLE_WORD.search(before):
            return word, _starting(self.tables, word)
        columns = [
            column
            for table in _TABLES.findall(before)
            for column in self.columns(table.lower())
        ]
        words = [*dict.fromkeys(columns), *_KEYWORDS, *self.macros, *self.tables]
        return word, _starting(words, word) if word else []


def _starting(words: list[str], start: str) -> list[str]:
    low = start.lower()
    return [word for word in words if word.lower().startswith(low)]
