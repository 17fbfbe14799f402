"""Files and folders that appear as a whole, whatever ends the process that writes them.

What is written stands in a folder of its own, `.NAME.partial-…`, until it is complete,
and is renamed then. The writer holds a lock in that folder. So what a killed writer
left can be known from what is being written, and the next writer removes it.

A new folder is written beside its place. Where it is there already it may be a mount,
hold files of others, or be somebody's working directory: what is written stands inside
it. Complete it becomes `.whole`, and then its files take their places; whoever reads
the folder next finishes that if the writer cannot.
"""

from __future__ import annotations

import errno
import json
import os
import shutil
import tempfile
import time
from collections.abc import Collection, Generator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from types import TracebackType
from typing import Self, cast

from brokersql.core.folders import scratch_in

_LOCK = ".lock"
#: In a folder: what is complete and takes its place; in it, the names that move and go.
_WHOLE, _PLAN = ".whole", ".plan"
#: Seconds within which a writer has made its lock.
_YOUNG_S = 60.0
#: What this process writes and has not completed.
_open: set[Path] = set()


def abandon() -> None:
    """Remove what this process has not completed; it ends now."""
    for folder in tuple(_open):
        shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def partial_folder(place: Path) -> Generator[Path]:
    """Yield a new folder beside a place; it is gone after the block.

    Raises:
        OSError: it cannot be made.
    """
    with ExitStack() as stack:
        for left in unfinished(place):
            if not is_being_written(left):
                shutil.rmtree(left, ignore_errors=True)
        folder = Path(tempfile.mkdtemp(prefix=_prefix(place), dir=place.parent))
        _open.add(folder)
        stack.callback(_open.discard, folder)
        stack.callback(shutil.rmtree, folder, ignore_errors=True)
        lock = os.open(folder / _LOCK, os.O_RDWR | os.O_CREAT)
        stack.callback(os.close, lock)
        _is_locked(lock)
        yield folder


def _prefix(place: Path) -> str:
    return f".{place.name}.partial-"


def _make_parents(folder: Path, stack: ExitStack) -> None:
    """Make a folder and those above it; what stays empty goes with the stack."""
    missing = [each for each in (folder, *folder.parents) if not each.exists()]
    for each in reversed(missing):
        each.mkdir(exist_ok=True)
        stack.callback(_remove_empty, each)


def _remove_empty(folder: Path) -> None:
    with suppress(OSError):
        folder.rmdir()


def unfinished(place: Path) -> list[Path]:
    """Return what stands beside a place that was not completed."""
    try:
        names = sorted(os.listdir(place.parent))
    except OSError:
        return []
    return [place.parent / name for name in names if name.startswith(_prefix(place))]


def is_being_written(folder: Path) -> bool:
    """Return whether the writer of a partial folder is there, or may be."""
    try:
        lock = os.open(folder / _LOCK, os.O_RDWR | getattr(os, "O_NONBLOCK", 0))
    except FileNotFoundError:
        with suppress(OSError):
            return time.time() - folder.lstat().st_mtime < _YOUNG_S
        return False
    except OSError:
        return True
    try:
        return not _is_locked(lock)
    finally:
        os.close(lock)


def _is_locked(lock: int) -> bool:
    """Lock an open file; return whether nobody else had it, as far as can be known."""
    try:
        import fcntl

        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except (ImportError, OSError):  # another one has it, or there are no locks here
        return False
    return True


@contextmanager
def whole_file(place: Path) -> Generator[Path]:
    """Yield a path to write to; after the block the file stands at its place.

    What stands there and is no regular file, as a pipe, is written to itself.

    Raises:
        OSError: it cannot be written; then nothing is left of it.
    """
    if place.exists() and not place.is_file():
        yield place
        return
    target = Path(os.path.realpath(place))
    with partial_folder(target) as folder:
        yield folder / target.name
        os.replace(folder / target.name, target)


class FolderWriter:
    """A folder that is written to `path`, and stands at its place after `put`.

    What does not fit into memory meanwhile goes beside it. Without `put` nothing is
    left when the with block ends.
    """

    def __init__(self, place: Path) -> None:
        self.place = place
        self._target = Path(os.path.realpath(place))
        self._stack = ExitStack()
        self.path = place

    def __enter__(self) -> Self:
        """Make the folder.

        Raises:
            OSError: it cannot be made.
        """
        target = self._target
        if target.exists() and not target.is_dir():
            raise NotADirectoryError(errno.ENOTDIR, "it is no folder", str(self.place))
        inside = target / target.name if target.is_dir() else target
        with ExitStack() as stack:
            _make_parents(target.parent, stack)
            folder = stack.enter_context(partial_folder(inside))
            self.path = folder / "whole"
            self.path.mkdir()
            stack.enter_context(scratch_in(folder / "spill"))
            self._stack = stack.pop_all()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Remove what was not put."""
        self._stack.close()

    def put(self, owned: Collection[str] = ()) -> None:
        """Let the folder stand at its place; names in `owned` that it lacks go there.

        Other files of a folder that is there stay.

        Raises:
            OSError: it cannot; what was there is as it was.
        """
        if not self._target.exists():
            os.rename(self.path, self._target)
            return
        finish(self._target)
        entries = sorted(self.path.iterdir(), key=lambda each: each.stat().st_mtime_ns)
        moved = [each.name for each in entries]
        for name in moved:
            if (self._target / name).is_dir():
                raise IsADirectoryError(errno.EISDIR, "it is a folder", name)
        plan = {"moved": moved, "removed": sorted({*owned} - {*moved})}
        (self.path / _PLAN).write_text(json.dumps(plan), encoding="utf-8")
        os.rename(self.path, self._target / _WHOLE)
        finish(self._target)


def finish(folder: Path) -> None:
    """Finish what a killed writer had completed: its files take their places.

    Raises:
        OSError: this process may not.
    """
    whole = folder / _WHOLE
    if not whole.is_dir():
        return
    plan = whole / _PLAN
    if plan.is_file():
        moved, removed = _read_plan(plan)
        for name in removed:
            (folder / name).unlink(missing_ok=True)
        for name in moved:
            with suppress(FileNotFoundError):
                os.replace(whole / name, folder / name)
        plan.unlink(missing_ok=True)
    with suppress(OSError):
        whole.rmdir()


def _read_plan(plan: Path) -> tuple[list[str], list[str]]:
    """Return the names that move, and those that go: of this folder alone."""
    try:
        found = cast("dict[str, list[str]]", json.loads(plan.read_text("utf-8")))
        moved, removed = found["moved"], found["removed"]
        if all(Path(each).name == each != ".." for each in (*moved, *removed)):
            return moved, removed
    except (ValueError, KeyError, TypeError):
        pass
    raise OSError(errno.EINVAL, "it is damaged", str(plan))


def cut_off(place: Path) -> str:
    """Return what is to say of a place where nothing whole stands; else nothing."""
    target = Path(os.path.realpath(place))
    inside = unfinished(target / target.name) if target.is_dir() else []
    found = [*unfinished(target), *inside]
    if not found:
        return ""
    if any(map(is_being_written, found)):
        return "is being written"
    return "was cut off before it was whole"
