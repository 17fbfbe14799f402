"""Makes `HEAD` or `MANIFEST` again from the segments, when one of them is damaged."""

from __future__ import annotations

from pathlib import Path

from brokersql.errors import StateError
from brokersql.match.files import Files
from brokersql.match.head import HEAD, Head, HeadWriter, read_head
from brokersql.match.lock import Clock, acquire, system_clock
from brokersql.match.manifest import MANIFEST, Manifest, Sealed, read_manifest
from brokersql.match.reading import open_scan, segment_damage, sound_head
from brokersql.match.segment import Start, segment_name


def mend(
    folder: Path, files: Files | None = None, clock: Clock = system_clock
) -> list[str]:
    """Write again what is damaged and can be told from the segments; return its names.

    Without `HEAD` nobody can tell whether the last records were lost with it. Without
    `MANIFEST` the checkpoint is forgotten, and the state is led out of all records.

    Raises:
        StateError: both are damaged, a segment is, or another process holds the state.
    """
    files = files or Files()
    manifest, head = _manifest(folder), _head(folder)
    if manifest is None and head is None:
        read_manifest(folder)
    if manifest is not None and head is not None:
        return []
    least = head.epoch if head else 0
    lock = acquire(folder, files, clock, least_epoch=least, take_over=False)
    try:
        if manifest is None:
            manifest = _found_manifest(folder, read_head(folder))
            sound_head(folder, manifest)
            manifest.write(files, folder)
            return [MANIFEST]
        return _write_head(folder, files, manifest)
    finally:
        lock.release(files)


def _write_head(folder: Path, files: Files, manifest: Manifest) -> list[str]:
    start, epoch = manifest.active, 0
    scan = open_scan(folder, start)
    for stored in scan:
        epoch = stored.epoch
    if scan.fault:
        raise segment_damage(folder, start, scan)
    heads = HeadWriter(files, folder)
    heads.write(Head(scan.seq, epoch, start.number, scan.end, scan.digest))
    heads.sync()
    heads.close()
    return [HEAD]


def _found_manifest(folder: Path, head: Head) -> Manifest:
    """Return what the segments say of themselves, each by the end of the one before."""
    sealed: list[Sealed] = []
    start = Start(number=1, first=1, previous=bytes(32))
    while True:
        scan = open_scan(folder, start)
        for _ in scan:
            pass
        following = Start(start.number + 1, scan.seq + 1, scan.digest)
        if scan.fault and scan.seq < head.seq:
            raise segment_damage(folder, start, scan)
        if not _begins(folder, following):
            return Manifest(tuple(sealed), start, None)
        sealed.append(Sealed(start, scan.seq, scan.end, scan.digest))
        start = following


def _begins(folder: Path, start: Start) -> bool:
    """Tell whether a segment is there; one that does not follow was never used."""
    is_there = (folder / segment_name(start.number)).exists()
    return is_there and open_scan(folder, start).end > 0


def _manifest(folder: Path) -> Manifest | None:
    try:
        return read_manifest(folder)
    except StateError:
        return None


def _head(folder: Path) -> Head | None:
    try:
        return read_head(folder)
    except StateError:
        return None
