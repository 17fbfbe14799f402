"""Verify a state, and repair `HEAD` or `MANIFEST` from its segments.

Verification reads every byte, compares every checksum and checks that no job was
matched twice.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict, dataclass
from pathlib import Path

import pyarrow as pa

from brokersql.core.database import Database
from brokersql.core.errors import StateError
from brokersql.core.sql_files import sql_text
from brokersql.match.relations import REFUSED_JOB
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
from brokersql.match.store.record import StoredRecord
from brokersql.match.store.view import (
    LedgerView,
    last_sound_head,
    open_scan,
    read_view,
    segment_damage,
)
from brokersql.render.numbers import count, size
from brokersql.render.text import plural

#: The tables of a record that move jobs, and what each does to those it names.
STEPS = {
    "dirac_job": "add",
    REFUSED_JOB: "refuse",
    "match": "match",
    "requeue": "requeue",
}
_STEP_SCHEMA = pa.schema({"seq": pa.int64(), "job_id": pa.int64(), "step": pa.string()})


@dataclass(frozen=True, slots=True)
class JobCounts:
    """Jobs that came, and where they are; how many matches and requeues were made.

    `n_refused` counts jobs that never waited, as no task queue takes them.
    """

    n_jobs: int
    n_waiting: int
    n_matched: int
    n_refused: int
    n_matches: int
    n_requeues: int


def audit_jobs(records: Iterable[StoredRecord]) -> JobCounts:
    """Return how many jobs the records leave where.

    Raises:
        StateError: a job was given that did not wait, or came back without being given.
    """
    database = Database.open()
    try:
        database.register("recorded_step", _job_steps(records))
        database.create_table_as("job_step", sql_text("match", "job_step"))
        faults = database.rows(sql_text("match", "job_step_fault"))
        if faults:
            seq, job_id, step, before = faults[0]
            raise StateError(
                f"record {seq} has {step} of job {job_id} after {before or 'nothing'}",
                hint="this is a fault of brokersql itself; keep a copy of the state",
                items=[f"{len(faults)} such steps"] if len(faults) > 1 else [],
            )
        counts = database.rows(sql_text("match", "job_count"))[0]
        return JobCounts(*(int(str(each)) for each in counts))
    finally:
        database.close()


def _job_steps(records: Iterable[StoredRecord]) -> pa.Table:
    """Return one row for each job that a record moves."""
    parts: list[pa.Table] = [_STEP_SCHEMA.empty_table()]
    for stored in records:
        for name in stored.table_names:
            if name in STEPS:
                jobs = stored.table(name).column("job_id").cast(pa.int64()).drop_null()
                n_jobs = len(jobs)
                seqs = pa.repeat(pa.scalar(stored.seq, pa.int64()), n_jobs)
                steps = pa.repeat(pa.scalar(STEPS[name], pa.string()), n_jobs)
                parts.append(
                    pa.Table.from_arrays([seqs, jobs, steps], schema=_STEP_SCHEMA)
                )
    return pa.concat_tables(parts)


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


def repair(
    folder: Path, files: Files | None = None, clock: Clock = system_clock
) -> list[str]:
    """Write again what is damaged and follows from the segments; return the names.

    Without `HEAD` it is unknown whether the last records were lost with it. Without
    `MANIFEST` the checkpoint is lost, and the state is rebuilt from all records.

    Raises:
        StateError: both are damaged, a segment is, or another process holds the state.
    """
    files = files or Files()
    manifest, head = _known_manifest(folder), _known_head(folder)
    if manifest is None and head is None:
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


def _known_manifest(folder: Path) -> LedgerManifest | None:
    try:
        return read_manifest(folder)
    except StateError:
        return None


def _known_head(folder: Path) -> LedgerHead | None:
    try:
        return read_head(folder)
    except StateError:
        return None
