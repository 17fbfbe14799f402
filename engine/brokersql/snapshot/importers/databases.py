"""Imports of databases: PanDA and DIRAC servers, read once in one consistent view.

One file per table and kind of server stands below sql/snapshot/import; what needs
several sources, or is the same for all servers, is DuckDB SQL over what was fetched.
"""

from __future__ import annotations

import re
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from datetime import datetime
from hashlib import sha256
from pathlib import Path
from typing import Any

import pyarrow as pa

from brokersql.core.database import Database, quote
from brokersql.core.errors import SnapshotError, UsageError, suggest
from brokersql.core.sql_files import sql_root
from brokersql.snapshot import contract
from brokersql.snapshot.importers.folder import (
    ImportReport,
    TableCost,
    TableOrigin,
    begin_snapshot,
    check_tables,
    files_of,
    open_tables,
    read_findings,
    without_zone,
    write_folder,
)
from brokersql.snapshot.importers.kinds import (
    SourceKind,
    create_macros,
    database_kinds,
    import_text,
)
from brokersql.snapshot.importers.servers import Parameters, Server, clock, connect
from brokersql.snapshot.importers.source import Source
from brokersql.snapshot.importers.splitting import split_chunks
from brokersql.snapshot.read import Piece
from brokersql.snapshot.write import held_as

#: Statements of a folder that fetch no table.
_FRAME = ("begin", "clock", "version", "exists")
_HEADER = re.compile(r"^-- (with|needs|columns|one task): (.+)$", re.MULTILINE)
#: A conflict with recovery on a standby, after which a second try may succeed.
_AGAIN = "40001"
#: What DuckDB may hold of an import on its one thread; more goes to a scratch folder.
_MEMORY = "256MB"
#: The schema of what a server answered, a table per statement.
_ROWS = "answer"


@dataclass(frozen=True, slots=True)
class ImportOptions:
    """What an import of a database reads.

    Attributes:
        vo: the VO whose work it is.
        task: one task only, whatever its status; None is all work that is due.
        tables: these tables only; none named is all.
        job_stats: `exact` counts the jobs, `cached` reads the tables of counts that
            the server keeps, as its own broker does.
        time: the time that counts as now, instead of the server's clock.
        sql: a folder whose files replace those of the same name.
        lock_owner: base name of the site's own broker in its locks.
    """

    vo: str = "atlas"
    task: int | None = None
    tables: tuple[str, ...] = ()
    job_stats: str = "exact"
    time: datetime | None = None
    sql: Path | None = None
    lock_owner: str | None = None


@dataclass(slots=True)
class _Fetched:
    """What a server answered, by name of the statement; the rows are in `_ROWS`."""

    now: datetime
    about: str
    n_rows: dict[str, int] = field(default_factory=dict[str, int])
    costs: dict[str, TableCost] = field(default_factory=dict[str, TableCost])
    notes: list[str] = field(default_factory=list[str])
    texts: list[str] = field(default_factory=list[str])


def import_database(
    source: Source, into: Path, options: ImportOptions | None = None
) -> ImportReport:
    """Return what was written to `into` from a database.

    All statements see the same state of the server, which is neither changed nor
    locked. Tables that another source fills stay.

    Raises:
        UsageError: the driver is missing, or an option names nothing.
        SnapshotError: the server cannot be reached, or refuses a statement.
    """
    asked = options or ImportOptions()
    kind = database_kinds()[source.kind]
    if not asked.vo:
        raise UsageError("whose work is it?", where=source.where, hint="--vo lhcb")
    statements = _Statements(kind, asked)
    try:
        return _import(source, kind, statements, asked, into)
    except SnapshotError as error:
        if _AGAIN not in error.message:
            raise
        return _import(source, kind, statements, asked, into)


def _import(
    source: Source,
    kind: SourceKind,
    statements: _Statements,
    options: ImportOptions,
    into: Path,
) -> ImportReport:
    with closing(Database.open(threads=1, memory_limit=_MEMORY)) as database:
        database.create_schema(_ROWS)
        database.use_schemas([_ROWS])
        fetched = _fetch(database, source, kind, statements, options)
        if options.task is not None and fetched.n_rows.get("task") == 0:
            message = f"no task {options.task} of VO {options.vo}"
            raise UsageError(message, where=source.name, hint="another VO: --vo")
        database.use_schemas(["main", _ROWS])
        return _fill(database, source, kind, fetched, options, into)


