"""What is done when DuckDB fails internally: a retry with safer settings, and a report.

A cycle, a story and a query change nothing outside of their database, so they can be
run again in a fresh one. `retried` does so, at most twice, each time with settings
under which DuckDB leaves more of its optimizers out; the answer is the same.

Each fault leaves a bundle, a folder with what a report to the makers of DuckDB needs:
the statement, settings and versions (`report.json`), the tables that it reads as
Parquet, and `reproduce.sql`, which fails alike where DuckDB still has the fault. The
data stay on this machine.
"""

from __future__ import annotations

import json
import logging
import re
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from dataclasses import dataclass, replace
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Generic, Protocol, TypeVar, cast

from brokersql.core.errors import EngineError
from brokersql.core.sql_files import sql_text
from brokersql.core.user_cache import cache_folder

if TYPE_CHECKING:
    import pyarrow as pa


class _Closable(Protocol):
    def close(self) -> None: ...


S = TypeVar("S", bound=_Closable)
T = TypeVar("T")
_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class EngineSettings:
    """Which parts of DuckDB a new database goes without.

    DuckDB 2.0.0 hands columns of small joins on as shared dictionaries, and fails where
    an operator gets other rows of such a column as plain values. Its caching operators
    are off in all settings, at no cost that can be measured (bench/RESULTS.md); what
    the compiler writes avoids the rest (`compiler.plain_values`).
    """

    name: str
    disabled_optimizers: tuple[str, ...] = ()
    has_optimizer: bool = True
    n_threads: int | None = None

    def without(self, optimizers: Sequence[str]) -> EngineSettings:
        """Return the same settings with some optimizers less."""
        off = (*self.disabled_optimizers, *optimizers)
        return replace(self, disabled_optimizers=off)


#: With it DuckDB 2.0 moves inner joins below a left join, and loses rows.
_WRONG = "projection_pullup"
#: From the default settings to the safest.
SETTINGS_BY_FAULTS = (
    EngineSettings("default", (_WRONG,)),
    EngineSettings(
        "safer",
        (_WRONG, "statistics_propagation", "build_side_probe_side", "join_order"),
    ),
    EngineSettings("safest", has_optimizer=False, n_threads=1),
)


@dataclass(frozen=True, slots=True)
class EngineFault:
    """The record of an engine fault; it keeps no database alive."""

    message: str
    where: str = ""
    bundle: str = ""


_faults: ContextVar[tuple[EngineFault, ...]] = ContextVar("faults", default=())


def faults_so_far() -> tuple[EngineFault, ...]:
    """Return the engine faults after which the work at hand is done again."""
    return _faults.get()


def settings_in_force() -> EngineSettings:
    """Return the settings of a database that is opened now."""
    return SETTINGS_BY_FAULTS[min(len(_faults.get()), len(SETTINGS_BY_FAULTS) - 1)]


@contextmanager
def after_faults(n_faults: int) -> Generator[None]:
    """Open databases as after so many faults, which another process has seen."""
    before = _faults.set((EngineFault("in the process before"),) * n_faults)
    try:
        yield
    finally:
        _faults.reset(before)


def retried(work: Callable[[], T]) -> T:
    """Return what work gives that opens its own databases and changes nothing else.

    Each engine fault is logged as a warning.

    Raises:
        EngineError: DuckDB failed with the safest settings, too.
    """
    before = _faults.set(_faults.get())
    try:
        while True:
            try:
                return work()
            except EngineError as error:
                if error.is_final:
                    raise
                fault = EngineFault(error.message, error.where, error.bundle)
                _faults.set((*_faults.get(), fault))
                if len(_faults.get()) >= len(SETTINGS_BY_FAULTS):
                    error.is_final = True
                    error.message += ", also with the safest settings"
                    raise
                again = f"done again with {settings_in_force().name} settings"
                _log.warning("%s; %s", error.line(), again)
    finally:
        _faults.reset(before)


class Reopened(Generic[S]):
    """Something that rests on a database, made anew after an engine fault."""

    def __init__(self, make: Callable[[], S]) -> None:
        self._make = make
        self._made: S | None = make()

    def ask(self, question: Callable[[S], T]) -> T:
        """Return the answer to a question; it is asked again of what is made anew.

        Raises:
            EngineError: DuckDB failed with the safest settings, too.
        """

        def asked() -> T:
            if self._made is None:
                self._made = self._make()
            try:
                return question(self._made)
            except EngineError:
                self._made.close()
                self._made = None
                raise

        return retried(asked)


#: A parameter; before it what may hold its sign: texts, quoted names and comments.
_MARK = re.compile(r"""'[^']*'|"[^"]*"|--[^\n]*|(?P<mark>\?|\$\d+)""")
#: Rows of one table that a bundle holds at most; larger tables are named only.
_MOST_ROWS = 5_000_000
#: Rows that are in memory at once while a table is written.
_BATCH = 100_000
#: Bundles that are kept, the newest.
_MOST_BUNDLES = 5


class Connection(Protocol):
    """What is left of a connection on which a statement failed."""

    def rows(self, sql: str) -> list[tuple[object, ...]]:
        """Return all rows of a query."""
        ...

    def reader(self, sql: str, n_rows: int) -> pa.RecordBatchReader:
        """Start a query; its rows come in batches."""
        ...


