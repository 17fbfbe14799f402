"""The files of a ledger: segments, head and manifest.

A segment is a header and then one frame after the other. Each frame ends in the
SHA-256 of itself and of the frame before, so the last digest vouches for all records
since `init`. A segment's header repeats the digest before its first frame. All numbers
are little-endian.

The head says where the last acknowledged record ends: a segment without its tail looks
like a shorter one. Its two slots are written alternately, each with a checksum: one of
them is always sound. It is written after the record is durable and before it is
acknowledged.

The manifest names the segments and the checkpoint of a state: a line of JSON and a line
with its SHA-256. It is replaced as a whole whenever a segment is sealed or a checkpoint
is written.
"""

from __future__ import annotations

import hashlib
import json
import os
import struct
import zlib
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import cast

from brokersql.core.errors import StateError
from brokersql.match.faultpoint import reach
from brokersql.match.store.files import (
    Files,
    naming,
    replace_file,
    uninterrupted,
    write_all,
)
from brokersql.match.store.record import (
    Attachment,
    Json,
    StoredRecord,
    attachments_of,
    damage,
    entry_of,
)

_MAGIC = b"BSQLSEG1"
_HEADER = struct.Struct("<8sQQ32s")  # magic, number, first seq, digest before it
_FRAME = struct.Struct("<4sIQQq")  # mark, length of body, seq, epoch, time in µs
_MARK = b"BSQR"
_DIGEST_SIZE = hashlib.sha256().digest_size

HEADER_SIZE = _HEADER.size + _DIGEST_SIZE
#: The longest body of a frame; a longer one is never written.
BODY_LIMIT = (1 << 32) - 1
#: Zeros written ahead of the records, which then change no length of a file.
PREALLOCATED = 1 << 16


def segment_name(number: int) -> str:
    """Return the path of a segment within the state's folder.

    >>> segment_name(7)
    'segments/00000007.seg'
    """
    return f"segments/{number:08}.seg"


@dataclass(frozen=True, slots=True)
class SegmentStart:
    """Where a segment begins: its first record's number, and the digest before it."""

    number: int
    first: int
    previous: bytes

    def header(self) -> bytes:
        """Return the bytes that open the segment."""
        head = _HEADER.pack(_MAGIC, self.number, self.first, self.previous)
        return head + hashlib.sha256(head).digest()


def frame_record(stored: StoredRecord, previous: bytes) -> tuple[bytes, bytes]:
    """Return the bytes of a record after the digest `previous`, and its digest."""
    head = _FRAME.pack(
        _MARK, len(stored.body), stored.seq, stored.epoch, stored.time_us
    )
    digest = _digest(previous, head, stored.body)
    return b"".join((head, stored.body, digest)), digest


class SegmentScan:
    """The sound records of a segment, from its start to the first fault.

    Zeros up to the end of the file are allocated for records and no fault.

    Attributes:
        end: bytes up to the end of the last sound record.
        seq: number of the last sound record.
        digest: of the last sound record.
        fault: why it stopped; empty at the end of the file.
    """

    def __init__(self, folder: Path, start: SegmentStart, content: bytes) -> None:
        self._folder = folder
        self._content = content
        self._used = len(content.rstrip(b"\0"))
        self.seq: int = start.first - 1
        self.digest = start.previous
        self.end = 0
        self.fault = ""
        if content[:HEADER_SIZE] == start.header():
            self.end = HEADER_SIZE
        else:
            self.fault = "the segment does not begin as it should"

    def __iter__(self) -> Iterator[StoredRecord]:
        while not self.fault and self.end < self._used:
            stored = self._next()
            if stored is not None:
                yield stored

    def _next(self) -> StoredRecord | None:
        rest = memoryview(self._content)[self.end :]
        if len(rest) < _FRAME.size + _DIGEST_SIZE:
            self.fault = "a record is cut off"
            return None
        head = bytes(rest[: _FRAME.size])
        mark, length, seq, epoch, time_us = _FRAME.unpack(head)
        if mark != _MARK or seq != self.seq + 1:
            self.fault = f"record {self.seq + 1} does not begin as it should"
            return None
        if len(rest) < _FRAME.size + length + _DIGEST_SIZE:
            self.fault = f"record {seq} is cut off"
            return None
        body = bytes(rest[_FRAME.size : _FRAME.size + length])
        end = _FRAME.size + length + _DIGEST_SIZE
        digest = _digest(self.digest, head, body)
        if digest != bytes(rest[end - _DIGEST_SIZE : end]):
            self.fault = f"the checksum of record {seq} is wrong"
            return None
        self.seq, self.digest, self.end = seq, digest, self.end + end
        return StoredRecord(seq, epoch, time_us, digest, body, self._folder)


