"""Opens a source of rows: a folder, a DuckDB file, or Arrow tables.

Each source names the pieces of a table; `open_piece` makes one piece readable as the
relation snapshot_part.
"""

from __future__ import annotations

import shlex
from collections.abc import Generator, Iterable, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass, replace
from difflib import get_close_matches
from pathlib import Path
from typing import Protocol, Self

import pyarrow as pa

from brokersql.core.database import Database, SqlError, first_line, literal, quote
from brokersql.core.errors import SnapshotError
from brokersql.core.files import finish
from brokersql.core.folders import read_regular
from brokersql.core.parquet_checksum import DAMAGED, is_damaged
from brokersql.core.sql_files import sql_text
from brokersql.render.text import plural
from brokersql.snapshot import manifest
from brokersql.snapshot.contract import Table, tables
from brokersql.snapshot.manifest import stored_bytes
from brokersql.snapshot.violations import Violation, numbers, shown, statement

#: The type of a column without a row; nothing has to be converted.
_NO_TYPE = '"NULL"'
#: What a line of a JSON file is, and what is wrong with one that is not.
_IS_OBJECT = (
    (
        "coalesce(json_type(snapshot_line) = 'OBJECT', false)",
        "line is not a JSON object",
    ),
)
_HAS_NO_TWO = (
    "coalesce(snapshot_names_differ(snapshot_line), true)",
    "line has two values under one name",
)


@dataclass(frozen=True, slots=True)
class Piece:
    """Some rows of one table: a file, or a relation of the database."""

    where: str
    file: Path | None = None
    relation: str = ""
    arrow: pa.Table | None = None

    @property
    def is_empty(self) -> bool:
        """Return whether it is known to hold no row."""
        return self.arrow is not None and not self.arrow.num_rows


@dataclass(frozen=True, slots=True)
class OpenedPiece:
    """An opened piece: column name → DuckDB type.

    `guards` are conditions that hold for all true rows, each with what is wrong where
    it does not; `counted` is a relation that has as many rows.
    """

    where: str
    columns: Mapping[str, str]
    guards: tuple[tuple[str, str], ...] = ()
    row: str = "to_json(snapshot_part)"
    counted: str = "snapshot_part"

    @property
    def guard(self) -> str:
        """Return the condition of a true row; empty where each is one."""
        return " and ".join(condition for condition, _ in self.guards)


@dataclass(frozen=True, slots=True)
class RowSource:
    """A source of rows: the pieces of each of its tables.

    `notes` say what was seen when it was opened, `check` is the command or call that
    lists all violations, `stray` names what stands in a folder and is not read. With
    `is_database` it is a DuckDB file, attached read-only while it is read, to a
    database that is sealed before.
    """

    where: str
    held: Mapping[str, tuple[Piece, ...]]
    notes: tuple[Violation, ...] = ()
    check: str = ""
    is_database: bool = False
    stray: tuple[str, ...] = ()

    @classmethod
    def of_files(
        cls,
        path: Path,
        files: Mapping[str, Sequence[Path]],
        notes: tuple[Violation, ...] = (),
    ) -> Self:
        """Return a folder of Parquet and JSON-lines files, one piece per file."""
        pieces = {
            name: tuple(Piece(str(each), each) for each in several)
            for name, several in files.items()
        }
        return cls(str(path), pieces, notes, _check(path))

    def pieces(self, table: str) -> tuple[Piece, ...]:
        """Return the pieces of one table, none where it is absent."""
        return self.held.get(table, ())

    @contextmanager
    def connected(
        self, database: Database, files: Sequence[Path] = ()
    ) -> Generator[None]:
        """Make the source readable for `database` within a with block.

        Where that seals the database, `files` stay open.

        Raises:
            SnapshotError: it is a DuckDB file that holds more than tables.
        """
        if self.is_database:
            _attach(database, self.where, files)
        try:
            yield
        finally:
            if self.is_database:
                database.run("detach snapshot_source")
            database.unregister("snapshot_arrow")


