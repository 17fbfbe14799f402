"""Where the rows of a snapshot stand: a folder, a DuckDB file, or Arrow tables.

Each source names the pieces of a table; `open_piece` makes one piece readable as the
relation snapshot_part.
"""

from __future__ import annotations

from collections.abc import Generator, Mapping
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

import pyarrow as pa

from brokersql.database import Database, SqlError, quote
from brokersql.errors import SnapshotError
from brokersql.snapshot.contract import Table
from brokersql.snapshot.statements import first_line, literal, statement
from brokersql.snapshot.violation import Violation

#: The type of a column without a row; nothing has to be converted.
_NO_TYPE = '"NULL"'


@dataclass(frozen=True, slots=True)
class Piece:
    """Some rows of one table: a file, or a relation of the database."""

    where: str
    file: Path | None = None
    relation: str = ""
    arrow: pa.Table | None = None

    @property
    def is_empty(self) -> bool:
        """Tell whether it is known to hold no row."""
        return self.arrow is not None and not self.arrow.num_rows


@dataclass(frozen=True, slots=True)
class Part:
    """An opened piece: column name → DuckDB type; `guard` holds for all true rows.

    `counted` is a relation that has as many rows.
    """

    where: str
    columns: Mapping[str, str]
    guard: str = ""
    row: str = "to_json(snapshot_part)"
    counted: str = "snapshot_part"


class Source(Protocol):
    """What the loader needs to know of a source."""

    @property
    def where(self) -> str:
        """Return the name of the source for messages."""
        ...

    @property
    def check(self) -> str:
        """Return the command or call that lists all violations."""
        ...

    @property
    def notes(self) -> tuple[Violation, ...]:
        """Return what was seen when the source was opened."""
        ...

    def connected(self, database: Database) -> AbstractContextManager[None]:
        """Make the source readable for `database` within a with block."""
        ...

    def pieces(self, table: str) -> tuple[Piece, ...]:
        """Return the pieces of one table, none where it is absent."""
        ...


@dataclass(frozen=True, slots=True)
class FolderSource:
    """A folder of Parquet and JSON-lines files."""

    where: str
    files: Mapping[str, tuple[Path, ...]]
    notes: tuple[Violation, ...] = ()

    @property
    def check(self) -> str:
        """Return the command that lists all violations."""
        return f"brokersql snapshot validate {self.where}"

    @contextmanager
    def connected(self, database: Database) -> Generator[None]:
        """Files need no preparation."""
        yield

    def pieces(self, table: str) -> tuple[Piece, ...]:
        """Return one piece per file."""
        return tuple(Piece(str(file), file) for file in self.files.get(table, ()))


@dataclass(frozen=True, slots=True)
class DatabaseSource:
    """A DuckDB file, attached read-only while it is read."""

    where: str
    relations: frozenset[str]
    notes: tuple[Violation, ...] = ()

    @property
    def check(self) -> str:
        """Return the command that lists all violations."""
        return f"brokersql snapshot validate {self.where}"

    @contextmanager
    def connected(self, database: Database) -> Generator[None]:
        """Attach the file, and detach it at the end."""
        try:
            database.run(f"attach {literal(self.where)} as snapshot_source (read_only)")
        except SqlError as error:
            raise SnapshotError(
                f"cannot be opened as a DuckDB file: {first_line(error)}",
                where=self.where,
                hint="a file that another process writes to cannot be read: copy it",
            ) from error
        try:
            yield
        finally:
            database.run("detach snapshot_source")

    def pieces(self, table: str) -> tuple[Piece, ...]:
        """Return the table or view of that name."""
        if table not in self.relations:
            return ()
        relation = f"snapshot_source.main.{quote(table)}"
        return (Piece(f"{self.where}, table {table}", relation=relation),)


@dataclass(frozen=True, slots=True)
class ArrowSource:
    """Arrow tables by name, read where they stand in memory."""

    tables: Mapping[str, pa.Table]
    notes: tuple[Violation, ...] = ()
    where: str = "the given tables"

    @property
    def check(self) -> str:
        """Return the call that lists all violations."""
        return "brokersql.snapshot.validate(tables)"

    @contextmanager
    def connected(self, database: Database) -> Generator[None]:
        """Forget the registered table at the end."""
        try:
            yield
        finally:
            database.unregister("snapshot_arrow")

    def pieces(self, table: str) -> tuple[Piece, ...]:
        """Return the Arrow table of that name."""
        if table not in self.tables:
            return ()
        return (Piece(f"table {table}", arrow=self.tables[table]),)


def open_piece(database: Database, piece: Piece, table: Table) -> Part:
    """Make a piece of a table readable as the relation snapshot_part, if it has rows.

    Raises:
        SqlError: the file or table cannot be read.
    """
    if piece.file is None:
        if piece.arrow is not None and piece.is_empty:
            return Part(piece.where, dict.fromkeys(piece.arrow.column_names, _NO_TYPE))
        if piece.arrow is not None:
            database.register("snapshot_arrow", piece.arrow)
        relation = piece.relation or "snapshot_arrow"
        database.run(statement("open_relation", relation=relation))
        return Part(piece.where, _columns(database))
    files = f"[{literal(_no_pattern(piece.file))}]"
    database.set_variables({"snapshot_files": files})
    if piece.file.suffix == ".parquet":
        database.run(statement("open_parquet"))
        return Part(piece.where, _columns(database))
    return _open_objects(database, piece.where, table)


def _open_objects(database: Database, where: str, table: Table) -> Part:
    try:
        database.run(statement("open_objects"))
    except SqlError:
        database.run(statement("open_lines"))
    keys = {str(key): nested for key, nested in database.rows(statement("object_keys"))}
    if not keys:
        if database.count("snapshot_object"):
            raise SqlError("no line holds a JSON object", where)
        return Part(where, {})
    known = [key for key in keys if key.lower() in table.column_types]
    places = enumerate(known, start=1)
    columns = ", ".join(f"found[{place}] as {quote(key)}" for place, key in places)
    filled = statement("open_extracted", paths=_paths(known), columns=columns)
    database.run(filled)
    texts = (key for key in known if table.column_types[key.lower()] == "VARCHAR")
    has_nested = any(keys[key] for key in texts)
    return Part(
        where,
        dict.fromkeys(keys, "JSON TEXT" if has_nested else "VARCHAR"),
        guard="coalesce(json_type(snapshot_line) = 'OBJECT', false)",
        row="snapshot_line",
        counted="snapshot_object",
    )


def _paths(keys: list[str]) -> str:
    return ", ".join(literal(f'$."{key}"') for key in keys)


def _columns(database: Database) -> dict[str, str]:
    described = database.rows("describe snapshot_part")
    return {str(row[0]): str(row[1]) for row in described}


def _no_pattern(file: Path) -> str:
    """Return the path with the signs that DuckDB reads as patterns taken literally."""
    return "".join(f"[{sign}]" if sign in "*?[" else sign for sign in str(file))
