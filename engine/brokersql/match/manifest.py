"""The manifest: which segments and checkpoint make up a state.

A line of JSON and a line with its SHA-256; it is replaced as a whole whenever a segment
is sealed or a checkpoint is written.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import cast

from brokersql.errors import StateError
from brokersql.match.files import Files, naming, replace_file
from brokersql.match.record import (
    Attachment,
    Json,
    attachments_of,
    damage,
    entry_of,
)
from brokersql.match.segment import Start

MANIFEST = "MANIFEST"
_FORMAT = 1


@dataclass(frozen=True, slots=True)
class Sealed:
    """A segment that will not change any more."""

    start: Start
    last: int
    size: int
    digest: bytes


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """The state after record `seq` as tables, so that nobody replays what led there."""

    seq: int
    note: Mapping[str, Json]
    tables: tuple[Attachment, ...]


@dataclass(frozen=True, slots=True)
class Manifest:
    """All sealed segments in order, the active one, and the newest checkpoint."""

    sealed: tuple[Sealed, ...]
    active: Start
    checkpoint: Checkpoint | None

    def write(self, files: Files, folder: Path) -> None:
        """Replace the manifest of a state."""
        text = json.dumps(self._document(), separators=(",", ":"), allow_nan=False)
        content = f"{text}\n{_sum(text)}\n".encode()
        points = ("manifest_tmp", "manifest_renamed")
        replace_file(files, folder / MANIFEST, content, points)

    def _document(self) -> dict[str, object]:
        kept = self.checkpoint
        return {
            "format": _FORMAT,
            "sealed": [
                {
                    **_start_entry(each.start),
                    "last": each.last,
                    "size": each.size,
                    "digest": each.digest.hex(),
                }
                for each in self.sealed
            ],
            "active": _start_entry(self.active),
            "checkpoint": kept
            and {
                "seq": kept.seq,
                "note": dict(kept.note),
                "tables": [entry_of(each) for each in kept.tables],
            },
        }


def read_manifest(folder: Path) -> Manifest:
    """Return the manifest of a state.

    Raises:
        StateError: there is no state, or its manifest is damaged or of another format.
    """
    path = folder / MANIFEST
    if not path.exists():
        raise StateError(
            "there is no state here",
            where=str(folder),
            hint="brokersql match STATE init SNAPSHOT makes one",
        )
    with naming(path, "read"):
        lines = path.read_bytes().split(b"\n")
    text = lines[0].decode("utf-8", "replace")
    if [line.decode("utf-8", "replace") for line in lines[1:]] != [_sum(text), ""]:
        raise damage(path, 0, "its SHA-256 is not the one it says")
    document = cast("dict[str, object]", json.loads(text))
    if document["format"] != _FORMAT:
        raise StateError(
            f"a state of format {document['format']}, not {_FORMAT}",
            where=str(path),
            hint="another version of brokersql wrote it",
        )
    sealed = cast("list[dict[str, object]]", document["sealed"])
    kept = cast("dict[str, object] | None", document["checkpoint"])
    return Manifest(
        sealed=tuple(_sealed(entry) for entry in sealed),
        active=_start(cast("dict[str, object]", document["active"])),
        checkpoint=None if kept is None else _checkpoint(kept),
    )


def _checkpoint(entry: dict[str, object]) -> Checkpoint:
    tables = cast("list[dict[str, object]]", entry["tables"])
    note = cast("dict[str, Json]", entry["note"])
    return Checkpoint(_number(entry["seq"]), note, tuple(attachments_of(tables)))


def _sealed(entry: dict[str, object]) -> Sealed:
    digest = bytes.fromhex(str(entry["digest"]))
    size, last = _number(entry["size"]), _number(entry["last"])
    return Sealed(_start(entry), last, size, digest)


def _start(entry: dict[str, object]) -> Start:
    previous = bytes.fromhex(str(entry["previous"]))
    return Start(_number(entry["number"]), _number(entry["first"]), previous)


def _start_entry(start: Start) -> dict[str, object]:
    return {
        "number": start.number,
        "first": start.first,
        "previous": start.previous.hex(),
    }


def _number(value: object) -> int:
    return int(str(value))


def _sum(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()
