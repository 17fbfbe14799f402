"""The calls of the operating system that store a state, and the errors they raise.

Everything that writes takes a `Files`, so that a test can simulate a full disk or an
interrupted call. What these functions write is durable when they return.
"""

from __future__ import annotations

import errno
import os
from collections.abc import Callable, Generator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import TypeVar

from brokersql.core.errors import StateError
from brokersql.match.faultpoint import reach

_Result = TypeVar("_Result")
_sync_data: Callable[[int], None] = getattr(os, "fdatasync", os.fsync)

_HINTS = {
    errno.ENOSPC: "free some space: the state is as it was before this, and goes on",
    errno.EDQUOT: "free some space: the state is as it was before this, and goes on",
    errno.EFBIG: "raise the limit of the file size: the state is as it was before",
    errno.EROFS: "mount the disk for writing: the state is as it was before this",
    errno.EMFILE: "raise the number of files that may be open (ulimit -n)",
    errno.ENFILE: "too many files are open on this machine",
    errno.EACCES: "its owner and mode forbid it (ls -ld): choose another folder",
}


class Files:
    """The operating system's own calls; each may raise OSError."""

    def open(self, path: Path, flags: int) -> int:
        """Return a descriptor; a new file is its owner's alone."""
        return os.open(path, flags, 0o600)

    def write(self, descriptor: int, content: bytes | memoryview, offset: int) -> int:
        """Write at an offset; return how many bytes went out, maybe not all."""
        return os.pwrite(descriptor, content, offset)

    def preallocate(self, descriptor: int, size: int, offset: int) -> None:
        """Write so many zeros at an offset, as far as there is space."""
        os.pwrite(descriptor, bytes(size), offset)

    def sync(self, descriptor: int) -> None:
        """Return when the content of a file is durable."""
        _sync_data(descriptor)

    def truncate(self, descriptor: int, size: int) -> None:
        """Cut a file to a size."""
        os.ftruncate(descriptor, size)

    def rename(self, source: Path, target: Path) -> None:
        """Give a file its name, in the place of whatever had it."""
        os.replace(source, target)

    def sync_folder(self, folder: Path) -> None:
        """Return when the names in a folder are durable."""
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


def uninterrupted(call: Callable[[], _Result]) -> _Result:
    """Return what a call returns; a call that a signal interrupted is made again."""
    while True:
        try:
            return call()
        except InterruptedError:
            continue


def write_all(files: Files, descriptor: int, content: bytes, offset: int) -> None:
    """Write all of `content`, however many calls that takes."""
    rest = memoryview(content)
    while rest:
        written = uninterrupted(partial(files.write, descriptor, rest, offset))
        offset, rest = offset + written, rest[written:]


def replace_file(
    files: Files, path: Path, content: bytes, points: tuple[str, str]
) -> None:
    """Give a file a new content, durably and as a whole: it has the old one or this.

    Args:
        files: the calls to make.
        path: the file; the new content is first written next to it.
        content: all of the new content.
        points: fault points after the writing and after the renaming.
    """
    partial = path.with_name(f"{path.name}.tmp")
    with naming(partial, "write"):
        flags = os.O_WRONLY | os.O_CREAT | os.O_TRUNC
        descriptor = uninterrupted(lambda: files.open(partial, flags))
        try:
            write_all(files, descriptor, content, 0)
            uninterrupted(lambda: files.sync(descriptor))
        finally:
            os.close(descriptor)
    reach(points[0])
    publish(files, partial, path)
    reach(points[1])


def publish(files: Files, partial: Path, path: Path) -> None:
    """Give a finished and durable file its name, durably."""
    with naming(path, "write"):
        uninterrupted(lambda: files.rename(partial, path))
    sync_folder(files, path.parent)


def sync_folder(files: Files, folder: Path) -> None:
    """Return when the names in a folder are durable."""
    with naming(folder, "write"):
        uninterrupted(lambda: files.sync_folder(folder))


@contextmanager
def naming(path: Path, doing: str) -> Generator[None]:
    """Turn an error of the operating system into one that names the path.

    Raises:
        StateError: a call inside failed.
    """
    try:
        yield
    except OSError as error:
        raise StateError(
            f"cannot {doing} it: {error.strerror or error}",
            where=str(path),
            hint=_HINTS.get(error.errno or 0, ""),
        ) from error
