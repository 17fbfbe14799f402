"""A history as its users hold it: the snapshots of a folder in the order of time."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from brokersql.errors import SnapshotError
from brokersql.snapshot.manifest import (
    NAME,
    PREFIX,
    Manifest,
    StoredTable,
    read_manifest,
)


@dataclass(frozen=True, slots=True)
class History:
    """The snapshots of a folder, oldest first, no two of one time."""

    folder: Path
    snapshots: tuple[Manifest, ...]

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

    def at_time(self, time: datetime) -> Manifest | None:
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
