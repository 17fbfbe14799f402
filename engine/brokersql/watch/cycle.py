"""One snapshot of all configured sources, added to a history.

A source that fails leaves what it gave last: of a database its tables of the snapshot
before, of a file a copy of it that is kept beside the snapshots. Such tables carry the
time of their own reading and the reason. A snapshot is made in a scratch folder and
enters the history as a whole; a killed process leaves none, and the next one cleans up.
"""

from __future__ import annotations

import fcntl
import os
import shutil
from collections.abc import Generator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from brokersql.core.database import Database
from brokersql.core.errors import BrokersqlError, UsageError
from brokersql.core.files import (
    partial_folder,
    remove_folder,
    remove_unfinished,
    whole_file,
    whole_folder,
    write_synced,
)
from brokersql.core.sql_files import sql_text
from brokersql.render.prometheus import gauge
from brokersql.snapshot import Snapshot, contract
from brokersql.snapshot.history import History, add_snapshot, prune_history
from brokersql.snapshot.importers import Source, import_source
from brokersql.snapshot.importers.folder import ORIGINS
from brokersql.snapshot.manifest import SnapshotManifest
from brokersql.snapshot.write import ensure_folder, table_file, write_table

_SCRATCH, _LOCK, _COPIES = "watch", ".watch.lock", ".sources"


@dataclass(frozen=True, slots=True)
class Reading:
    """What became of one source: `error` says why it failed, `kept` which tables stay.

    `seconds` is how long it took.
    """

    source: str
    error: str
    n_tables: int
    kept: tuple[str, ...]
    seconds: float


@dataclass(frozen=True, slots=True)
class Outcome:
    """One turn: the snapshot that was added, None where there is none, and why."""

    time: datetime
    added: SnapshotManifest | None
    error: str
    readings: tuple[Reading, ...]
    n_pruned: int = 0

    @property
    def failed(self) -> tuple[Reading, ...]:
        """Return the sources that could not be read."""
        return tuple(each for each in self.readings if each.error)

    def metrics(self) -> str:
        """Return the state of the sources as Prometheus reads it."""
        up = [({"source": each.source}, int(not each.error)) for each in self.readings]
        added = [] if self.added is None else [self.added.snapshot_time]
        none: dict[str, str] = {}
        times = [(none, each.replace(tzinfo=UTC).timestamp()) for each in added]
        name, meaning = "brokersql_watch_source_up", "whether the source was read"
        text = gauge(name, meaning, up)
        name, meaning = "brokersql_watch_snapshot_time_seconds", "of the last snapshot"
        return text + gauge(name, meaning, times)


@contextmanager
def watching(folder: Path) -> Generator[None]:
    """Be the only one that fills a history, within a with block.

    Raises:
        UsageError: another process does.
    """
    ensure_folder(folder)
    descriptor = os.open(folder / _LOCK, os.O_CREAT | os.O_RDWR, 0o644)
    try:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            hint = "one process for each history"
            raise UsageError(f"{folder} is watched already", hint=hint) from error
        yield
    finally:
        os.close(descriptor)


def take_snapshot(
    folder: Path,
    sources: Sequence[Source],
    *,
    keep: int | None = None,
    now: datetime | None = None,
) -> Outcome:
    """Add one snapshot of all sources to a history; never raise for what they do.

    Args:
        folder: the history, which is made where it is missing.
        sources: databases come first, files add to their tables in the given order.
        keep: how many snapshots stay, None is all.
        now: the time of the snapshot where no database says it, UTC; None is that of
            this machine.
    """
    if now is None:
        now = datetime.now(UTC).replace(tzinfo=None, microsecond=0)
    readings: list[Reading] = []
    try:
        ensure_folder(folder)
        remove_unfinished(folder)
        previous = _newest(folder)
        with partial_folder(folder / _SCRATCH) as scratch:
            for source in sorted(sources, key=lambda it: not it.is_database):
                readings.append(_read(source, scratch, folder, previous, now))
            if all(each.error for each in readings):
                return Outcome(now, None, "no source could be read", tuple(readings))
            added = add_snapshot(folder, Snapshot.open(scratch))
        n_pruned = 0 if keep is None else _prune(folder, keep)
        return Outcome(now, added.manifest, "", tuple(readings), n_pruned)
    except (BrokersqlError, OSError) as error:
        text = error.line() if isinstance(error, BrokersqlError) else str(error)
        return Outcome(now, None, text, tuple(readings))