def _check(path: Path) -> str:
    return f"brokersql snapshot validate {shlex.quote(str(path))}"


def _attach(database: Database, where: str, files: Sequence[Path] = ()) -> set[str]:
    """Attach a DuckDB file to a sealed database; return the names of its tables.

    What runs when it is read is refused, and so is what could stand for a function that
    reads it: views, macros and generated columns.
    """
    file = Path(where).resolve()
    database.seal((file, file.with_name(f"{file.name}.wal"), *files))
    try:
        database.run(f"attach {literal(str(file))} as snapshot_source (read_only)")
        found = database.rows(sql_text("snapshot/file", "relations"))
    except SqlError as error:
        raise SnapshotError(
            f"cannot be opened as a DuckDB file: {first_line(error)}",
            where=where,
            hint="a file that another process writes to cannot be read: copy it",
        ) from error
    more = [f"{kind} {shown(str(name))}" for kind, name in found if kind != "table"]
    if not more:
        computed = database.rows(sql_text("snapshot/file", "generated"))
        more = [f"generated column {shown(str(name))}" for (name,) in computed]
    if more:
        raise SnapshotError(
            "holds more than tables, and is not read: what a file brings is not run",
            where=where,
            items=more,
            hint="keep their rows as tables, create table NAME as from VIEW, "
            "and drop what is named here",
        )
    return {str(name) for _, name in found}


def open_piece(database: Database, piece: Piece, table: Table) -> OpenedPiece:
    """Make a piece of a table readable as the relation snapshot_part, if it has rows.

    Raises:
        SqlError: the file or table cannot be read.
    """
    if piece.file is None:
        if piece.arrow is not None and piece.is_empty:
            return OpenedPiece(
                piece.where, dict.fromkeys(piece.arrow.column_names, _NO_TYPE)
            )
        if piece.arrow is not None:
            database.register("snapshot_arrow", piece.arrow)
        relation = piece.relation or "snapshot_arrow"
        database.run(statement("open_relation", relation=relation))
        return OpenedPiece(piece.where, _columns(database))
    files = f"[{literal(_no_pattern(piece.file))}]"
    database.set_variables({"snapshot_files": files})
    if piece.file.suffix == ".parquet":
        if is_damaged(piece.file):
            raise SqlError(DAMAGED, "")
        database.run(statement("open_parquet"))
        return OpenedPiece(piece.where, _columns(database))
    return _open_objects(database, piece.where, table)


def _open_objects(database: Database, where: str, table: Table) -> OpenedPiece:
    try:
        database.run(statement("open_objects"))
    except SqlError:
        database.run(statement("open_lines"))
    keys = {str(key): nested for key, nested in database.rows(statement("object_keys"))}
    if not keys:
        if database.count("snapshot_object"):
            raise SqlError("no line holds a JSON object", where)
        return OpenedPiece(where, {})
    known = [key for key in keys if key.lower() in table.column_types]
    places = enumerate(known, start=1)
    columns = ", ".join(f"found[{place}] as {quote(key)}" for place, key in places)
    paths = ", ".join(literal(f'$."{key}"') for key in known)
    database.run(statement("open_extracted", paths=paths, columns=columns))
    texts = (key for key in known if table.column_types[key.lower()] == "VARCHAR")
    has_nested = any(keys[key] for key in texts)
    guards = _IS_OBJECT
    if numbers(database, statement("repeated_names")) != [0]:
        guards = (*_IS_OBJECT, _HAS_NO_TWO)
    return OpenedPiece(
        where,
        dict.fromkeys(keys, "JSON TEXT" if has_nested else "VARCHAR"),
        guards=guards,
        row="snapshot_line",
        counted="snapshot_object",
    )


def _columns(database: Database) -> dict[str, str]:
    described = database.rows("describe snapshot_part")
    return {str(row[0]): str(row[1]) for row in described}


