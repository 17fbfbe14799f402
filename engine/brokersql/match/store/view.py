"""Read the ledger of a state while another process may write it: whole records only.

A view ends at the head that was acknowledged when it was opened, or at the last sound
record where nobody writes, so it never shows half a batch. It checks every checksum it
passes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

import pyarrow as pa

from brokersql.core.errors import StateError
from brokersql.match.store.files import naming
from brokersql.match.store.layout import (
    MANIFEST,
    Checkpoint,
    LedgerHead,
    LedgerManifest,
    SealedSegment,
    SegmentScan,
    SegmentStart,
    read_head,
    read_manifest,
    segment_name,
)
from brokersql.match.store.lock import read_owner
from brokersql.match.store.record import StoredRecord, damage

_Result = TypeVar("_Result")


@dataclass(frozen=True, slots=True)
class LedgerView:
    """The records of a state up to the head that it had."""

    folder: Path
    manifest: LedgerManifest
    head: LedgerHead

    @classmethod
    def open(cls, folder: Path) -> LedgerView:
        """Look at a state without holding it.

        Raises:
            StateError: there is none, or it is damaged.
        """
        before = None
        while True:
            manifest, owner = read_manifest(folder), read_owner(folder)
            head = read_head(folder) if owner else last_sound_head(folder, manifest)
            if (manifest, owner) == before:
                return cls(folder, manifest, head)
            before = manifest, owner

    @property
    def checkpoint(self) -> Checkpoint | None:
        """Return the newest checkpoint; records after it lead from it to the head."""
        return self.manifest.checkpoint

    def checkpoint_tables(self) -> dict[str, pa.Table]:
        """Return the tables of the newest checkpoint; none where there is none."""
        kept = self.manifest.checkpoint
        tables = kept.tables if kept else ()
        return {table.name: table.load(self.folder) for table in tables}

    def records(self, after: int = 0) -> Iterator[StoredRecord]:
        """Yield the records with numbers above `after`, in order.

        Raises:
            StateError: a segment is not what was written.
        """
        for sealed in self.manifest.sealed:
            if sealed.last > after:
                yield from _newer(self._sealed_records(sealed), after)
        yield from _newer(self._active_records(), after)

    def checked(self) -> Iterator[StoredRecord]:
        """Yield all records, having compared everything there is with its checksum.

        Raises:
            StateError: file and offset of the first damage.
        """
        self._check_chain()
        for stored in self.records():
            for attachment in stored.attachments:
                attachment.checked(self.folder)
            yield stored
        for attachment in self.checkpoint.tables if self.checkpoint else ():
            attachment.checked(self.folder)

    @property
    def n_segments(self) -> int:
        """Return the number of segments."""
        return len(self.manifest.sealed) + 1

    @property
    def n_bytes(self) -> int:
        """Return the size of all files of the state that the ledger keeps."""
        folders = ("segments", "bulk", "checkpoints")
        files = [path for name in folders for path in (self.folder / name).iterdir()]
        with naming(self.folder, "read"):
            return sum(path.stat().st_size for path in files)

    def _check_chain(self) -> None:
        """See that each segment begins where the one before ends."""
        sealed = self.manifest.sealed
        starts = [*(each.start for each in sealed), self.manifest.active]
        ends = [(1, bytes(32)), *((each.last + 1, each.digest) for each in sealed)]
        for (first, previous), start in zip(ends, starts, strict=True):
            if (first, previous) != (start.first, start.previous):
                path = self.folder / MANIFEST
                raise damage(path, 0, f"segment {start.number} does not follow")

    def _sealed_records(self, sealed: SealedSegment) -> Iterator[StoredRecord]:
        scan = open_scan(self.folder, sealed.start)
        yield from scan
        whole = (sealed.size, sealed.digest)
        if scan.fault or (scan.end, scan.digest) != whole:
            raise segment_damage(self.folder, sealed.start, scan)

    def _active_records(self) -> Iterator[StoredRecord]:
        start = self.manifest.active
        scan = open_scan(self.folder, start)
        if scan.end == 0 or self.head.segment > start.number:
            raise segment_damage(self.folder, start, scan)
        for stored in scan:
            if stored.seq > self.head.seq:
                return
            yield stored
            if stored.seq == self.head.seq and stored.digest != self.head.digest:
                raise segment_damage(self.folder, start, scan)
        if scan.seq < self.head.seq:
            raise segment_damage(self.folder, start, scan)


def read_view(folder: Path, see: Callable[[LedgerView], _Result]) -> _Result:
    """Return what `see` makes of a state; it may use the checkpoint's tables.

    It is called again with a newer view when a writer has meanwhile removed them.

    Raises:
        StateError: there is no state, or it is damaged.
    """
    while True:
        view = LedgerView.open(folder)
        try:
            return see(view)
        except StateError:
            if read_manifest(folder) == view.manifest:
                raise


def last_sound_head(folder: Path, manifest: LedgerManifest) -> LedgerHead:
    """Return the head after the last sound record, acknowledged or not.

    Raises:
        StateError: an acknowledged record is missing or damaged.
    """
    known, start = read_head(folder), manifest.active
    if known.segment > start.number:
        raise damage(folder / MANIFEST, 0, "it is older than the head")
    scan = open_scan(folder, start)
    for stored in scan:
        if stored.seq == known.seq and stored.digest != known.digest:
            raise segment_damage(folder, start, scan)
    if scan.end == 0 or scan.seq < known.seq:
        raise segment_damage(folder, start, scan)
    return LedgerHead(scan.seq, known.epoch, start.number, scan.end, scan.digest)


def open_scan(folder: Path, start: SegmentStart) -> SegmentScan:
    """Return the scan of a segment's present content."""
    path = folder / segment_name(start.number)
    with naming(path, "read"):
        content = path.read_bytes()
    return SegmentScan(folder, start, content)


def segment_damage(folder: Path, start: SegmentStart, scan: SegmentScan) -> StateError:
    """Return the error of a segment whose sound part ends too early."""
    path = folder / segment_name(start.number)
    found = scan.fault or f"records after {scan.seq} are missing"
    return damage(path, scan.end, found)


def _newer(records: Iterator[StoredRecord], after: int) -> Iterator[StoredRecord]:
    return (stored for stored in records if stored.seq > after)
