"""Files and folders: whether their content can be trusted, and where scratch goes."""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Callable, Generator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from pathlib import Path
from typing import TypeVar, cast

T = TypeVar("T")
_once: ContextVar[dict[tuple[object, ...], object] | None] = ContextVar(
    "once", default=None
)
_scratch: ContextVar[Path | None] = ContextVar("scratch", default=None)


def distrust(status: os.stat_result) -> str:
    """Return why what has this status may hold what others wrote; empty if it cannot.

    The content is the user's own where nobody else owns it or can write to it.
    """
    if not hasattr(os, "geteuid"):  # the system keeps users apart in another way
        return ""
    if status.st_uid != os.geteuid():
        return "belongs to another user"
    if status.st_mode & (stat.S_IWGRP | stat.S_IWOTH):
        return "can be written by others"
    return ""


def exchangeable(folder: Path) -> str:
    """Return where others can put another folder in the place of this; else nothing.

    That is so where a folder above it, as it is named or as links lead to it, can be
    written by all; unless it is sticky, and what stands in it is the user's own.
    """
    if not hasattr(os, "geteuid"):
        return ""
    named, real = folder.absolute(), folder.resolve()
    for each in (named, *named.parents, real, *real.parents):
        mode = each.parent.stat().st_mode
        is_kept = mode & stat.S_ISVTX and each.lstat().st_uid in (0, os.geteuid())
        if mode & stat.S_IWOTH and not is_kept:
            return str(each.parent)
    return ""


def read_regular(path: Path, most: int, *, follows: bool = True) -> bytes:
    """Return the first bytes of a regular file, at most so many; a pipe never hangs.

    Raises:
        OSError: it is no regular file, a link that it `follows` not, or unreadable.
    """
    if not follows and path.is_symlink():
        raise OSError(errno.ELOOP, "a link is not followed", str(path))
    flags = [getattr(os, name, 0) for name in ("O_NONBLOCK", "O_CLOEXEC", "O_BINARY")]
    flags += [] if follows else [getattr(os, "O_NOFOLLOW", 0)]
    handle = os.open(path, os.O_RDONLY | sum(flags))
    try:
        if not stat.S_ISREG(os.fstat(handle).st_mode):
            raise OSError(errno.EINVAL, "it is no regular file", str(path))
        with os.fdopen(handle, "rb", closefd=False) as file:
            return file.read(most)
    finally:
        os.close(handle)


@contextmanager
def reading_once() -> Generator[None]:
    """Let what is read with `read_once` stay as it is within a with block."""
    before = _once.set(_once.get() or {})
    try:
        yield
    finally:
        _once.reset(before)


def read_once(key: tuple[object, ...], read: Callable[[], T]) -> T:
    """Return what `read` gives, or gave before under this key: see `reading_once`."""
    kept = _once.get()
    if kept is None:
        return read()
    if key not in kept:
        kept[key] = read()
    return cast(T, kept[key])


@contextmanager
def scratch_in(folder: Path) -> Generator[None]:
    """Let what does not fit into memory go to this folder within a with block."""
    before = _scratch.set(folder)
    try:
        yield
    finally:
        _scratch.reset(before)


def scratch_folder() -> Path:
    """Return where what does not fit into memory goes: see `scratch_in`.

    Else it is the user's own, in the system's folder for temporary files. DuckDB
    removes there what processes that were killed have left.
    """
    import tempfile

    return _scratch.get() or _own_scratch(tempfile.gettempdir())


@cache
def _own_scratch(root: str) -> Path:
    user = os.geteuid() if hasattr(os, "geteuid") else "user"
    folder = Path(root).resolve() / f"brokersql-{user}"
    try:
        folder.mkdir(mode=0o700, exist_ok=True)
        status = folder.lstat()
        if stat.S_ISDIR(status.st_mode) and not distrust(status):
            return folder
    except OSError:
        pass
    import tempfile

    return Path(tempfile.mkdtemp(prefix="brokersql-", dir=root))
