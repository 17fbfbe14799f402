"""A snapshot, opened once and loaded into any number of databases.

Loading fills the tables of the contract from a source and quarantines what does not
fit.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from datetime import datetime
from difflib import get_close_matches
from hashlib import sha256
from pathlib import Path

from brokersql.core.database import Database, SqlError, first_line, listed, quote
from brokersql.render.text import listed_few, plural, printable
from brokersql.snapshot import contract
from brokersql.snapshot.contract import Table
from brokersql.snapshot.kept import (
    LoadedRows,
    keep_loaded,
    read_loaded,
    rows_before,
    source_key,
)
from brokersql.snapshot.overlay import (
    Change,
    apply_changes,
    apply_scripts,
    demand_contract,
)
from brokersql.snapshot.quarantine import (
    UNKNOWN_VALUE,
    ColumnMatch,
    RowFault,
    check_rows,
    match_columns,
    reject_rows,
    violations,
)
from brokersql.snapshot.read import (
    OpenedPiece,
    Piece,
    RowSource,
    SnapshotSource,
    open_piece,
    open_source,
)
from brokersql.snapshot.violations import (
    Violation,
    numbers,
    ordered,
    shown,
    statement,
    unusable,
)


def content_hash(database: Database, filled: Iterable[str]) -> str:
    """Return a hash of all rows that stand in the tables of the contract.

    Only the tables named by `filled` have rows. Of each the number of rows and the sum
    of the high halves of the MD5 of their JSON text enter a SHA-256. So neither the
    order of the rows nor the way they are split into files matters, nor the version of
    DuckDB; quarantined rows do not count.
    """
    digest = sha256()
    for name in sorted(filled):
        sums = numbers(database, statement("content", table=quote(name)))
        digest.update(f"{name} {sums[0]} {sums[1]}\n".encode())
    return digest.hexdigest()


@dataclass(frozen=True, slots=True)
class TableLoad:
    """Rows of one table: read from the source, and how many of them got in."""

    n_read: int
    n_loaded: int

    @property
    def n_quarantined(self) -> int:
        """Return how many rows stand in the table quarantine instead."""
        return self.n_read - self.n_loaded


@dataclass(frozen=True, slots=True)
class LoadReport:
    """What was loaded, and all that is wrong with it."""

    snapshot_id: str
    snapshot_time: datetime | None
    content_hash: str
    tables: Mapping[str, TableLoad]
    violations: tuple[Violation, ...]

    @property
    def errors(self) -> tuple[Violation, ...]:
        """Return the violations that make the snapshot unusable."""
        return tuple(one for one in self.violations if one.severity == "error")

    @property
    def lacking(self) -> tuple[str, ...]:
        """Return the tables without a row that a snapshot with the others has."""
        filled = {name for name, load in self.tables.items() if load.n_loaded}
        return tuple(
            table.name
            for table in contract.tables().values()
            if table.name not in filled
            and table.expected_with
            and filled.issuperset(table.expected_with)
        )

    @property
    def n_loaded(self) -> int:
        """Return how many rows all tables have."""
        return sum(table.n_loaded for table in self.tables.values())

    @property
    def n_quarantined(self) -> int:
        """Return how many rows did not get into their table."""
        return sum(table.n_quarantined for table in self.tables.values())


def load(
    source: RowSource,
    database: Database,
    changes: Sequence[Change] = (),
    scripts: Sequence[str] = (),
    *,
    partial: bool = False,
    files: Sequence[Path] = (),
    macros: Iterable[str] = (),
    is_kept: bool = False,
) -> LoadReport:
    """Create and fill all tables of the contract; return what happened.

    Violations are collected, never raised. As soon as the rows and `macros` are there,
    the database is sealed but for `files`. `changes`, then `scripts`, are made to what
    was loaded. Plans are for as many rows from then on. With `partial` nothing is
    demanded of the tables as a whole: the snapshot row and the queues may be absent.
    What `is_kept` is taken from the user's cache, if it was loaded before, and stands
    there afterwards.

    Raises:
        UsageError: a change is of a row that is not there, or to a value out of range;
            a script fails, or leaves rows that the contract refuses.
    """
    # 1. the rows
    database.plan_quickly(True)
    loaded = _loaded(source, database, files, is_kept=is_kept)
    database.create_macros(macros)
    database.seal(files)
    database.plan_for(sum(n_loaded for _, n_loaded in loaded.n_rows.values()))
    loads = {name: TableLoad(*numbers) for name, numbers in loaded.n_rows.items()}
    found = list(loaded.found)
    # 2. what is to be otherwise
    if not any(one.severity == "error" for one in found):
        apply_changes(database, changes)
        loads = _rewritten(database, scripts, loads)
        names = loads.keys() if scripts else {each.table for each in changes}
        option = "--sql" if scripts else "--update"
        unusual = demand_contract(database, names, option)
        found = [
            it for it in found if it.kind != UNKNOWN_VALUE or it.table not in names
        ]
        found += unusual
    database.run(statement("close"))
    if loads["snapshot"].n_read and not loads["snapshot"].n_loaded:
        found = [_grave(one) for one in found]
    # 3. what is there now
    rows = database.rows("select snapshot_id, snapshot_time from main.snapshot")
    if not partial and not any(one.severity == "error" for one in found):
        found += _demands(loads, rows)
    snapshot_id, snapshot_time = rows[0] if len(rows) == 1 else ("", None)
    is_same = not changes and not scripts and loaded.content_hash
    filled = [name for name, one in loads.items() if one.n_loaded]
    return LoadReport(
        snapshot_id=str(snapshot_id),
        snapshot_time=snapshot_time if isinstance(snapshot_time, datetime) else None,
        content_hash=is_same or content_hash(database, filled),
        tables=loads,
        violations=ordered(set(found)),
    )


def _loaded(
    source: RowSource, database: Database, files: Sequence[Path], *, is_kept: bool
) -> LoadedRows:
    """Fill the tables of the contract, from the cache if what `is_kept` is there."""
    for name in ("fault_table", "convert"):
        database.run(statement(name))
    key = source_key(source) if is_kept else None
    if key is not None and (kept := read_loaded(key, database)):
        return kept
    database.run(contract.schema())
    found = list(source.notes)
    loads: dict[str, tuple[int, int]] = {}
    with source.connected(database, files):
        for table in contract.tables().values():
            load = load_table(source, database, table, found)
            loads[table.name] = (load.n_read, load.n_loaded)
    loaded = LoadedRows(loads, tuple(found), "")
    if key is None or any(one.severity == "error" for one in found):
        return loaded
    filled = [name for name, (_, n_loaded) in loads.items() if n_loaded]
    loaded = replace(loaded, content_hash=content_hash(database, filled))
    keep_loaded(key, source, database, loaded)
    return loaded


def _rewritten(
    database: Database, scripts: Sequence[str], loads: dict[str, TableLoad]
) -> dict[str, TableLoad]:
    """Run scripts on what was loaded; return how many rows each table has then."""
    if not scripts:
        return loads
    apply_scripts(database, scripts)
    counts = {name: database.count(name) for name in loads}
    return {name: TableLoad(n_rows, n_rows) for name, n_rows in counts.items()}


def load_table(
    source: RowSource, database: Database, table: Table, found: list[Violation]
) -> TableLoad:
    """Fill one table, which is there; add to `found` what is wrong with its rows."""
    n_read = n_inserted = 0
    faults: list[RowFault] = []
    for piece in source.pieces(table.name):
        try:
            n_rows, n_fitting = _load_piece(database, table, piece, found, faults)
            n_read, n_inserted = n_read + n_rows, n_inserted + n_fitting
        except SqlError as error:
            message = f"{piece.where} cannot be read: {first_line(error)}"
            found.append(
                Violation("error", "unreadable_file", table.name, "", 1, (), message)
            )
    if not n_read:
        return TableLoad(0, 0)
    if broken := check_rows(database, table):
        faults += broken
        n_inserted = database.count(table.name)
    found += violations(table, faults)
    return TableLoad(n_read, n_inserted)


def _load_piece(
    database: Database,
    table: Table,
    piece: Piece,
    found: list[Violation],
    faults: list[RowFault],
) -> tuple[int, int]:
    """Insert the rows of one piece that fit; return how many it holds, and these."""
    part = open_piece(database, piece, table)
    if not part.columns:
        return 0, 0
    matched = match_columns(table, part.columns)
    found += _column_violations(table, part, matched)
    if matched.missing or piece.is_empty:
        return 0, 0
    checked = [one for one in matched.conversions if one.is_checked]
    parts = {
        "table": quote(table.name),
        "columns": listed(one.column.name for one in matched.conversions),
        "values": ", ".join(one.named for one in matched.conversions),
    }
    if not checked and not part.guard:
        (n_rows,) = numbers(database, statement("insert", **parts))
        return n_rows, n_rows
    filled = statement(
        "insert_checked",
        **parts,
        given=", ".join(one.given for one in checked) or "1",
        guard=part.guard or "true",
        is_lossy=" or ".join(one.is_lost for one in checked) or "false",
    )
    (n_inserted,) = numbers(database, filled)
    n_rows = database.count(part.counted)
    if n_rows > n_inserted:
        faults += reject_rows(database, table, part, matched.conversions)
    return n_rows, n_inserted


def _column_violations(
    table: Table, part: OpenedPiece, matched: ColumnMatch
) -> list[Violation]:
    found: list[Violation] = []
    for name in matched.missing:
        message = f"{table.name}.{name} is missing in {part.where}"
        found.append(
            Violation("error", "missing_column", table.name, name, 1, (), message)
        )
    for name in matched.unknown:
        close = get_close_matches(name.lower(), table.column_types, n=1, cutoff=0.6)
        message = (
            f"{table.name}.{shown(name)} is no column of the contract and is ignored"
        )
        message += f": did you mean {close[0]}?" if close else ""
        found.append(
            Violation("warning", "unknown_column", table.name, name, 1, (), message)
        )
    for given, name in matched.renamed:
        message = f"{table.name}.{given} is read as {name}"
        found.append(
            Violation("note", "unknown_column", table.name, name, 1, (), message)
        )
    return found


def _grave(one: Violation) -> Violation:
    """Return why the row of the snapshot itself was refused as an error."""
    is_grave = one.table == "snapshot" and one.severity == "warning"
    return replace(one, severity="error") if is_grave else one


def _demands(
    loads: Mapping[str, TableLoad], rows: list[tuple[object, ...]]
) -> list[Violation]:
    """Return what the snapshot as a whole lacks."""

    def lack(kind: str, table: str, column: str, message: str) -> Violation:
        return Violation("error", kind, table, column, len(rows), (), message)

    if not any(load.n_loaded for load in loads.values()):
        message = "has no rows: task is empty, queue is empty"
        return [lack("no_queue", "queue", "", message)]
    found: list[Violation] = []
    if not rows:
        found.append(lack("no_snapshot_row", "snapshot", "", "no snapshot row"))
    elif len(rows) > 1:
        message = f"{len(rows)} snapshot rows instead of one"
        found.append(lack("several_snapshot_rows", "snapshot", "", message))
    elif rows[0][1] is None:
        message = "snapshot.snapshot_time is NULL: no age can be measured"
        found.append(lack("bad_value", "snapshot", "snapshot_time", message))
    # jobs and pilots are decided without a queue
    others = ("queue", "job", "dirac_job", "dirac_pilot")
    if loads["task"].n_loaded and not any(loads[name].n_loaded for name in others):
        found.append(lack("no_queue", "queue", "", "queue is empty"))
    return found


def _row_counts(tables: Mapping[str, int]) -> str:
    """Return how many rows there are, and of which tables, the largest first."""
    filled = {name: n_rows for name, n_rows in tables.items() if n_rows}
    largest = sorted(filled, key=lambda name: (-filled[name], name))
    named = listed_few([f"{name} {filled[name]:,}" for name in largest])
    n_rows = plural(sum(filled.values()), "row")
    return f"{plural(len(filled), 'table')}, {n_rows}: {named}"


#: What a snapshot offers besides what the engine takes from it.
_ASKED = (
    *("changed", "changes", "content_hash", "open", "report", "rewritten"),
    *("scripts", "snapshot_id", "tables", "where"),
)


class Snapshot:
    """Immutable input tables of one moment, with changes of values and rows.

    `source` is where the rows stand, `changes` are the values that are others than
    there, `scripts` run after them.
    """

    def __init__(
        self,
        source: RowSource,
        changes: Iterable[Change] = (),
        scripts: Iterable[str] = (),
    ) -> None:
        self.source = source
        self.changes = tuple(changes)
        self.scripts = tuple(scripts)
        self._report: LoadReport | None = None

    @classmethod
    def open(cls, source: SnapshotSource) -> Snapshot:
        """Return the snapshot in a folder, a DuckDB file or Arrow tables by name.

        Raises:
            SnapshotError: nothing is there, or nothing that can be a snapshot.
        """
        return cls(open_source(source))

    def __repr__(self) -> str:
        """Return in three lines what it is, its tables, and what is otherwise.

        Nothing is loaded for it: rows are counted once they are loaded.
        """
        changes = [*map(str, self.changes)]
        if self.scripts:
            changes.append(plural(len(self.scripts), "script"))
        last = f"changed: {listed_few(changes)}" if changes else "unchanged"
        if (found := self._report) is None:
            held = sorted(self.source.held)
            head = f"Snapshot of {self.where}"
            tables = f"{plural(len(held), 'table')}, not loaded yet: {listed_few(held)}"
        else:
            head = f"Snapshot {found.snapshot_id} of {found.snapshot_time} UTC, "
            head += f"from {self.where}"
            tables = _row_counts(self.tables)
            if found.n_quarantined:
                last += f"; {plural(found.n_quarantined, 'row')} in quarantine"
        return "\n".join(map(printable, (head, tables, last)))

    def __dir__(self) -> list[str]:
        """Return what there is to ask, without the engine's own names."""
        return list(_ASKED)

    def changed(self, changes: Iterable[Change]) -> Snapshot:
        """Return a snapshot in which some values are others than in this one."""
        found = (*self.changes, *changes)
        return Snapshot(self.source, found, self.scripts)

    def rewritten(self, scripts: Iterable[str]) -> Snapshot:
        """Return a snapshot after scripts of update, insert and delete statements."""
        return Snapshot(self.source, self.changes, (*self.scripts, *scripts))

    @property
    def where(self) -> str:
        """Return the path, as it was given."""
        return self.source.where

    def load_into(
        self,
        database: Database,
        *,
        partial: bool = False,
        files: Sequence[Path] = (),
        macros: Iterable[str] = (),
        is_kept: bool = False,
    ) -> LoadReport:
        """Create and fill the tables of the contract; rows that do not fit stay out.

        These rows stand in the table quarantine, and the report counts them. With
        `partial` the snapshot row and the queues may be absent. With `macros` in it the
        database is sealed then, but for `files`. What `is_kept` is taken from the
        user's cache, if it was loaded before, and stands there afterwards.

        Raises:
            SnapshotError: a file is unreadable, a column is missing or of a wrong type,
                there is no queue or not exactly one snapshot row.
            UsageError: a change is of no row, or to a value out of range; a script
                fails, or leaves rows that the contract refuses.
        """
        made = (self.changes, self.scripts)
        report = load(
            *(self.source, database, *made),
            partial=partial,
            files=files,
            macros=macros,
            is_kept=is_kept,
        )
        if report.errors:
            raise unusable(self.where, report.errors, self.source.check)
        self._report = report
        return report

    @property
    def key(self) -> str | None:
        """Return a digest of its files, changes and scripts, and of what loads them.

        None of what is no folder of files, or cannot be read.
        """
        key = source_key(self.source)
        made = repr((key, self.changes, self.scripts))
        return None if key is None else sha256(made.encode()).hexdigest()

    @property
    def rows_before(self) -> Mapping[str, int] | None:
        """Return how many rows its tables had when it was loaded into the cache.

        None where it is not there; changes and scripts do not count.
        """
        return rows_before(self.source)

    def loaded_before(self, report: LoadReport) -> None:
        """Know the report of a load that another process has made."""
        self._report = report

    @property
    def report(self) -> LoadReport:
        """Return the report of the last load; without one, load to find out."""
        if self._report is None:
            with closing(Database.open()) as scratch:
                return self.load_into(scratch, partial=True)
        return self._report

    @property
    def snapshot_id(self) -> str:
        """Return the identifier in the snapshot row, empty where there is none."""
        return self.report.snapshot_id

    @property
    def content_hash(self) -> str:
        """Return the hash of all loaded rows; the order of rows does not matter."""
        return self.report.content_hash

    @property
    def tables(self) -> Mapping[str, int]:
        """Return how many rows of each table can be loaded."""
        return {name: load.n_loaded for name, load in self.report.tables.items()}
