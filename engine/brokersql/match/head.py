"""The head: where the last acknowledged record ends, kept apart from the segments.

A segment that lost its tail looks like a shorter one; the head tells the difference.
Two slots are written in turn, each with a checksum, so one of them is always sound. The
head is written after the record is durable and before it is acknowledged.
"""

from __future__ import annotations

import os
import struct
import zlib
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from brokersql.match.files import Files, naming, retried, write_all
from brokersql.match.record import damage

HEAD = "HEAD"

_SLOT = struct.Struct("<QQQQ32s")  # seq, epoch, segment, offset, digest
_SUM = struct.Struct("<I")
_APART = 512


@dataclass(frozen=True, slots=True)
class Head:
    """The last acknowledged record: its number, writer, place and digest."""

    seq: int
    epoch: int
    segment: int
    offset: int
    digest: bytes


def read_head(folder: Path) -> Head:
    """Return the head of a state.

    Raises:
        StateError: the file is missing, or neither of its slots is sound.
    """
    path = folder / HEAD
    with naming(path, "read"):
        content = path.read_bytes()
    slots = [_unpack(content[at : at + _APART]) for at in (0, _APART)]
    sound = [slot for slot in slots if slot is not None]
    if not sound:
        raise damage(path, 0, "neither of its two slots is sound")
    return max(sound, key=lambda slot: (slot.seq, slot.epoch))


class HeadWriter:
    """Keeps the head of an open state."""

    def __init__(self, files: Files, folder: Path) -> None:
        self._files = files
        self._path = folder / HEAD
        with naming(self._path, "open"):
            flags = os.O_RDWR | os.O_CREAT
            self._descriptor = retried(lambda: files.open(self._path, flags))

    def write(self, head: Head) -> None:
        """Write the head into the slot that does not hold the one before."""
        slot = _SLOT.pack(head.seq, head.epoch, head.segment, head.offset, head.digest)
        content = slot + _SUM.pack(zlib.crc32(slot))
        with naming(self._path, "write"):
            offset = _APART * (head.seq % 2)
            write_all(self._files, self._descriptor, content, offset)

    def sync(self) -> None:
        """Return when the head is durable."""
        with naming(self._path, "write"):
            retried(lambda: self._files.sync(self._descriptor))

    def close(self) -> None:
        """Let go of the file."""
        with suppress(OSError):
            os.close(self._descriptor)


def _unpack(content: bytes) -> Head | None:
    if len(content) < _SLOT.size + _SUM.size:
        return None
    slot = content[: _SLOT.size]
    if _SUM.unpack_from(content, _SLOT.size)[0] != zlib.crc32(slot):
        return None
    return Head(*_SLOT.unpack(slot))
