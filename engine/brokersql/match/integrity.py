"""Verify a state, and write `HEAD` or `MANIFEST` again from its segments.

Verification reads every byte, compares every checksum and audits what became of jobs.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TypeVar

from brokersql.core.errors import StateError
from brokersql.match.audit import JobCounts, audit_jobs
from brokersql.match.store.files import Files
from brokersql.match.store.layout import (
    HEAD,
    MANIFEST,
    HeadWriter,
    LedgerHead,
    LedgerManifest,
    SealedSegment,
    SegmentStart,
    read_head,
    read_manifest,
    segment_name,
)
from brokersql.match.store.lock import Clock, acquire, system_clock
from brokersql.match.store.record import damage
from brokersql.match.store.view import (
    LedgerView,
    last_sound_head,
    open_scan,
    read_view,
    segment_damage,
)
from brokersql.render.numbers import count, size
from brokersql.render.text import plural

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class SoundState:
    """What was found sound; `digest` vouches for all of it."""

    n_records: int
    n_segments: int
    n_bytes: int
    digest: str
    jobs: JobCounts

    def __str__(self) -> str:
        segments = plural(self.n_segments, "segment")
        jobs = self.jobs
        refused = f", {count(jobs.n_refused)} refused" if jobs.n_refused else ""
        return (
            f"sound: {plural(self.n_records, 'record')} in {segments}, "
            f"{size(self.n_bytes)} · {plural(jobs.n_waiting, 'job')} waiting, "
            f"{count(jobs.n_matched)} matched{refused} · head {self.digest[:16]}"
        )

    def document(self) -> dict[str, object]:
        """Return it as JSON has it."""
        own = asdict(self)
        return {**own.pop("jobs"), **own}


def verify(folder: Path) -> SoundState:
    """Return what a state holds, having read and checked all of it.

    Raises:
        StateError: file and offset of what is damaged, or a job that was given twice.
    """
    return read_view(folder, _sound_state)


def _sound_state(view: LedgerView) -> SoundState:
    jobs = audit_jobs(view.checked())
    head = view.head
    return SoundState(head.seq, view.n_segments, view.n_bytes, head.digest.hex(), jobs)


def rewrite_damaged(
    folder: Path, files: Files | None = None, clock: Clock = system_clock
) -> list[str]:
    """Write again what is damaged and follows from the segments; return the names.

    Without `HEAD` it is unknown whether the last records were lost with it. Without
    `MANIFEST` the checkpoint is lost, and the state is rebuilt from all records.

    Raises:
        StateError: both are damaged, a segment is, or another process holds the state.
    """
    files = files or Files()
    manifest, head = _sound(read_manifest, folder), _sound(read_head, folder)
    if manifest is None and head is None:
        if (folder / MANIFEST).exists():
            raise damage(folder / MANIFEST, 0, "HEAD is not sound either")
        read_manifest(folder)
    if manifest is not None and head is not None:
        return []
    least = head.epoch if head else 0
    lock = acquire(folder, files, clock, least_epoch=least, take_over=False)
    try:
        if manifest is None:
            manifest = _manifest_of_segments(folder, read_head(folder))
            last_sound_head(folder, manifest)
            manifest.write(files, folder)
            return [MANIFEST]
        return _write_head(folder, files, manifest)
    finally:
        lock.release(files)


def _write_head(folder: Path, files: Files, manifest: LedgerManifest) -> list[str]:
    start, epoch = manifest.active, 0
    scan = open_scan(folder, start)
    for stored in scan:
        epoch = stored.epoch
    if scan.fault:
        raise segment_damage(folder, start, scan)
    heads = HeadWriter(files, folder)
    heads.write(LedgerHead(scan.seq, epoch, start.number, scan.end, scan.digest))
    heads.sync()
    heads.close()
    return [HEAD]


def _manifest_of_segments(folder: Path, head: LedgerHead) -> LedgerManifest:
    """Return what the segments say of themselves, each by the end of the one before."""
    sealed: list[SealedSegment] = []
    start = SegmentStart(number=1, first=1, previous=bytes(32))
    while True:
        scan = open_scan(folder, start)
        for _ in scan:
            pass
        following = SegmentStart(start.number + 1, scan.seq + 1, scan.digest)
        if scan.fault and scan.seq < head.seq:
            raise segment_damage(folder, start, scan)
        if not _has_segment(folder, following):
            return LedgerManifest(tuple(sealed), start, None)
        sealed.append(SealedSegment(start, scan.seq, scan.end, scan.digest))
        start = following


def _has_segment(folder: Path, start: SegmentStart) -> bool:
    """Return whether a segment is there; one that does not follow was never used."""
    is_there = (folder / segment_name(start.number)).exists()
    return is_there and open_scan(folder, start).end > 0


def _sound(read: Callable[[Path], T], folder: Path) -> T | None:
    """Return what can be read in a folder, None where it is damaged."""
    try:
        return read(folder)
    except StateError:
        return None