def _no_pattern(file: Path) -> str:
    """Return the path with the signs that DuckDB reads as patterns taken literally."""
    return "".join(f"[{sign}]" if sign in "*?[" else sign for sign in str(file))


class ArrowStream(Protocol):
    """A table of any library that speaks Arrow's own protocol, as pyarrow.Table."""

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        """Return the rows as an Arrow stream."""
        ...


SnapshotSource = str | Path | Mapping[str, ArrowStream]

_SUFFIXES = (".parquet", ".jsonl", ".json")
_DUCKDB_MARK = b"DUCK"


def open_source(source: SnapshotSource) -> RowSource:
    """Return the source behind a path or a mapping of Arrow tables.

    Raises:
        SnapshotError: nothing is there, or nothing that can be a snapshot.
    """
    if isinstance(source, Mapping):
        return _open_arrow(source)
    try:
        path = Path(source)
    except TypeError as error:
        raise SnapshotError(
            f"a snapshot is a path or Arrow tables by name, no {type(source).__name__}"
        ) from error
    try:
        if path.is_dir():
            return _open_folder(path)
        if not path.exists():
            raise SnapshotError(
                "there is no such folder or file",
                where=str(source),
                hint="a snapshot is a folder of <table>.parquet or .jsonl files, "
                "or a DuckDB file",
            )
        mark = read_regular(path, 12)[8:]
    except OSError as error:
        raise SnapshotError(
            f"cannot be read: {error.strerror or error}", where=str(source)
        ) from error
    if mark != _DUCKDB_MARK:
        raise SnapshotError(
            "is neither a folder nor a DuckDB file",
            where=str(source),
            hint="a single table belongs in a folder, as <table>.parquet or .jsonl",
        )
    return _open_database(path)


def _open_arrow(source: Mapping[str, ArrowStream]) -> RowSource:
    given = {name: _arrow_table(name, table) for name, table in source.items()}
    for name, table in given.items():
        try:  # DuckDB would follow an offset to anywhere
            table.validate(full=True)
        except (pa.ArrowException, UnicodeDecodeError) as error:
            raise SnapshotError(
                f"is damaged: {error}", where=f"table {name}"
            ) from error
    pieces = {name: (Piece(f"table {name}", arrow=it),) for name, it in given.items()}
    check = "brokersql.snapshot.validate(tables)"
    return RowSource("the given tables", pieces, misspelt(given, "table"), check)


def _arrow_table(name: str, given: ArrowStream) -> pa.Table:
    if isinstance(given, pa.Table):
        return given
    if not hasattr(given, "__arrow_c_stream__"):
        raise SnapshotError(
            f"is a {type(given).__name__}, which is no table",
            where=f"table {name}",
            hint="give an Arrow table, or a frame of pandas or Polars",
        )
    try:
        return pa.RecordBatchReader.from_stream(given).read_all()
    except pa.ArrowException as error:
        about = " ".join(map(str, reversed(error.args)))  # pandas names the column last
        raise SnapshotError(
            f"cannot be read as Arrow: {about}",
            where=f"table {name}",
            hint="give each column values of one type",
        ) from error


def _open_database(path: Path) -> RowSource:
    with closing(Database.open()) as scratch:
        names = _attach(scratch, str(path))
    pieces = {
        name: (
            Piece(
                f"{path}, table {name}",
                relation=f"snapshot_source.main.{quote(name)}",
            ),
        )
        for name in names & tables().keys()
    }
    if not pieces:
        raise SnapshotError(
            "holds no table of a snapshot",
            where=str(path),
            hint="the tables stand in schema main under the names of sql/snapshot",
        )
    notes = misspelt(names, "table")
    return RowSource(str(path), pieces, notes, _check(path), is_database=True)


