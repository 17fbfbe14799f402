"""A snapshot as users hold it: opened once, loaded into any number of databases."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from brokersql.database import Database
from brokersql.snapshot.load import LoadReport, load
from brokersql.snapshot.opening import SnapshotSource, open_source
from brokersql.snapshot.overlay import Change
from brokersql.snapshot.source import Source
from brokersql.snapshot.violation import unusable


class Snapshot:
    """Immutable input tables of one moment, with changes of values and rows."""

    def __init__(
        self,
        source: Source,
        changes: Iterable[Change] = (),
        scripts: Iterable[str] = (),
    ) -> None:
        self._source = source
        self._changes = tuple(changes)
        self._scripts = tuple(scripts)
        self._report: LoadReport | None = None

    @classmethod
    def open(cls, source: SnapshotSource) -> Snapshot:
        """Return the snapshot in a folder, a DuckDB file or Arrow tables by name.

        Raises:
            SnapshotError: nothing is there, or nothing that can be a snapshot.
        """
        return cls(open_source(source))

    def changed(self, changes: Iterable[Change]) -> Snapshot:
        """Return a snapshot in which some values are others than in this one."""
        found = (*self._changes, *changes)
        return Snapshot(self._source, found, self._scripts)

    def rewritten(self, scripts: Iterable[str]) -> Snapshot:
        """Return a snapshot after scripts of update, insert and delete statements."""
        return Snapshot(self._source, self._changes, (*self._scripts, *scripts))

    @property
    def changes(self) -> tuple[Change, ...]:
        """Return the values that are others than where the rows stand."""
        return self._changes

    @property
    def scripts(self) -> tuple[str, ...]:
        """Return the scripts that run after those changes."""
        return self._scripts

    @property
    def where(self) -> str:
        """Return the path, as it was given."""
        return self._source.where

    @property
    def source(self) -> Source:
        """Return where the rows stand."""
        return self._source

    def load_into(self, database: Database, *, partial: bool = False) -> LoadReport:
        """Create and fill the tables of the contract; rows that do not fit stay out.

        These rows stand in the table quarantine, and the report counts them. With
        `partial` the snapshot row and the queues may be absent.

        Raises:
            SnapshotError: a file is unreadable, a column is missing or of a wrong type,
                there is no queue or not exactly one snapshot row.
            UsageError: a change is of no row, or to a value out of range; a script
                fails, or leaves rows that the contract refuses.
        """
        made = (self._changes, self._scripts)
        report = load(self._source, database, *made, partial=partial)
        if report.errors:
            raise unusable(self.where, report.errors, self._source.check)
        self._report = report
        return report

    @property
    def report(self) -> LoadReport:
        """Return the report of the last load; without one, load to find out."""
        if self._report is None:
            scratch = Database.open()
            try:
                return self.load_into(scratch, partial=True)
            finally:
                scratch.close()
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
