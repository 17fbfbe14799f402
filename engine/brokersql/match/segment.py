"""Segments: the files of the ledger, a header and then one frame after the other.

Each frame ends in the SHA-256 of itself and of the frame before, so the last digest
vouches for all records since `init`. A segment's header repeats the digest before its
first frame. All numbers are little-endian.
"""

from __future__ import annotations

import hashlib
import os
import struct
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from brokersql.match.faultpoint import reach
from brokersql.match.files import Files, naming, retried, write_all
from brokersql.match.record import Stored

_MAGIC = b"BSQLSEG1"
_HEADER = struct.Struct("<8sQQ32s")  # magic, number, first seq, digest before it
_FRAME = struct.Struct("<4sIQQq")  # mark, length of body, seq, epoch, time in µs
_MARK = b"BSQR"
_DIGEST_SIZE = hashlib.sha256().digest_size

HEADER_SIZE = _HEADER.size + _DIGEST_SIZE
#: The longest body of a frame; a longer one is never written.
BODY_LIMIT = (1 << 32) - 1
#: Zeros written ahead of the records, which then change no length of a file.
ROOM = 1 << 16


def segment_name(number: int) -> str:
    """Return the path of a segment within the state's folder.

    >>> segment_name(7)
    'segments/00000007.seg'
    """
    return f"segments/{number:08}.seg"


@dataclass(frozen=True, slots=True)
class Start:
    """Where a segment begins: its first record's number, and the digest before it."""

    number: int
    first: int
    previous: bytes

    def header(self) -> bytes:
        """Return the bytes that open the segment."""
        head = _HEADER.pack(_MAGIC, self.number, self.first, self.previous)
        return head + hashlib.sha256(head).digest()


def frame(stored: Stored, previous: bytes) -> tuple[bytes, bytes]:
    """Return the bytes of a record after the digest `previous`, and its digest."""
    head = _FRAME.pack(
        _MARK, len(stored.body), stored.seq, stored.epoch, stored.time_us
    )
    digest = _digest(previous, head, stored.body)
    return b"".join((head, stored.body, digest)), digest


class Scan:
    """The sound records of a segment, from its start to the first fault.

    Zeros up to the end of the file are room for records and no fault.

    Attributes:
        end: bytes up to the end of the last sound record.
        seq: number of the last sound record.
        digest: of the last sound record.
        fault: why it stopped; empty at the end of the file.
    """

    def __init__(self, folder: Path, start: Start, content: bytes) -> None:
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

    def __iter__(self) -> Iterator[Stored]:
        while not self.fault and self.end < self._used:
            stored = self._next()
            if stored is not None:
                yield stored

    def _next(self) -> Stored | None:
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
        return Stored(seq, epoch, time_us, digest, body, self._folder)


class SegmentWriter:
    """The segment that grows: what it takes is durable, or was never there."""

    def __init__(self, files: Files, path: Path, size: int) -> None:
        self._files = files
        self.path = path
        self.size = size
        self._end_of_room = size
        #: Set when nobody can tell any more what the disk holds.
        self.is_broken = False
        with naming(path, "open"):
            self._descriptor = retried(lambda: files.open(path, os.O_RDWR))

    def cut(self) -> None:
        """Remove what stands after the last sound record."""
        with naming(self.path, "cut"):
            retried(lambda: self._files.truncate(self._descriptor, self.size))
            retried(lambda: self._files.sync(self._descriptor))

    def write(self, content: bytes) -> None:
        """Add bytes and return when they are durable.

        Raises:
            StateError: they are not, and the segment is as it was.
        """
        with naming(self.path, "write"):
            try:
                write_all(self._files, self._descriptor, content, self.size)
                self._make_room(self.size + len(content))
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
            retried(lambda: self._files.truncate(self._descriptor, self.size))
            retried(lambda: self._files.sync(self._descriptor))
        except OSError:
            self.is_broken = True
        self._end_of_room = self.size

    def give_up_room(self) -> None:
        """Remove what was written ahead; the next writer does, if this one cannot."""
        if self._end_of_room > self.size and not self.is_broken:
            with suppress(OSError):
                self._files.truncate(self._descriptor, self.size)
        self._end_of_room = self.size

    def close(self) -> None:
        """Let go of the file."""
        with suppress(OSError):
            os.close(self._descriptor)

    def _make_room(self, end: int) -> None:
        """Write zeros where the room does not reach the end; a full disk has none."""
        if end > self._end_of_room:
            with suppress(OSError):
                self._files.make_room(self._descriptor, ROOM, end)
                self._end_of_room = end + ROOM

    def _sync(self) -> None:
        try:
            retried(lambda: self._files.sync(self._descriptor))
        except OSError:
            # What a failed fsync left on the disk cannot be known, nor asked again.
            self.is_broken = True
            raise


def _digest(previous: bytes, head: bytes, body: bytes) -> bytes:
    digest = hashlib.sha256(previous)
    digest.update(head)
    digest.update(body)
    return digest.digest()
