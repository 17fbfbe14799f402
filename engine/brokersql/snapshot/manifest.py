"""What stands beside the tables of a snapshot in a history: manifest.json.

It names the file of every table with its SHA-256. A table that is the same as in
another snapshot is stored there only: its file lies in the folder of that one.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path
from typing import cast

from brokersql.core.errors import SnapshotError
from brokersql.core.record_version import SCHEMA_VERSION, refuse_other_version

NAME = "manifest.json"
PREFIX = "snapshot_time="


@dataclass(frozen=True, slots=True)
class StoredTable:
    """One table: `file` from the folder of the history, size in rows and bytes."""

    file: str
    sha256: str
    n_rows: int
    n_bytes: int


@dataclass(frozen=True, slots=True)
class SnapshotManifest:
    """One snapshot of a history; tables without rows are absent.

    `snapshot_time` is UTC without a zone. `n_quarantined` counts rows that did not fit
    the contract when the snapshot was added, and are not stored.
    """

    snapshot_id: str
    snapshot_time: datetime
    content_hash: str
    n_quarantined: int
    tables: Mapping[str, StoredTable]

    @property
    def folder(self) -> str:
        """Return the name of the snapshot's folder."""
        return folder_name(self.snapshot_time)

    def written(self) -> bytes:
        """Return the content of manifest.json."""
        body = {
            "schema_version": SCHEMA_VERSION,
            "kind": "snapshot",
            "snapshot_id": self.snapshot_id,
            "snapshot_time": time_text(self.snapshot_time),
            "content_hash": self.content_hash,
            "n_quarantined": self.n_quarantined,
            "tables": {name: asdict(each) for name, each in self.tables.items()},
        }
        return (json.dumps(body, indent=1, ensure_ascii=False) + "\n").encode()


def time_text(time: datetime) -> str:
    """Return a time as it stands in names and manifests.

    >>> time_text(datetime(2025, 10, 14, 12))
    '2025-10-14T12:00:00Z'
    """
    return f"{time.replace(tzinfo=None).isoformat()}Z"


def parse_time(text: str) -> datetime:
    """Return a time in UTC without a zone; a text without a zone is UTC.

    >>> parse_time("2025-10-14T14:00:00+02:00")
    datetime.datetime(2025, 10, 14, 12, 0)

    Raises:
        ValueError: the text is no time.
    """
    found = datetime.fromisoformat(text)
    return found.astimezone(UTC).replace(tzinfo=None) if found.tzinfo else found


def folder_name(time: datetime) -> str:
    """Return the name of the folder of a snapshot."""
    return f"{PREFIX}{time_text(time)}"


def read_manifest(folder: Path) -> SnapshotManifest:
    """Return the manifest in a folder.

    Raises:
        SnapshotError: it is not there, not sound, or of another schema version.
    """
    path = folder / NAME
    try:
        found = json.loads(path.read_bytes())
        refuse_other_version(found, path)
        return _parsed(found)
    except OSError as error:
        raise SnapshotError(
            f"cannot be read: {error.strerror or error}", where=str(path)
        ) from error
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise SnapshotError(
            "is no manifest of a snapshot",
            where=str(path),
            hint="remove the file, then add the snapshot again: "
            "brokersql history add HISTORY SNAPSHOT",
        ) from error


def _parsed(found: object) -> SnapshotManifest:
    body = cast(Mapping[str, object], found)
    tables = cast(Mapping[str, Mapping[str, object]], body["tables"])
    return SnapshotManifest(
        str(body["snapshot_id"]),
        parse_time(str(body["snapshot_time"])),
        str(body["content_hash"]),
        int(str(body["n_quarantined"])),
        {name: _stored(each) for name, each in tables.items()},
    )


def _stored(found: Mapping[str, object]) -> StoredTable:
    file = str(found["file"])
    if Path(file).is_absolute() or ".." in Path(file).parts:
        raise ValueError
    n_rows, n_bytes = int(str(found["n_rows"])), int(str(found["n_bytes"]))
    return StoredTable(file, str(found["sha256"]), n_rows, n_bytes)


def stored_bytes(root: Path, stored: StoredTable) -> bytes:
    """Return the content of a stored table, which is what the manifest says.

    Raises:
        SnapshotError: the file is gone or damaged.
    """
    path = root / stored.file
    hint = "restore the file, or remove its snapshots: brokersql history prune"
    try:
        content = path.read_bytes()
    except OSError as error:
        raise SnapshotError(
            f"cannot be read: {error.strerror or error}", where=str(path), hint=hint
        ) from error
    if sha256(content).hexdigest() != stored.sha256:
        raise SnapshotError("is not as it was stored", where=str(path), hint=hint)
    return content
