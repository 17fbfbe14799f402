"""A database of many snapshots, in which each statement runs for all of them.

Each stored file is read once and its digest checked. A table that is the same in all
snapshots is loaded once. One of many rows stays in its files, and each reader decodes
the columns that it needs.

A cycle also makes relations that only explain. A replay that writes no reasons leaves
them out, and does not load what only they read. What one statement alone reads is a
view, not a table.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Mapping, Sequence
from pathlib import Path
from string import Template

import pyarrow as pa

from brokersql.compiler.batch_rewrite import (
    CYCLE_LIST,
    CYCLE_NO,
    BatchStatement,
    rewrite_with_shared,
)
from brokersql.core.database import (
    Database,
    SqlError,
    first_line,
    listed,
    literal,
    quote,
)
from brokersql.core.errors import SnapshotError
from brokersql.core.sql_files import sql_text
from brokersql.cycle.needed_relations import NeededRelations
from brokersql.snapshot import contract
from brokersql.snapshot.contract import Column
from brokersql.snapshot.manifest import SnapshotManifest, StoredTable, stored_bytes

_WORD = re.compile(r"\w+")
_COMMENT = re.compile(r"--[^\n]*")
_TABLE = re.compile(r"\bcreate table\b", re.IGNORECASE)


def words(sql: str) -> frozenset[str]:
    r"""Return all words of a text but its comments, names of relations among them.

    >>> sorted(words("-- of a task\nfrom chunk"))
    ['chunk', 'from']
    """
    return frozenset(_WORD.findall(_COMMENT.sub("", sql)))


#: Without these DuckDB joins relations in the order in which they are written.
#: Their many equal columns `cycle_no` would let it begin with pairs that share nothing
#: else.
_AS_WRITTEN = ("join_order",)
#: The name of an Arrow table while it is copied.
_ROWS = "arrow_rows"


def with_value(table: pa.Table, place: int, name: str, value: int | str) -> pa.Table:
    """Return a table with one column more, at a place, of one value in all rows."""
    kind = pa.int32() if isinstance(value, int) else pa.string()
    column = pa.repeat(  # pyright: ignore
        pa.scalar(value, kind),  # pyright: ignore
        table.num_rows,
    )
    return table.add_column(place, name, column)  # pyright: ignore


class ManySnapshots(Database):
    """A connection for statements about one snapshot, which hold for each of many.

    Every relation has the column `cycle_no`, the number of the snapshot, but for those
    in `shared`, whose rows are the same in all. Queries for single values (`rows`,
    `count`) and settings are run as they are. Where a `needs` is set, only relations
    that it wants are made, and those that are read once are views.
    """

    needs: NeededRelations | None = None
    shared: set[str]

    @classmethod
    def of(
        cls, n_snapshots: int, scratch: Path, threads: int, memory_limit: str | None
    ) -> ManySnapshots:
        """Return an empty database for snapshots 0, 1, 2 …; `scratch` takes spills."""
        made = cls.open(
            threads=threads,
            memory_limit=memory_limit,
            without=_AS_WRITTEN,
            scratch=scratch,
        )
        made.shared = set()
        # several statements read the same files
        made.run_plain("set parquet_metadata_cache = true")
        schema = pa.schema([(CYCLE_NO, pa.int32())])
        rows = [{CYCLE_NO: number} for number in range(n_snapshots)]
        made.create_plain(CYCLE_LIST, pa.Table.from_pylist(rows, schema=schema))
        return made

    def cursor(self) -> ManySnapshots:
        """Return a second connection onto the same snapshots, for another thread."""
        companion = super().cursor()
        companion.needs, companion.shared = self.needs, self.shared
        return companion

    def create_plain(self, name: str, table: pa.Table) -> None:
        """Copy an Arrow table as it is into a new table next to the snapshots."""
        self.register(_ROWS, table)
        self.run_plain(f"create table main.{quote(name)} as from {_ROWS}")
        self.unregister(_ROWS)

    def run_plain(self, sql: str, parameters: Sequence[object] = ()) -> None:
        """Execute statements as they are."""
        super().run(sql, parameters)

    def run(self, sql: str, parameters: Sequence[object] = ()) -> None:
        """Execute statements for each snapshot, unless what they make is not needed."""
        if self.needs is not None and sql in self.needs.skipped:
            return
        lifted = self._lifted(sql)
        self.shared.update(lifted.shared)
        is_view = self.needs is not None and sql in self.needs.views
        text = _TABLE.sub("create view", lifted.sql, count=1) if is_view else lifted.sql
        super().run(text, parameters)

    def table(self, sql: str, parameters: Sequence[object] = ()) -> pa.Table:
        """Return all rows of a query for each snapshot, in the order of these."""
        return super().table(self._lifted(sql).sql, parameters)

    def create_table(self, name: str, table: pa.Table) -> None:
        """Copy an Arrow table; without numbers its rows belong to all snapshots."""
        if CYCLE_NO not in table.column_names:
            self.shared.add(_ROWS)
        super().create_table(name, table)
        self.shared.discard(_ROWS)

    def _lifted(self, sql: str) -> BatchStatement:
        """Return a rewritten text; only relations that it names matter."""
        return rewrite_with_shared(sql, words(sql).intersection(self.shared))

    def use_schemas(self, names: Sequence[str]) -> None:
        """Look names up in these schemas; new relations go to the first of them."""
        path = literal(",".join(map(quote, names)))
        self.run_plain(f"set search_path = {path}")

    def set_variables(self, values: Mapping[str, str]) -> None:
        """Set connection variables; a value is SQL text that is already a literal."""
        for name, text in values.items():
            self.run_plain(f"set variable {quote(name)} = {text}")


#: Rows of a file from which it is quicker to decode them for each reader than to copy.
MANY_ROWS = 10_000


def load_many(
    database: ManySnapshots,
    root: Path,
    snapshots: Sequence[SnapshotManifest],
    names: Iterable[str],
    copied: Container[str] = (),
) -> list[Path]:
    """Create the tables of the contract, and fill those named from all snapshots.

    Those in `copied` hold a copy of the rows of each snapshot, so they can be changed.
    Return the files that are read later.

    Raises:
        SnapshotError: a file is gone, damaged or of another contract.
    """
    database.run(contract.schema())
    paths: list[Path] = []
    for name in names:
        stored = [each.tables.get(name) for each in snapshots]
        files = list({one.sha256: one for one in stored if one is not None}.values())
        try:
            if files:
                for file in files:
                    stored_bytes(root, file)
                    paths.append(root / file.file)
                _fill(database, root, name, stored, files, name in copied)
        except SqlError as error:
            where = f"{root}, table {name}"
            raise SnapshotError(first_line(error), where=where) from error
    return paths


def _fill(
    database: ManySnapshots,
    root: Path,
    name: str,
    stored: Sequence[StoredTable | None],
    files: Sequence[StoredTable],
    is_copied: bool,
) -> None:
    """Let a table hold the rows of all snapshots, in the cheapest form."""
    # 1. the files, and which snapshot has which
    paths = ", ".join(literal(str(root / file.file)) for file in files)
    listing = f"files_of_{name}"
    database.set_variables({listing: f"[{paths}]"})
    place = {file.sha256: number for number, file in enumerate(files)}
    schema = pa.schema([("file_no", pa.uint64()), (CYCLE_NO, pa.int32())])
    rows = [
        {"file_no": place[one.sha256], CYCLE_NO: number}
        for number, one in enumerate(stored)
        if one is not None
    ]
    database.create_plain(listing, pa.Table.from_pylist(rows, schema=schema))
    # 2. the form
    found = _columns(database, root, name, listing)
    parts = {"table": name, "files": listing, "columns": listed(found)}
    if not is_copied and len(files) == 1 and None not in stored:
        _run(database, "share", parts)
        database.shared.add(name)
    elif not is_copied and sum(file.n_rows for file in files) >= MANY_ROWS * len(files):
        columns = contract.tables()[name].columns
        _run(database, "leave", parts | {"values": _values(columns, found)})
    else:
        _run(database, "load", parts)


def _run(database: ManySnapshots, name: str, parts: Mapping[str, str]) -> None:
    database.run_plain(Template(sql_text("replay", name)).substitute(parts))


def _values(columns: Sequence[Column], found: Sequence[str]) -> str:
    """Return all columns of a table; what no file has is NULL."""
    return ", ".join(
        listed([one.name]) if one.name in found else f"null::{one.type} as {one.name}"
        for one in columns
    )


def _columns(database: ManySnapshots, root: Path, name: str, listing: str) -> list[str]:
    """Return the columns to read: files of an older contract may lack optional ones."""
    described = Template(sql_text("replay", "columns")).substitute(files=listing)
    found = {str(row[0]) for row in database.rows(described)}
    columns = contract.tables()[name].columns
    missing = [one for one in columns if one.name not in found and not one.is_optional]
    if missing:
        raise SnapshotError(
            f"{name}.{missing[0].name} is missing: stored under another contract",
            where=str(root),
            hint="add the snapshots again: brokersql history add",
        )
    return [one.name for one in columns if one.name in found]
