"""Two snapshots beside each other: rows that came and went, values that changed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from brokersql.core.database import Database, literal, quote
from brokersql.core.errors import UsageError, suggest
from brokersql.snapshot.contract import Table, tables
from brokersql.snapshot.load import LoadReport, Snapshot
from brokersql.snapshot.quarantine import key_columns
from brokersql.snapshot.violations import key_text, statement


@dataclass(frozen=True, slots=True)
class RowDifference:
    """A row that was added or removed, or one value of a row that changed.

    `key` names the row as ``--update`` does. Values are text, None for NULL; of a table
    without a key the whole row stands there as JSON, as an added or a removed one.
    """

    table: str
    key: str
    change: str
    column: str | None
    before: str | None
    after: str | None


@dataclass(frozen=True, slots=True)
class Compared:
    """What differs between two snapshots, by table, key and column."""

    a: LoadReport
    b: LoadReport
    differences: tuple[RowDifference, ...]


def compare_snapshots(a: Snapshot, b: Snapshot, only: Sequence[str] = ()) -> Compared:
    """Return what is otherwise in the second snapshot, of some tables or of all.

    Raises:
        UsageError: there is no such table.
        SnapshotError: one of them cannot be loaded.
    """
    for name in only:
        if name not in tables():
            listing = "brokersql snapshot describe SNAPSHOT lists them"
            hint = suggest(name, tables()) or listing
            raise UsageError(f"no table {name}", hint=hint)
    first, second = Database.open(), Database.open()
    try:
        reports = (
            a.load_into(first, partial=True),
            b.load_into(second, partial=True),
        )
        found = [
            each
            for name in only or tables()
            for each in _differences(first, second, tables()[name])
        ]
    finally:
        first.close()
        second.close()
    return Compared(*reports, tuple(found))


def _differences(a: Database, b: Database, table: Table) -> Iterator[RowDifference]:
    """Yield how one table differs; the rows of A are lent to the database of B."""
    b.register("before_rows", a.table(f"from main.{quote(table.name)}"))
    b.create_view("after_rows", f"from main.{quote(table.name)}")
    for sql in _keyed(table) if table.key else _keyless(table):
        for row in b.rows(sql):
            texts = [None if each is None else str(each) for each in row]
            key, change, *cell = texts
            yield RowDifference(table.name, key or "", change or "", *cell)
    b.unregister("before_rows")


def _keyed(table: Table) -> Iterator[str]:
    """Yield the queries of a table whose rows have a key."""
    key = [f"before.{quote(name)}" for name in table.key]
    same = " and ".join(
        f"{each} is not distinct from after.{quote(name)}"
        for name, each in zip(table.key, key, strict=True)
    )
    parts = {"row_key": _name(key), "same_key": same}
    yield from _lone("lone_rows", **parts)
    cells = ", ".join(
        f"{{'place': {place}, 'column_name': {literal(name)}, "
        f"'value_before': cast(before.{quote(name)} as varchar), "
        f"'value_after': cast(after.{quote(name)} as varchar)}}"
        for place, name in enumerate(table.column_types)
        if name not in table.key
    )
    if cells:
        yield statement("differing_cells", cells=cells, **parts)


def _keyless(table: Table) -> Iterator[str]:
    """Yield the queries of a table that is a bag of rows."""
    names = [f"before.{quote(name)}" for name in key_columns(table)]
    yield from _lone("lone_contents", row_key=_name(names))


def _lone(name: str, **parts: str) -> Iterator[str]:
    """Yield the query of what went, then that of what came."""
    for change, relation, other in (
        ("removed", "before_rows", "after_rows"),
        ("added", "after_rows", "before_rows"),
    ):
        found = {"change": literal(change), "relation": relation, "other": other}
        if name == "lone_contents":
            found["is_removed"] = str(change == "removed").lower()
        yield statement(name, **found, **parts)


def _name(values: Sequence[str]) -> str:
    """Return the SQL of the key as ``--update`` takes it."""
    return f"replace({key_text(values)}, ', ', ',')"