class SegmentWriter:
    """The segment that grows: what it takes is durable, or was never there."""

    def __init__(self, files: Files, path: Path, size: int) -> None:
        self._files = files
        self.path = path
        self.size = size
        self._allocated = size
        #: Set when it is unknown what the disk holds.
        self.is_broken = False
        with naming(path, "open"):
            self._descriptor = uninterrupted(lambda: files.open(path, os.O_RDWR))

    def cut(self) -> None:
        """Remove what stands after the last sound record."""
        with naming(self.path, "cut"):
            uninterrupted(lambda: self._files.truncate(self._descriptor, self.size))
            uninterrupted(lambda: self._files.sync(self._descriptor))

    def write(self, content: bytes) -> None:
        """Add bytes and return when they are durable.

        Raises:
            StateError: they are not, and the segment is as it was.
        """
        with naming(self.path, "write"):
            try:
                write_all(self._files, self._descriptor, content, self.size)
                self._preallocate(self.size + len(content))
                reach("during_commit")
                self._sync()
            except BaseException:
                self.take_back()
                raise

    def keep(self, length: int) -> None:
        """Count the bytes that were written last as part of the segment."""
        self.size += length

    def take_back(self) -> None:
        """Remove what was written last and is not kept."""
        try:
            uninterrupted(lambda: self._files.truncate(self._descriptor, self.size))
            uninterrupted(lambda: self._files.sync(self._descriptor))
        except OSError:
            self.is_broken = True
        self._allocated = self.size

    def trim(self) -> None:
        """Remove what was written ahead; the next writer does, if this one cannot."""
        if self._allocated > self.size and not self.is_broken:
            with suppress(OSError):
                self._files.truncate(self._descriptor, self.size)
        self._allocated = self.size

    def close(self) -> None:
        """Let go of the file."""
        with suppress(OSError):
            os.close(self._descriptor)

    def _preallocate(self, end: int) -> None:
        """Write zeros where too few are allocated; a full disk takes none."""
        if end > self._allocated:
            with suppress(OSError):
                self._files.preallocate(self._descriptor, PREALLOCATED, end)
                self._allocated = end + PREALLOCATED

    def _sync(self) -> None:
        try:
            uninterrupted(lambda: self._files.sync(self._descriptor))
        except OSError:
            # What a failed fsync left on the disk cannot be known, nor asked again.
            self.is_broken = True
            raise


def _digest(previous: bytes, head: bytes, body: bytes) -> bytes:
    digest = hashlib.sha256(previous)
    digest.update(head)
    digest.update(body)
    return digest.digest()


HEAD = "HEAD"

_SLOT = struct.Struct("<QQQQ32s")  # seq, epoch, segment, offset, digest
_SUM = struct.Struct("<I")
_SLOT_STRIDE = 512


@dataclass(frozen=True, slots=True)
class LedgerHead:
    """The last acknowledged record: its number, writer, place and digest."""

    seq: int
    epoch: int
    segment: int
    offset: int
    digest: bytes


def read_head(folder: Path) -> LedgerHead:
    """Return the head of a state.

    Raises:
        StateError: the file is missing, or neither of its slots is sound.
    """
    path = folder / HEAD
    with naming(path, "read"):
        content = path.read_bytes()
    slots = [_unpack(content[at : at + _SLOT_STRIDE]) for at in (0, _SLOT_STRIDE)]
    sound = [slot for slot in slots if slot is not None]
    if not sound:
        raise damage(path, 0, "neither of its two slots is sound", follows=True)
    return max(sound, key=lambda slot: (slot.seq, slot.epoch))