class _Statements:
    """The statements of one kind of server, composed of files."""

    def __init__(self, kind: SourceKind, options: ImportOptions) -> None:
        self._kind = kind
        self._own = options.sql
        if options.sql is not None and not options.sql.is_dir():
            raise UsageError(f"--sql {options.sql} is no folder")
        stems = kind.statements() - set(_FRAME)
        variants = {stem for stem in stems if "." in stem}
        self._variants = {f"job_stats.{options.job_stats}"} & variants
        if options.job_stats != "exact" and not self._variants:
            known = [each.partition(".")[2] for each in sorted(variants)]
            hint = f"one of: {', '.join(['exact', *known])}"
            raise UsageError(f"no --job-stats {options.job_stats}", hint=hint)
        self.names = sorted(stems - variants)

    def text(self, name: str) -> str:
        """Return a file, of the site's own folder where it is there."""
        stem = next((it for it in self._variants if it.startswith(f"{name}.")), name)
        own = None if self._own is None else self._own / f"{stem}.sql"
        if own is not None and own.is_file():
            return own.read_text(encoding="utf-8")
        return self._kind.statement(stem)

    def header(self, name: str) -> dict[str, str]:
        """Return what the header of a file says."""
        return dict(_HEADER.findall(self.text(name)))

    def composed(self, name: str) -> str:
        """Return a statement with the shared relations that it names."""
        shared: dict[str, str] = {}
        self._share(name, shared)
        if not shared:
            return self.text(name)
        relations = ", ".join(f"{each} as ({text})" for each, text in shared.items())
        return f"with {relations}\n{self.text(name)}"

    def _share(self, name: str, shared: dict[str, str]) -> None:
        named = self.header(name).get("with", "")
        for each in filter(None, (part.strip() for part in named.split(","))):
            place = f"shared/{each}"
            self._share(place, shared)
            shared.setdefault(each, f"{self.text(place)}\n")

    def chosen(self, options: ImportOptions) -> list[str]:
        """Return the statements to run, without those of tables not asked for.

        Raises:
            UsageError: a table is asked for that this kind of server does not hold.
        """
        known = {*self.names, *self._kind.tables} & contract.tables().keys()
        for name in options.tables:
            if name not in known:
                hint = suggest(name, known) or f"one of: {', '.join(sorted(known))}"
                raise UsageError(f"no table {name} in {self._kind.name}", hint=hint)
        wanted = [
            name
            for name in self.names
            if not options.tables
            or name in options.tables
            or name in self._kind.always
            or name not in contract.tables()
        ]
        if options.task is None:
            return wanted
        return [each for each in wanted if self.header(each).get("one task") != "no"]


def _fetch(
    database: Database,
    source: Source,
    kind: SourceKind,
    statements: _Statements,
    options: ImportOptions,
) -> _Fetched:
    """Read all tables in one transaction into the database."""
    with closing(connect(source, kind.dialect, kind.extra)) as server:
        for statement in _split(statements.text("begin"), source, kind):
            server.run(statement)
        now = clock(server, statements.text("clock"))
        now = now if options.time is None else without_zone(options.time)
        (about,) = server.rows(statements.text("version"), {})
        stated = ", ".join(f"{key} {value}" for key, value in about.items() if value)
        found = _Fetched(now, stated.replace("_", " "))
        values = {"vo": options.vo, "now": now, "task": options.task}
        for name in statements.chosen(options):
            needed = statements.header(name).get("needs")
            if needed and not _is_there(server, statements, needed):
                missing = f"{name}: the server has no {needed}, or never filled it"
                found.notes.append(f"{missing}: left empty")
                columns = statements.header(name).get("columns", "")
                found.n_rows[name] = 0
                if name not in contract.tables():
                    database.create_table(name, _empty_table(columns))
                continue
            batches = server.batches(statements.composed(name), values)
            _fetch_table(database, name, batches, found)
            found.texts.append(statements.composed(name))
        for subject, text in _server_findings(server, kind, values):
            found.notes.append(f"{subject}: {text}")
    if kind.untested:
        found.notes.append(f"the statements for {kind.name} ran on no server before")
    return found


def _empty_table(columns: str) -> pa.Table:
    """Return a table without rows; `columns` are names with types of Arrow."""
    aliases: Any = pa.type_for_alias
    pairs = [part.split() for part in columns.split(",") if part.strip()]
    return pa.schema([(name, aliases(kind)) for name, kind in pairs]).empty_table()


