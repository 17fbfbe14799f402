"""Histories: many snapshots in one folder, each table stored once while it stays.

A snapshot is a folder `snapshot_time=<time>` of Parquet files with a manifest. It is
written beside its place, where what the history holds already, under the same SHA-256,
is replaced by a reference; then the folder is renamed. When snapshots are pruned, files
that others reference are copied first, and manifests are replaced one by one. So a
killed process leaves every snapshot whole, and the next call removes the rest.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass, replace
from datetime import datetime
from hashlib import sha256
from pathlib import Path

from brokersql.core.database import Database
from brokersql.core.errors import SnapshotError, UsageError
from brokersql.core.files import (
    alone,
    remove_folder,
    remove_unfinished,
    sync,
    whole_file,
    whole_folder,
    write_synced,
)
from brokersql.snapshot.load import LoadReport, Snapshot
from brokersql.snapshot.manifest import (
    NAME,
    PREFIX,
    SnapshotManifest,
    StoredTable,
    folder_name,
    read_manifest,
    stored_bytes,
    time_text,
)
from brokersql.snapshot.write import ensure_folder, unwritten, write_tables


@dataclass(frozen=True, slots=True)
class History:
    """The snapshots of a folder, oldest first, no two of one time."""

    folder: Path
    snapshots: tuple[SnapshotManifest, ...]

    @classmethod
    def open(cls, folder: str | Path) -> History:
        """Return the history in a folder.

        Raises:
            SnapshotError: there is none, or a manifest is not sound.
        """
        found = cls.at(Path(folder))
        if not found.snapshots:
            raise SnapshotError(
                "is no history: it holds no snapshot with a manifest",
                where=str(folder),
                hint="brokersql history add HISTORY SNAPSHOT…",
            )
        return found

    @classmethod
    def at(cls, folder: Path) -> History:
        """Return the history in a folder, empty where there is none yet."""
        manifests = [read_manifest(each) for each in snapshot_folders(folder)]
        ordered = sorted(manifests, key=lambda each: each.snapshot_time)
        return cls(folder, tuple(ordered))

    def between(self, first: datetime | None, last: datetime | None) -> History:
        """Return the snapshots from `first` to `last`, both included."""
        chosen = [
            each
            for each in self.snapshots
            if (first is None or each.snapshot_time >= first)
            and (last is None or each.snapshot_time <= last)
        ]
        return History(self.folder, tuple(chosen))

    def at_time(self, time: datetime) -> SnapshotManifest | None:
        """Return the snapshot of a time, None if there is none."""
        found = (each for each in self.snapshots if each.snapshot_time == time)
        return next(found, None)

    @property
    def stored(self) -> Mapping[str, StoredTable]:
        """Return every stored file once, by its SHA-256."""
        return {
            table.sha256: table
            for snapshot in self.snapshots
            for table in snapshot.tables.values()
        }

    @property
    def n_bytes(self) -> int:
        """Return the bytes of all tables as they are stored."""
        return sum(each.n_bytes for each in self.stored.values())


def snapshot_folders(folder: Path) -> list[Path]:
    """Return the folders of a history that hold a snapshot, by name."""
    if not folder.is_dir():
        return []
    entries = sorted(folder.glob(f"{PREFIX}*"))
    return [entry for entry in entries if (entry / NAME).is_file()]


def seal(
    scratch: Path,
    manifest: SnapshotManifest,
    rows: Mapping[str, int],
    known: Mapping[str, StoredTable],
) -> SnapshotManifest:
    """Return the manifest, with its tables, of a snapshot that is to enter a history.

    It is written to the scratch folder that the tables stand in; `rows` counts the rows
    of each, `known` are the files of the history by SHA-256.
    """
    tables: dict[str, StoredTable] = {}
    for name in sorted(rows):
        path = scratch / f"{name}.parquet"
        content = path.read_bytes()
        digest = sha256(content).hexdigest()
        file = f"{folder_name(manifest.snapshot_time)}/{path.name}"
        stored = StoredTable(file, digest, rows[name], len(content))
        if digest in known:
            path.unlink()
            stored = known[digest]
        else:
            sync(path)
        tables[name] = stored
    sealed = replace(manifest, tables=tables)
    write_synced(scratch / NAME, sealed.written())
    return sealed


@dataclass(frozen=True, slots=True)
class Added:
    """A snapshot of a history; `is_new` is false where the same one was there."""

    manifest: SnapshotManifest
    is_new: bool


def add_snapshot(folder: Path, snapshot: Snapshot) -> Added:
    """Store a snapshot in the history of a folder, which is made where it is missing.

    Rows that do not fit the contract stay out, as they do in a cycle; the manifest
    counts them.

    Raises:
        SnapshotError: the snapshot cannot be used, the folder not be written.
        UsageError: another snapshot of the same time, or of the same name, is there.
    """
    ensure_folder(folder)
    remove_unfinished(folder)
    History.at(folder)  # before the work: it may not be sound
    with closing(Database.open()) as database:
        report = snapshot.load_into(database)
        manifest = _described(report)
        # it may use tables that another process is moving
        with alone(folder):
            history = History.at(folder)
            there = history.at_time(manifest.snapshot_time)
            if there is not None:
                return Added(_same(there, manifest), is_new=False)
            _check_name(history, manifest)
            name = folder_name(manifest.snapshot_time)
            try:
                stored = _store(database, history, name, manifest, report)
            except OSError as error:
                raise unwritten(folder, error.strerror or str(error)) from error
            return Added(stored, is_new=True)


def _described(report: LoadReport) -> SnapshotManifest:
    assert report.snapshot_time is not None
    return SnapshotManifest(
        report.snapshot_id,
        report.snapshot_time,
        report.content_hash,
        report.n_quarantined,
        {},
    )


def _same(there: SnapshotManifest, given: SnapshotManifest) -> SnapshotManifest:
    if there.content_hash != given.content_hash:
        time = time_text(given.snapshot_time)
        raise UsageError(
            f"the history holds another snapshot of {time}: {there.snapshot_id}",
            hint=f"remove it first: brokersql history prune HISTORY --at {time}",
        )
    return there


def _check_name(history: History, given: SnapshotManifest) -> None:
    """Refuse a name that a snapshot of another time has: replays go by names."""
    for each in history.snapshots:
        if each.snapshot_id == given.snapshot_id:
            time = time_text(each.snapshot_time)
            raise UsageError(
                f"the history holds a snapshot {given.snapshot_id} of {time}",
                hint="each one needs a snapshot_id of its own",
            )


def _store(
    database: Database,
    history: History,
    name: str,
    manifest: SnapshotManifest,
    report: LoadReport,
) -> SnapshotManifest:
    filled = [table for table, load in report.tables.items() if load.n_loaded]
    others = replace(history, snapshots=_kept(history, {name})).stored.items()
    known = {key: it for key, it in others if not it.file.startswith(f"{name}/")}
    with whole_folder(history.folder / name) as scratch:
        rows = write_tables(database, scratch, filled)
        return seal(scratch, manifest, rows, known)


@dataclass(frozen=True, slots=True)
class Pruned:
    """The snapshots that left, those that stay, and the bytes that were freed."""

    removed: tuple[SnapshotManifest, ...]
    kept: tuple[SnapshotManifest, ...]
    n_bytes: int


def prune_history(
    history: History, leaves: Callable[[SnapshotManifest], bool]
) -> Pruned:
    """Remove the snapshots that `leaves` names; the others stay as they are."""
    with alone(history.folder):
        history = History.at(history.folder)
        removed = tuple(each for each in history.snapshots if leaves(each))
        gone = {each.folder for each in removed}
        remove_unfinished(history.folder)
        after = History(history.folder, _kept(history, gone))
        for manifest in removed:
            remove_folder(history.folder / manifest.folder)
    return Pruned(removed, after.snapshots, history.n_bytes - after.n_bytes)


def _kept(history: History, gone: set[str]) -> tuple[SnapshotManifest, ...]:
    """Return the snapshots outside of folders that leave, with copies of their files.

    A folder that lost its manifest leaves, too, when its snapshot is added again.
    """
    moved: dict[str, StoredTable] = {}
    return tuple(
        _relocated(history.folder, each, gone, moved)
        for each in history.snapshots
        if each.folder not in gone
    )


def _relocated(
    root: Path,
    manifest: SnapshotManifest,
    gone: set[str],
    moved: dict[str, StoredTable],
) -> SnapshotManifest:
    """Return a manifest that references no file in a folder which leaves.

    What is lost already stays lost.
    """
    tables = dict(manifest.tables)
    for name, stored in manifest.tables.items():
        leaves = stored.file.partition("/")[0] in gone
        if not (leaves and (root / stored.file).is_file()):
            continue
        if stored.file not in moved:
            file = f"{manifest.folder}/{name}.parquet"
            with whole_file(root / file, is_synced=True) as partial:
                shutil.copyfile(root / stored.file, partial)
            moved[stored.file] = replace(stored, file=file)
        tables[name] = moved[stored.file]
    if tables == manifest.tables:
        return manifest
    relocated = replace(manifest, tables=tables)
    write_synced(root / manifest.folder / NAME, relocated.written())
    return relocated


def verify_history(folder: Path) -> list[SnapshotError]:
    """Return what is wrong: files that are gone, changed, or that nobody names.

    Every stored file is read once. A folder without any snapshot is wrong as a whole.
    """
    found: list[SnapshotError] = []
    if not any(folder.glob(f"{PREFIX}*")):
        message = "is no history: it holds no snapshot"
        found.append(SnapshotError(message, where=str(folder)))
    manifests: list[SnapshotManifest] = []
    for entry in snapshot_folders(folder):
        try:
            manifest = read_manifest(entry)
        except SnapshotError as error:
            found.append(error)
            continue
        if entry.name != folder_name(manifest.snapshot_time):
            message = f"is the snapshot of another time: {manifest.folder}"
            found.append(SnapshotError(message, where=str(entry)))
        manifests.append(manifest)
    history = History(folder, tuple(manifests))
    for stored in {each.file: each for each in _tables(history)}.values():
        try:
            stored_bytes(folder, stored)
        except SnapshotError as error:
            found.append(error)
    return [*found, *_strangers(history)]


def _tables(history: History) -> Iterator[StoredTable]:
    for snapshot in history.snapshots:
        yield from snapshot.tables.values()


def _strangers(history: History) -> list[SnapshotError]:
    """Return the files and folders that belong to no snapshot."""
    named = {str(history.folder / each.file) for each in _tables(history)}
    found: list[SnapshotError] = []
    for entry in sorted(history.folder.glob(f"{PREFIX}*")):
        if not (entry / NAME).is_file():
            hint = "brokersql history add HISTORY SNAPSHOT stores it with one"
            found.append(SnapshotError("has no manifest", where=str(entry), hint=hint))
            continue
        for file in sorted(entry.iterdir()):
            if file.name != NAME and str(file) not in named:
                message = "belongs to no snapshot"
                found.append(SnapshotError(message, where=str(file)))
    return found