class HeadWriter:
    """Keeps the head of an open state."""

    def __init__(self, files: Files, folder: Path) -> None:
        self._files = files
        self._path = folder / HEAD
        with naming(self._path, "open"):
            flags = os.O_RDWR | os.O_CREAT
            self._descriptor = uninterrupted(lambda: files.open(self._path, flags))

    def write(self, head: LedgerHead) -> None:
        """Write the head into the slot that does not hold the one before."""
        slot = _SLOT.pack(head.seq, head.epoch, head.segment, head.offset, head.digest)
        content = slot + _SUM.pack(zlib.crc32(slot))
        with naming(self._path, "write"):
            offset = _SLOT_STRIDE * (head.seq % 2)
            write_all(self._files, self._descriptor, content, offset)

    def sync(self) -> None:
        """Return when the head is durable."""
        with naming(self._path, "write"):
            uninterrupted(lambda: self._files.sync(self._descriptor))

    def close(self) -> None:
        """Let go of the file."""
        with suppress(OSError):
            os.close(self._descriptor)


def _unpack(content: bytes) -> LedgerHead | None:
    if len(content) < _SLOT.size + _SUM.size:
        return None
    slot = content[: _SLOT.size]
    if _SUM.unpack_from(content, _SLOT.size)[0] != zlib.crc32(slot):
        return None
    return LedgerHead(*_SLOT.unpack(slot))


MANIFEST = "MANIFEST"
_FORMAT = 1


@dataclass(frozen=True, slots=True)
class SealedSegment:
    """A segment that will not change any more."""

    start: SegmentStart
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
class LedgerManifest:
    """All sealed segments in order, the active one, and the newest checkpoint."""

    sealed: tuple[SealedSegment, ...]
    active: SegmentStart
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


def read_manifest(folder: Path) -> LedgerManifest:
    """Return the manifest of a state.

    Raises:
        StateError: there is no state, or its manifest is damaged or of another format.
    """
    path = folder / MANIFEST
    if not path.exists():
        if (folder / HEAD).exists():
            raise damage(path, 0, "it is missing", follows=True)
        raise StateError(
            "there is no state here",
            where=str(folder),
            hint="brokersql match STATE init SNAPSHOT makes one",
        )
    with naming(path, "read"):
        lines = path.read_bytes().split(b"\n")
    text = lines[0].decode("utf-8", "replace")
    if [line.decode("utf-8", "replace") for line in lines[1:]] != [_sum(text), ""]:
        raise damage(path, 0, "its SHA-256 is not the one it says", follows=True)
    document = cast("dict[str, object]", json.loads(text))
    if document["format"] != _FORMAT:
        raise StateError(
            f"a state of format {document['format']}, not {_FORMAT}",
            where=str(path),
            hint="another version of brokersql wrote it",
        )
    sealed = cast("list[dict[str, object]]", document["sealed"])
    kept = cast("dict[str, object] | None", document["checkpoint"])
    return LedgerManifest(
        sealed=tuple(_sealed(entry) for entry in sealed),
        active=_start(cast("dict[str, object]", document["active"])),
        checkpoint=None if kept is None else _checkpoint(kept),
    )


def _checkpoint(entry: dict[str, object]) -> Checkpoint:
    tables = cast("list[dict[str, object]]", entry["tables"])
    note = cast("dict[str, Json]", entry["note"])
    return Checkpoint(_number(entry["seq"]), note, tuple(attachments_of(tables)))


def _sealed(entry: dict[str, object]) -> SealedSegment:
    digest = bytes.fromhex(str(entry["digest"]))
    size, last = _number(entry["size"]), _number(entry["last"])
    return SealedSegment(_start(entry), last, size, digest)


def _start(entry: dict[str, object]) -> SegmentStart:
    previous = bytes.fromhex(str(entry["previous"]))
    return SegmentStart(_number(entry["number"]), _number(entry["first"]), previous)


def _start_entry(start: SegmentStart) -> dict[str, object]:
    return {
        "number": start.number,
        "first": start.first,
        "previous": start.previous.hex(),
    }


def _number(value: object) -> int:
    return int(str(value))


def _sum(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()