@dataclass(frozen=True, slots=True)
class FailedStatement:
    """A statement that failed, what was bound in it, and the name of the settings."""

    statement: str
    parameters: Sequence[object]
    message: str
    settings: str

    @property
    def digest(self) -> str:
        """Return a short hash that identifies the failure."""
        import hashlib

        parts = (self.settings, self.statement, self.message)
        return hashlib.sha256("\n".join(parts).encode()).hexdigest()[:12]

    @property
    def bound(self) -> str:
        """Return the statement with literals in place of its parameters."""
        numbers = count()

        def literal(found: re.Match[str]) -> str:
            mark = found["mark"]
            if mark is None or not self.parameters:
                return found[0]
            number = next(numbers) if mark == "?" else int(mark[1:]) - 1
            return _literal(self.parameters[number])

        return _MARK.sub(literal, self.statement)


def write_bundle(connection: Connection, failed: FailedStatement) -> Path | None:
    """Write the bundle of a statement that failed on a connection; return its folder.

    None where nothing can be written or read any more: the fault itself counts.
    """
    import shutil

    folder = cache_folder("faults") / failed.digest
    with suppress(OSError):
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(mode=0o700, parents=True)
        _forget_oldest(folder.parent)
        (folder / "statement.sql").write_text(failed.statement, encoding="utf-8")
        report: dict[str, object] = {"message": failed.message, "versions": _versions()}
        with suppress(Exception):  # whatever the broken engine does meanwhile
            settings = connection.rows(sql_text("fault", "settings"))
            report["settings"] = {str(name): value for name, value in settings}
            report["tables_left_out"] = _write_script(connection, failed.bound, folder)
        text = json.dumps(report, indent=2, ensure_ascii=False)
        (folder / "report.json").write_text(f"{text}\n", encoding="utf-8")
        return folder
    return None


def _versions() -> dict[str, str]:
    import platform
    from importlib.metadata import version

    return {
        "duckdb": version("duckdb"),
        "brokersql": version("brokersql"),
        "python": platform.python_version(),
        "system": platform.platform(),
    }


@dataclass(frozen=True, slots=True)
class _FaultRelation:
    """A table, or a view or macro with the text that makes it."""

    place: str
    name: str
    n_rows: int
    sql: str | None


def _write_script(connection: Connection, statement: str, folder: Path) -> list[str]:
    """Write the tables and `reproduce.sql`; return the tables that are too large."""
    settings = [str(row[0]) for row in connection.rows(sql_text("fault", "set_again"))]
    made: list[str] = []
    left_out: list[str] = []
    for each in _relations_of(connection, statement):
        if each.sql is not None:
            made.append(f"{each.sql.rstrip(';')};")
        elif each.n_rows > _MOST_ROWS:
            left_out.append(each.name)
        else:
            file = folder / f"{each.name}.parquet"
            rows = connection.reader(f"from {each.place}", _BATCH)
            if not _write_rows(rows, file):
                left_out.append(each.name)
                continue
            kind = "temp table" if each.place.startswith("temp.") else "table"
            made.append(f"create {kind} {each.place} as from '{file.name}';")
    script = "\n".join([*settings, *made, statement.rstrip().rstrip(";") + ";\n"])
    (folder / "reproduce.sql").write_text(script, encoding="utf-8")
    return left_out


def _write_rows(reader: pa.RecordBatchReader, file: Path) -> bool:
    """Write a file, which a sealed database cannot; False where a type has no form."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    try:
        with pq.ParquetWriter(file, reader.schema) as writer:
            for batch in reader:
                writer.write_batch(batch)
    except pa.ArrowException:
        file.unlink(missing_ok=True)
        return False
    return True


def _relations_of(connection: Connection, statement: str) -> list[_FaultRelation]:
    """Return what a statement reads, what a view or macro reads before itself.

    A relation counts as read where the statement, or a text that it reads, names it.
    """
    known: dict[str, _FaultRelation] = {}
    for place, name, n_rows, sql in connection.rows(sql_text("fault", "relations")):
        text = None if sql is None else str(sql)
        each = _FaultRelation(str(place), str(name), int(str(n_rows)), text)
        known.setdefault(each.name.lower(), each)
    seen: set[str] = set()
    found: list[_FaultRelation] = []

    def add(text: str) -> None:
        for name in sorted(set(re.findall(r"\w+", text.lower())) & known.keys()):
            if name not in seen:
                seen.add(name)
                add(known[name].sql or "")
                found.append(known[name])

    add(statement)
    return found


def _literal(value: object) -> str:
    """Return a parameter as SQL."""
    if value is None:
        return "null"
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(_literal, cast(Sequence[object], value)))}]"
    if isinstance(value, float):
        return f"'{value}'::double"
    if isinstance(value, int):
        return str(value).lower()
    return "'" + str(value).replace("'", "''") + "'"


def _forget_oldest(folder: Path) -> None:
    """Keep the newest bundles only."""
    import shutil

    bundles = sorted(folder.iterdir(), key=lambda each: each.stat().st_mtime)
    for each in bundles[:-_MOST_BUNDLES]:
        shutil.rmtree(each, ignore_errors=True)
