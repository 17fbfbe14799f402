"""Begins states, and clears away what a writer that died has left behind."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

from brokersql.errors import StateError, UsageError
from brokersql.match.files import Files, naming, replace_file
from brokersql.match.head import HEAD
from brokersql.match.lock import LOCK
from brokersql.match.manifest import MANIFEST
from brokersql.match.record import Attachment
from brokersql.match.segment import Start, segment_name

_FOLDERS = ("segments", "bulk", "checkpoints")
_OWN_PREFIXES = ("owner-", "cache")


def prepare(folder: Path) -> None:
    """Make the folders of a state; one that was not finished is begun anew.

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
        folder.mkdir(parents=True, exist_ok=True)
        found = {path.name for path in folder.iterdir()}
        strange = {name for name in found - own if not name.startswith(_OWN_PREFIXES)}
        if strange:
            raise UsageError(
                f"{folder} holds something else, such as {min(strange)}",
                hint="name an empty or a new folder",
            )
        for name in _FOLDERS:
            (folder / name).mkdir(exist_ok=True)
        if (folder / segment_name(2)).exists():
            raise StateError(
                "its manifest is missing",
                where=str(folder / MANIFEST),
                hint="brokersql match STATE rebuild makes it again",
            )


def begin_segment(files: Files, folder: Path, start: Start) -> None:
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
