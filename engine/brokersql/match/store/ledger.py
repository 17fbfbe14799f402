"""The ledger: the truth of a state, of which every other file is a rebuildable copy.

`append` returns when a record is durable; until then nobody may act on it. A record
holds as a whole or not at all. Layout of a state's folder:

    MANIFEST        sealed segments, the active one, the newest checkpoint
    HEAD            the last acknowledged record
    segments/       the records, chained by SHA-256
    bulk/           large tables of records, as Parquet
    checkpoints/    the state after some record, as Parquet
    lock, owner-N   who writes
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path

import pyarrow as pa

from brokersql.core.errors import LostStateError, StateError, UsageError
from brokersql.match.faultpoint import reach
from brokersql.match.store.files import Files, naming, replace_file, sync_folder
from brokersql.match.store.layout import (
    BODY_LIMIT,
    HEAD,
    HEADER_SIZE,
    MANIFEST,
    Checkpoint,
    HeadWriter,
    LedgerHead,
    LedgerManifest,
    SealedSegment,
    SegmentStart,
    SegmentWriter,
    frame_record,
    read_head,
    read_manifest,
    segment_name,
)
from brokersql.match.store.lock import LOCK, Clock, Lock, Owner, acquire, system_clock
from brokersql.match.store.record import (
    INLINE_BYTES,
    Attachment,
    Json,
    Record,
    StoredRecord,
    attach,
    encode,
)
from brokersql.match.store.view import LedgerView, last_sound_head

#: Bytes after which a segment is sealed and the next one begun.
SEGMENT_BYTES = 4 << 20


@dataclass(frozen=True, slots=True)
class Means:
    """What a ledger works with; a test replaces the disk or the clock."""

    files: Files = field(default_factory=Files)
    clock: Clock = system_clock
    segment_bytes: int = SEGMENT_BYTES


class Ledger:
    """The ledger of a state that this process holds; `create` or `open` make one.

    It is used by one thread at a time.
    """

    def __init__(
        self,
        folder: Path,
        manifest: LedgerManifest,
        head: LedgerHead,
        lock: Lock,
        means: Means,
    ) -> None:
        self.folder = folder
        self.head = head
        self._manifest = manifest
        self._lock = lock
        self._means = means
        self._is_lost = False
        path = folder / segment_name(manifest.active.number)
        self._segment = SegmentWriter(means.files, path, head.offset)
        self._heads = HeadWriter(means.files, folder)

    @classmethod
    def create(cls, folder: Path, record: Record, means: Means | None = None) -> Ledger:
        """Make a state whose first record is `record`.

        Raises:
            UsageError: a state is there already, or the folder holds something else.
            StateError: it cannot be written, or another process makes it.
        """
        means = means or Means()
        prepare_folders(folder)
        lock = acquire(folder, means.files, means.clock, least_epoch=0, take_over=False)
        try:
            prepare_folders(folder)  # nobody else has finished one meanwhile
            sync_folder(means.files, folder.parent)
            start = SegmentStart(number=1, first=1, previous=bytes(32))
            begin_segment(means.files, folder, start)
            head = LedgerHead(0, lock.owner.epoch, 1, HEADER_SIZE, start.previous)
            ledger = cls(folder, LedgerManifest((), start, None), head, lock, means)
            ledger._segment.cut()
            ledger.append(record)
            ledger._heads.sync()
            ledger._manifest.write(means.files, folder)
        except BaseException:
            lock.release(means.files)
            raise
        return ledger

    @classmethod
    def open(
        cls, folder: Path, means: Means | None = None, *, take_over: bool = False
    ) -> Ledger:
        """Hold an existing state; what a dead writer left unfinished is cut off.

        Args:
            folder: the state.
            means: the disk and the clock, if not the machine's.
            take_over: take it from an owner that hangs, too.

        Raises:
            StateError: there is none, another process holds it, or it is damaged.
        """
        means = means or Means()
        active = segment_name(read_manifest(folder).active.number)
        _refuse_linked(folder, (LOCK, HEAD, MANIFEST, active))
        least = read_head(folder).epoch
        lock = acquire(
            folder, means.files, means.clock, least_epoch=least, take_over=take_over
        )
        try:
            manifest = read_manifest(folder)
            head = last_sound_head(folder, manifest)
            head = replace(head, epoch=lock.owner.epoch)
            ledger = cls(folder, manifest, head, lock, means)
            ledger._segment.cut()
            ledger._heads.write(head)
            remove_leftovers(folder)
        except BaseException:
            lock.release(means.files)
            raise
        return ledger

    @property
    def owner(self) -> Owner:
        """Return this process as the owner, with its epoch."""
        return self._lock.owner

    @property
    def view(self) -> LedgerView:
        """Return the records up to now, for reading."""
        return LedgerView(self.folder, self._manifest, self.head)

    @property
    def n_since_checkpoint(self) -> int:
        """Return how many records whoever opens the state has to go through."""
        kept = self._manifest.checkpoint
        return self.head.seq - (kept.seq if kept else 0)

    def append(self, record: Record) -> int:
        """Store a record; return its number when it is durable.

        Raises:
            LostStateError: nor can anything else be: see `open`.
            StateError: it is not stored; the state is as it was before.
        """
        self._check_usable()
        reach("before_commit")
        with self._lock.held():
            if self._segment.size >= self._means.segment_bytes:
                self._seal(self._manifest.checkpoint)
            stored = self._encoded(record)
            self._store(stored)
        reach("after_commit_before_ack")
        return stored.seq

    def checkpoint(
        self, tables: Mapping[str, pa.Table], note: Mapping[str, Json] | None = None
    ) -> None:
        """Keep the state as it is after the last record, as tables.

        Whoever opens the state afterwards needs no earlier record. The checkpoint
        before this one stays for those who are reading it; older ones are removed.

        Raises:
            StateError: it cannot be written; the checkpoint before it stays.
        """
        self._check_usable()
        with self._lock.held():
            seq, last = self.head.seq, self._manifest.checkpoint
            before = last.tables if last else ()
            prefix = f"checkpoints/{seq:012}"
            kept = attach(self._means.files, self.folder, prefix, tables)
            reach("checkpoint")
            self._seal(Checkpoint(seq, dict(note or {}), tuple(kept.values())))
        remove_old_checkpoints(self.folder, (*kept.values(), *before))

    def close(self) -> None:
        """Let go of the state; it takes no more records."""
        if not self._is_lost:
            with suppress(StateError), self._lock.held():
                self._segment.trim()
        self._is_lost = True
        self._heads.close()
        self._segment.close()
        self._lock.release(self._means.files)

    def __enter__(self) -> Ledger:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def _check_usable(self) -> None:
        if self._is_lost or self._segment.is_broken:
            raise LostStateError(
                "it is closed: a write failed before, or it was let go",
                where=str(self._segment.path),
                hint="end this process and start it again",
            )

    def _encoded(self, record: Record) -> StoredRecord:
        """Return a record as it will be stored, its large tables in files already."""
        seq = self.head.seq + 1
        large = {
            name: table
            for name, table in record.tables.items()
            if table.nbytes > INLINE_BYTES
        }
        kept = attach(self._means.files, self.folder, f"bulk/{seq:012}", large)
        body = encode(record, kept)
        if len(body) > BODY_LIMIT:
            raise UsageError(f"a record of {len(body)} bytes is too long")
        epoch, time_us = self.owner.epoch, self._means.clock()
        return StoredRecord(seq, epoch, time_us, b"", body, self.folder)

    def _store(self, stored: StoredRecord) -> None:
        """Write a record and the head after it, or neither."""
        content, digest = frame_record(stored, self.head.digest)
        active = self._manifest.active.number
        end = self._segment.size + len(content)
        head = LedgerHead(stored.seq, stored.epoch, active, end, digest)
        self._segment.write(content)
        try:
            self._heads.write(head)
        except BaseException:
            self._segment.take_back()
            raise
        self._segment.keep(len(content))
        self.head = head

    def _seal(self, kept: Checkpoint | None) -> None:
        """Begin the next segment, and name it and the checkpoint in the manifest."""
        old, head, files = self._manifest, self.head, self._means.files
        if head.seq < old.active.first:  # nothing stands in the active one yet
            new = replace(old, checkpoint=kept)
        else:
            start = SegmentStart(old.active.number + 1, head.seq + 1, head.digest)
            sealed = SealedSegment(
                old.active, head.seq, self._segment.size, head.digest
            )
            new = LedgerManifest((*old.sealed, sealed), start, kept)
        try:
            self._heads.sync()
            if new.active is not old.active:
                begin_segment(files, self.folder, new.active)
            new.write(files, self.folder)
            path = self.folder / segment_name(new.active.number)
            segment = SegmentWriter(files, path, HEADER_SIZE)
        except BaseException:
            self._is_lost = self._is_manifest_lost()
            raise
        self._segment.trim()
        self._segment.close()
        self._segment, self._manifest = segment, new

    def _is_manifest_lost(self) -> bool:
        """Return whether the manifest on the disk may differ from the known one."""
        try:
            return read_manifest(self.folder) != self._manifest
        except StateError:
            return True


_FOLDERS = ("segments", "bulk", "checkpoints")
_OWN_PREFIXES = ("owner-", "cache")


def prepare_folders(folder: Path) -> None:
    """Make the folders of a state, for their owner alone.

    A state that was not finished is begun anew.

    Raises:
        UsageError: a state is there already, or the folder holds something else.
        StateError: there is a state, and its manifest is missing.
    """
    if (folder / MANIFEST).exists():
        raise UsageError(
            f"{folder} holds a state already",
            hint="name another folder, or add jobs: brokersql match STATE add",
        )
    own = {*_FOLDERS, HEAD, LOCK, f"{HEAD}.tmp", f"{MANIFEST}.tmp"}
    with naming(folder, "make"):
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        found = {path.name for path in folder.iterdir()}
        strange = {name for name in found - own if not name.startswith(_OWN_PREFIXES)}
        if strange:
            raise UsageError(
                f"{folder} holds something else, such as {min(strange)}",
                hint="name an empty or a new folder",
            )
        folder.chmod(0o700)
        for name in _FOLDERS:
            (folder / name).mkdir(mode=0o700, exist_ok=True)
        if (folder / segment_name(2)).exists():
            raise StateError(
                "its manifest is missing",
                where=str(folder / MANIFEST),
                hint="brokersql match STATE rebuild makes it again",
            )


def begin_segment(files: Files, folder: Path, start: SegmentStart) -> None:
    """Write a new segment that holds its header only."""
    path = folder / segment_name(start.number)
    points = ("segment_tmp_written", "segment_renamed")
    replace_file(files, path, start.header(), points)


def remove_leftovers(folder: Path) -> None:
    """Remove what a writer that was killed had not given its name yet."""
    for name in ("", *_FOLDERS):
        for path in (folder / name).glob("*.tmp"):
            with suppress(OSError):
                path.unlink()


def remove_old_checkpoints(folder: Path, kept: Iterable[Attachment]) -> None:
    """Remove the files of all checkpoints but those that are kept."""
    names = {Path(each.file).name for each in kept}
    for path in (folder / "checkpoints").iterdir():
        if path.name not in names:
            with suppress(OSError):
                path.unlink()


def _refuse_linked(folder: Path, names: Iterable[str]) -> None:
    """Refuse files that have a second name: what is written would stand there, too.

    Raises:
        StateError: there is one.
    """
    for name in names:
        with suppress(FileNotFoundError):
            if (folder / name).stat().st_nlink > 1:
                raise StateError(
                    "has a second name, as in a copy made of hard links: what one "
                    "state writes would change the other",
                    where=str(folder / name),
                    hint="copy the state with cp -r, and write to that copy",
                )