def _split(text: str, source: Source, kind: SourceKind) -> Iterator[str]:
    """Yield the statements of a text, with the names of the source's schemas."""
    lines = "\n".join(it for it in text.splitlines() if not it.startswith("--"))
    names = {
        "schema": source.value("schema") or kind.schema,
        "meta_schema": source.value("meta_schema") or "doma_pandameta",
    }
    for part in lines.split(";"):
        statement = part.strip()
        for key, value in names.items():
            if f":{key}" in statement and not re.fullmatch(r"\w+", value):
                raise UsageError(f"{key} {value} is no name", where=source.where)
            statement = statement.replace(f":{key}", value)
        if statement:
            yield statement


def _is_there(server: Server, statements: _Statements, name: str) -> bool:
    (row,) = server.rows(statements.text("exists"), {"name": name})
    return bool(row["is_there"])


def _fetch_table(
    database: Database, name: str, batches: Iterator[pa.Table], found: _Fetched
) -> None:
    """Copy rows as they come; only one batch of them is in memory besides."""
    start = time.perf_counter()
    n_rows = n_bytes = 0
    add = database.create_table
    try:
        for batch in batches:
            add(name, batch)
            add = database.append
            n_rows, n_bytes = n_rows + batch.num_rows, n_bytes + batch.nbytes
    except SnapshotError as error:
        error.where = f"{error.where}, {name}.sql"
        raise
    found.n_rows[name] = n_rows
    found.costs[name] = TableCost(time.perf_counter() - start, n_bytes)


def _server_findings(
    server: Server, kind: SourceKind, values: Parameters
) -> Iterator[tuple[str, str]]:
    """Yield what the schema and the rows of a server show that one should know."""
    folder = sql_root() / "snapshot" / "import" / kind.folder / "findings"
    for file in sorted(folder.glob("*.sql")):
        for row in server.rows(
            import_text(f"{kind.folder}/findings/{file.stem}"), values
        ):
            yield str(row["subject"]), str(row["text"])


def _fill(
    database: Database,
    source: Source,
    kind: SourceKind,
    fetched: _Fetched,
    options: ImportOptions,
    into: Path,
) -> ImportReport:
    """Make the tables of the snapshot from what was fetched, and write them."""
    own = contract.tables().keys()
    given = {
        name: tuple(
            Piece(f"{source.name}, {name}", relation=f"{_ROWS}.{quote(name)}")
            for _ in range(name in fetched.costs)
        )
        for name in fetched.n_rows.keys() & own
    }
    loaded = open_tables(database, into, kind, given)
    n_records = sum(fetched.n_rows.values())
    about = f"{source.kind} {source.name}, {fetched.about}"
    is_part = bool(options.tables) and bool(held_as(into, "snapshot"))
    if not is_part:
        database.run("truncate snapshot")
    row = [options.vo, about, options.lock_owner]
    kept = begin_snapshot(database, into, fetched.now, kind.prefix, row)
    create_macros(database)
    kind.run(database, kind.steps)
    estimated: Mapping[str, Sequence[str]] = {}
    if kind.split:
        estimated = split_chunks(database)
    made = [name for name in kind.tables if not given.get(name)]
    written = sorted({*given, *made})
    if options.tables:
        written = [name for name in written if name in options.tables]
    notes = [one.message for one in loaded.violations if one.severity != "note"]
    notes += check_tables(database, made)
    left_out, remarks = read_findings(database, import_text(kind.findings), written)
    notes = [
        note
        for note in (*notes, *fetched.notes, *remarks)
        if _table_of(note) not in own or _table_of(note) in written
    ]
    digest = sha256("\n".join((*fetched.texts, kind.sql_hash)).encode()).hexdigest()
    read = TableOrigin(
        source.name, kind.name, fetched.about, fetched.now, digest, kind.held
    )
    names = (*written, *(() if is_part else ("snapshot",)))
    rows = write_folder(database, into, names, read, notes, estimated)
    return ImportReport(
        source=source.name,
        into=into,
        n_records=n_records,
        files=files_of(into, rows),
        rows=rows,
        quarantined=left_out,
        notes=(*notes, *([kept] if kept else [])),
        costs=fetched.costs,
    )


def _table_of(note: str) -> str:
    return re.split(r"[.: ]", note, maxsplit=1)[0]