def _open_folder(path: Path) -> RowSource:
    finish(path)
    if (path / manifest.NAME).is_file():
        return _open_stored(path)
    found: dict[str, list[Path]] = {}
    others: set[str] = set()
    stray: list[str] = []
    entries = sorted(path.iterdir())
    for entry in entries:
        if entry.name.startswith((".", "_")):
            continue
        files, name = _files(entry), _table_name(entry)
        if files and name in tables():
            _refuse_no_file(files)
            found.setdefault(name, []).extend(files)
            stray += _other_files(entry, files)
        else:
            stray.append(entry.name)
            others.update([name] if files else [])
    if not found:
        raise SnapshotError(
            "holds no table of a snapshot", where=str(path), hint=_hint(entries)
        )
    _refuse_two_formats(path, found)
    source = RowSource.of_files(path, found, misspelt(others, "file"))
    return replace(source, stray=tuple(stray))


def _other_files(entry: Path, files: list[Path]) -> list[str]:
    """Return the names in the folder of a table that are none of its files."""
    inside = entry.iterdir() if entry.is_dir() else ()
    return [f"{entry.name}/{it.name}" for it in sorted(inside) if it not in files]


def _open_stored(path: Path) -> RowSource:
    """Return a snapshot of a history, whose tables may stand in other folders.

    Raises:
        SnapshotError: a table is gone, or is not what was stored.
    """
    tables = manifest.read_manifest(path).tables
    root = path.absolute().parent
    for each in tables.values():
        stored_bytes(root, each)
    files = {name: [root / each.file] for name, each in tables.items()}
    return RowSource.of_files(path, files)


def _files(entry: Path) -> list[Path]:
    """Return the data files that an entry of the folder is or holds."""
    if entry.is_dir():
        inside = (file for file in sorted(entry.iterdir()) if file.is_file())
        return [file for file in inside if file.suffix in _SUFFIXES]
    return [entry] if entry.suffix in _SUFFIXES else []


def _table_name(entry: Path) -> str:
    """Return the table that an entry holds: task.parquet, task-0001.parquet, task/."""
    stem = entry.stem if entry.suffix in _SUFFIXES else entry.name
    return stem.partition("-")[0]


def _refuse_no_file(files: list[Path]) -> None:
    for file in files:
        if not file.is_file():
            raise SnapshotError(
                "is not a file that can be read", where=str(file), hint="take it away"
            )


def _refuse_two_formats(path: Path, found: Mapping[str, list[Path]]) -> None:
    twice = [
        f"{name}: {' and '.join(sorted(file.name for file in files))}"
        for name, files in found.items()
        if len({file.suffix for file in files}) > 1
    ]
    if twice:
        raise SnapshotError(
            "a table stands there in two formats",
            where=str(path),
            items=twice,
            hint="keep one of them: nothing says which is the newer one",
        )


#: Files of folders that hold results.
_RECORDS = {"run.json": "it is a run of a snapshot", "replay.json": "it is a replay"}


def _hint(entries: list[Path]) -> str:
    cycles = [entry for entry in entries if entry.name.startswith("snapshot_time=")]
    if cycles:
        n = plural(len(cycles), "snapshot")
        return f"it is a history of {n}: name one, {cycles[0].name}"
    for name, what in _RECORDS.items():
        if name in {entry.name for entry in entries}:
            return f"{what}: name what it was made from"
    if not entries:
        return "the folder is empty"
    return "files are named <table>.parquet or <table>.jsonl, as in sql/snapshot"


def misspelt(names: Iterable[str], what: str) -> tuple[Violation, ...]:
    """Return a note for each name that looks like the name of a table, but is none."""
    notes: list[Violation] = []
    for name in sorted(set(names) - tables().keys()):
        close = get_close_matches(name.lower(), tables(), n=1, cutoff=0.85)
        if close:
            message = f"{what} {shown(name)} is ignored: did you mean {close[0]}?"
            notes.append(
                Violation("note", "unknown_table", close[0], "", 1, (name,), message)
            )
    return tuple(notes)
