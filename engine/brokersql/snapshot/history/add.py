"""A snapshot, wherever it comes from, becomes one of a history."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from brokersql.database import Database
from brokersql.errors import SnapshotError, UsageError
from brokersql.snapshot.history.folder import History
from brokersql.snapshot.history.seal import scratch_folder, seal
from brokersql.snapshot.importers.tables import ensure_folder, write_table
from brokersql.snapshot.load import LoadReport
from brokersql.snapshot.manifest import Manifest, folder_name, time_text
from brokersql.snapshot.snapshot import Snapshot


@dataclass(frozen=True, slots=True)
class Added:
    """A snapshot of a history; `is_new` is false where the same one was there."""

    manifest: Manifest
    is_new: bool


def add(folder: Path, snapshot: Snapshot) -> Added:
    """Store a snapshot in the history of a folder, which is made where it is missing.

    Rows that do not fit the contract stay out, as they do in a cycle; the manifest
    counts them.

    Raises:
        SnapshotError: the snapshot cannot be used, the folder not be written.
        UsageError: another snapshot of the same time is there.
    """
    ensure_folder(folder)
    history = History.at(folder)
    database = Database.open()
    try:
        report = snapshot.load_into(database)
        manifest = _described(report)
        there = history.at_time(manifest.snapshot_time)
        if there is not None:
            return Added(_same(there, manifest), is_new=False)
        name = folder_name(manifest.snapshot_time)
        try:
            return Added(_store(database, history, name, manifest, report), is_new=True)
        except OSError as error:
            raise SnapshotError(
                f"cannot be written: {error.strerror or error}", where=str(folder)
            ) from error
    finally:
        database.close()


def _described(report: LoadReport) -> Manifest:
    assert report.snapshot_time is not None
    return Manifest(
        report.snapshot_id,
        report.snapshot_time,
        report.content_hash,
        report.n_quarantined,
        {},
    )


def _same(there: Manifest, given: Manifest) -> Manifest:
    if there.content_hash != given.content_hash:
        time = time_text(given.snapshot_time)
        raise UsageError(
            f"the history holds another snapshot of {time}: {there.snapshot_id}",
            hint=f"remove it first: brokersql history prune HISTORY --at {time}",
        )
    return there


def _store(
    database: Database,
    history: History,
    name: str,
    manifest: Manifest,
    report: LoadReport,
) -> Manifest:
    scratch = scratch_folder(history.folder, name)
    filled = [table for table, load in report.tables.items() if load.n_loaded]
    rows = {table: write_table(database, scratch, table) for table in filled}
    return seal(history.folder, scratch, manifest, rows, history.stored)
