"""Everything that is wrong with the files of a history."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from brokersql.errors import SnapshotError
from brokersql.snapshot.history.folder import History, snapshot_folders
from brokersql.snapshot.manifest import (
    NAME,
    PREFIX,
    Manifest,
    StoredTable,
    folder_name,
    read_manifest,
    stored_bytes,
)


def verify(folder: Path) -> list[SnapshotError]:
    """Return what is wrong: files that are gone, changed, or that nobody names.

    Every stored file is read once.
    """
    found: list[SnapshotError] = []
    manifests: list[Manifest] = []
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