def _newest(folder: Path) -> SnapshotManifest | None:
    snapshots = History.at(folder).snapshots
    return snapshots[-1] if snapshots else None


def _prune(folder: Path, keep: int) -> int:
    history = History.at(folder)
    leaving = {
        each.folder
        for each in history.snapshots[: max(len(history.snapshots) - keep, 0)]
    }
    if not leaving:
        return 0
    return len(prune_history(history, lambda each: each.folder in leaving).removed)


def _read(
    source: Source,
    scratch: Path,
    folder: Path,
    previous: SnapshotManifest | None,
    now: datetime,
) -> Reading:
    """Import one source into the scratch folder, else what it gave last."""
    start = datetime.now()
    copy = folder / _COPIES / source.name
    try:
        if source.is_database:
            found = import_source(source, scratch)
        else:
            given = Path(source.value("file") or "").expanduser()
            found = import_source(source, scratch, time=now)
            _keep_copy(given, copy)
        took = (datetime.now() - start).total_seconds()
        return Reading(source.name, "", len(found.rows), (), took)
    except (BrokersqlError, OSError) as failure:
        error = failure.line() if isinstance(failure, BrokersqlError) else str(failure)
    kept: list[str] = []
    if source.is_database and previous is not None:
        kept = _keep_tables(source, scratch, folder, previous, error)
    elif not source.is_database and copy.exists():
        kept = _import_copy(source, scratch, copy, now, error)
    took = (datetime.now() - start).total_seconds()
    return Reading(source.name, error, 0, tuple(kept), took)


def _keep_copy(given: Path, copy: Path) -> None:
    """Keep a copy of a file, or of the files of a folder, with their times."""
    ensure_folder(copy.parent)
    remove_unfinished(copy.parent)
    if given.is_dir():
        if copy.is_file():
            copy.unlink()
        with whole_folder(copy) as folder:
            shutil.copytree(given, folder, dirs_exist_ok=True)
    else:
        if copy.is_dir():
            remove_folder(copy)
        with whole_file(copy) as file:
            shutil.copy2(given, file)


def _import_copy(
    source: Source, scratch: Path, copy: Path, now: datetime, error: str
) -> list[str]:
    values: Mapping[str, str] = {**source.values, "file": str(copy)}
    try:
        found = import_source(
            Source(source.name, source.kind, values), scratch, time=now
        )
    except (BrokersqlError, OSError):
        return []
    tables = [name for name in found.rows if name not in ("snapshot", ORIGINS)]
    with closing(_origins([scratch])) as database:
        _mark(database, source.kind, error)
        write_table(database, scratch, ORIGINS)
    return tables


def _keep_tables(
    source: Source,
    scratch: Path,
    folder: Path,
    previous: SnapshotManifest,
    error: str,
) -> list[str]:
    """Copy the tables that a source gave to the snapshot before."""
    if ORIGINS not in previous.tables:
        return []
    before = folder / previous.tables[ORIGINS].file
    with closing(_origins([before, scratch], source.name)) as database:
        named = database.rows(sql_text("watch", "tables_of"), [source.name])
        kept = [str(name) for (name,) in named if name in previous.tables]
        for name in kept:
            stored = folder / previous.tables[name].file
            write_synced(table_file(scratch, name), stored.read_bytes())
        _mark(database, source.name, error)
        write_table(database, scratch, ORIGINS)
    return kept


def _origins(places: Sequence[Path], source: str = "") -> Database:
    """Return a database with the rows of table_source of some places.

    Of the first place of several only those of a source count.
    """
    database = Database.open()
    database.run(contract.ddl(ORIGINS))
    for number, place in enumerate(places):
        file = place if place.is_file() else table_file(place, ORIGINS)
        if not file.is_file():
            continue
        database.create_file_view("stored", [file])
        with_source = source if number < len(places) - 1 else ""
        database.run(sql_text("watch", "add_origins"), [with_source])
    return database


def _mark(database: Database, source: str, error: str) -> None:
    database.run(sql_text("watch", "mark_kept"), [source, error])
