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

import atexit
import errno
import json
import os
import shutil
import time
from collections.abc import Callable, Collection, Generator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from secrets import token_hex
from typing import Self, cast

from brokersql.core.errors import BrokersqlError, UsageError
from brokersql.core.folders import read_regular, scratch_in

_LOCK = ".lock"
#: In a folder: what is complete and takes its place; in it, the names that move and go.
_WHOLE, _PLAN = ".whole", ".plan"
_MOST_BYTES = 1024 * 1024
#: Seconds within which a writer has made its lock.
_YOUNG_S = 60.0
#: What this process writes and has not completed, and the folders that it made for it,
#: outer ones first; a fork of it writes nothing yet.
_open: set[Path] = set()
_parents: dict[Path, None] = {}
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_open.clear)
    os.register_at_fork(after_in_child=_parents.clear)


@atexit.register
def abandon() -> None:
    """Remove what this process has not completed; it ends now."""
    for folder in tuple(_open):
        shutil.rmtree(folder, ignore_errors=True)
    for folder in reversed(tuple(_parents)):
        _remove_empty(folder)


def _remove(folder: Path) -> None:
    """Remove a folder; where that is interrupted, it is done when the process ends."""
    shutil.rmtree(folder, ignore_errors=True)
    _open.discard(folder)


@contextmanager
def partial_folder(place: Path) -> Generator[Path]:
    """Yield a new folder beside a place; it is gone after the block.

    Raises:
        OSError: it cannot be made.
    """
    with ExitStack() as stack:
        _remove_left(place)
        name = f"{_prefix(place)}{os.getpid()}-{token_hex(4)}"
        folder = place.parent / name
        _open.add(folder)
        stack.callback(_remove, folder)
        folder.mkdir(mode=0o700)
        # whoever sees the lock finds it locked
        lock = os.open(folder / f"{_LOCK}ed", os.O_RDWR | os.O_CREAT)
        stack.callback(os.close, lock)
        _is_locked(lock)
        os.rename(folder / f"{_LOCK}ed", folder / _LOCK)
        yield folder


def _prefix(place: Path) -> str:
    return f".{place.name}.partial-"


def _make_parents(folder: Path, stack: ExitStack) -> None:
    """Make a folder and those above it; what stays empty goes with the stack."""
    missing = [each for each in (folder, *folder.parents) if not each.exists()]
    for each in reversed(missing):
        _parents[each] = None
        stack.callback(_remove_parent, each)
        each.mkdir(exist_ok=True)


def _remove_parent(folder: Path) -> None:
    """Remove a folder where it is empty; after an interrupt, when the process ends."""
    _remove_empty(folder)
    if not any(folder in each.parents for each in _open):
        _parents.pop(folder, None)


def _remove_empty(folder: Path) -> None:
    with suppress(OSError):
        folder.rmdir()


def _remove_left(place: Path) -> None:
    """Remove what killed writers of a place have left."""
    for each in unfinished(place):
        if not is_being_written(each):
            shutil.rmtree(each, ignore_errors=True)


def unfinished(place: Path) -> list[Path]:
    """Return what stands beside a place that was not completed."""
    try:
        names = sorted(os.listdir(place.parent))
    except OSError:
        return []
    return [place.parent / name for name in names if name.startswith(_prefix(place))]


def lasting(path: Path) -> Path:
    """Return where what is written in a partial folder will stand.

    >>> lasting(Path("a/.b.partial-7-c/b")).as_posix()
    'a/b'
    """
    for each in (path, *path.parents):
        name, mark, _ = each.name.partition(".partial-")
        if mark:
            return each.with_name(name.removeprefix("."))
    return path


def remove_unfinished(root: Path) -> None:
    """Remove what killed writers have left in a folder, of whatever place there."""
    for each in root.glob(".*.partial-*"):
        if not is_being_written(each):
            shutil.rmtree(each, ignore_errors=True)


def is_being_written(folder: Path) -> bool:
    """Return whether the writer of a partial folder is there, or may be."""
    try:
        lock = os.open(folder / _LOCK, os.O_RDWR | getattr(os, "O_NONBLOCK", 0))
    except FileNotFoundError:  # the writer has made none yet, or ended before
        return _is_alive(folder)
    except OSError:
        return True
    try:
        return not _is_locked(lock)
    finally:
        os.close(lock)


def _is_alive(folder: Path) -> bool:
    """Return whether the process in the name of a young folder is there."""
    try:
        if time.time() - folder.lstat().st_mtime > _YOUNG_S:
            return False
        if os.name == "posix":
            os.kill(int(folder.name.rsplit("-", 2)[1]), 0)
    except (OSError, ValueError, IndexError):
        return False
    return True


def _is_locked(lock: int) -> bool:
    """Lock an open file; return whether nobody else had it, as far as can be known."""
    try:
        import fcntl

        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except (ImportError, OSError):  # another one has it, or there are no locks here
        return False
    return True


@contextmanager
def whole_file(place: Path, *, is_synced: bool = False) -> Generator[Path]:
    """Yield a path to write to; after the block the file stands at its place.

    Who may read what stands there may read it then. What is no regular file, as a
    pipe, is written to itself. Where it `is_synced`, it reaches the disk before.

    Raises:
        OSError: it cannot be written; then nothing is left of it.
    """
    if place.exists() and not place.is_file():
        yield place
        return
    target = Path(os.path.realpath(place))
    with partial_folder(target) as folder:
        yield folder / target.name
        with suppress(FileNotFoundError):
            shutil.copymode(target, folder / target.name)
        if is_synced:
            sync(folder / target.name)
        os.replace(folder / target.name, target)


def write_synced(place: Path, content: bytes) -> None:
    """Write a file as a whole: what reads it sees the old content or the new one."""
    with whole_file(place, is_synced=True) as partial:
        partial.write_bytes(content)


@contextmanager
def whole_folder(place: Path) -> Generator[Path]:
    """Yield a new folder; after the block it stands at its place, instead of another.

    Its names reach the disk before, and what else is beside it in the folder of the
    writer goes.

    Raises:
        OSError: it cannot be written; then nothing is left of it.
    """
    with partial_folder(place) as folder:
        whole = folder / "whole"
        whole.mkdir()
        yield whole
        sync(whole)
        if place.is_dir():
            os.rename(place, folder / "old")
        os.replace(whole, place)
        sync(place.parent)


def remove_folder(folder: Path) -> None:
    """Remove a folder: first its name, so that no half of it is ever seen."""
    with partial_folder(folder) as partial:
        os.rename(folder, partial / "old")


def sync(path: Path) -> None:
    """Let a file, or the names in a folder, reach the disk."""
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def give_another(place: Path, reason: str) -> BrokersqlError:
    """Return the error of a folder of --out that cannot be written."""
    return UsageError(
        f"cannot write {place}: {reason}",
        hint="give --out a folder that you may write, on a disk with space",
    )


class FolderWriter:
    """A folder that is written to `path`, and stands at its place after `put`.

    What does not fit into memory meanwhile goes beside it. Without `put` nothing is
    left when the with block ends. What cannot be written is the error that `refusal`
    makes of the place and the reason.
    """

    def __init__(
        self,
        place: Path,
        refusal: Callable[[Path, str], BrokersqlError] = give_another,
    ) -> None:
        self.place = place
        self._refusal = refusal
        self._target = Path(os.path.realpath(place))
        self._stack = ExitStack()
        self.path = place

    def __enter__(self) -> Self:
        """Make the folder.

        Raises:
            BrokersqlError: it cannot be made.
        """
        with self.writing():
            return self._made()

    def _made(self) -> Self:
        target = self._target
        if target.exists() and not target.is_dir():
            raise NotADirectoryError(errno.ENOTDIR, "it is no folder")
        _remove_left(target)
        finish(target)
        inside = target / target.name if target.is_dir() else target
        with ExitStack() as stack:
            _make_parents(target.parent, stack)
            folder = stack.enter_context(partial_folder(inside))
            self.path = folder / "whole"
            self.path.mkdir()
            stack.enter_context(scratch_in(folder / "spill"))
            self._stack = stack.pop_all()
        return self

    def __exit__(self, *error: object) -> None:
        """Remove what was not put."""
        self._stack.close()

    @contextmanager
    def writing(self) -> Generator[None]:
        """Let what cannot be written be a fault of whoever named the folder.

        Raises:
            BrokersqlError: the folder cannot be written.
        """
        try:
            yield
        except OSError as error:
            raise self._refusal(self.place, error.strerror or str(error)) from error

    def put(self, owned: Collection[str] = ()) -> None:
        """Let the folder stand at its place; names in `owned` that it lacks go there.

        Other files of a folder that is there stay.

        Raises:
            BrokersqlError: it cannot; what was there is as it was.
        """
        with self.writing():
            self._put(owned)

    def _put(self, owned: Collection[str]) -> None:
        if not self._target.exists():
            os.rename(self.path, self._target)
            return
        entries = sorted(self.path.iterdir(), key=lambda each: each.stat().st_mtime_ns)
        moved = [each.name for each in entries]
        for name in moved:
            if (self._target / name).is_dir():
                raise IsADirectoryError(errno.EISDIR, f"{name} is a folder there")
        plan = {"moved": moved, "removed": sorted({*owned} - {*moved})}
        (self.path / _PLAN).write_text(json.dumps(plan), encoding="utf-8")
        with alone(self._target):
            _take_places(self._target)
            try:
                os.rename(self.path, self._target / _WHOLE)
                _take_places(self._target)
            except KeyboardInterrupt:  # it is whole: what follows takes no time
                _take_places(self._target)
                raise


def finish(folder: Path) -> None:
    """Finish what a killed writer had completed: its files take their places.

    Raises:
        OSError: this process may not.
    """
    if (folder / _WHOLE).is_dir() and not (folder / _WHOLE).is_symlink():
        with alone(folder):
            _take_places(folder)


@contextmanager
def alone(folder: Path) -> Generator[None]:
    """Let one process at a time change a folder within a with block."""
    handle: int | None = None
    with suppress(ImportError, OSError):  # without locks two may meet
        import fcntl

        handle = os.open(folder, os.O_RDONLY)
        fcntl.flock(handle, fcntl.LOCK_EX)
    try:
        yield
    finally:
        if handle is not None:
            os.close(handle)


def _take_places(folder: Path) -> None:
    """Let what is complete take its places in a folder."""
    whole = folder / _WHOLE
    plan = whole / _PLAN
    if plan.is_file() and not whole.is_symlink():
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
        content = read_regular(plan, _MOST_BYTES, follows=False)
        found = cast("dict[str, list[str]]", json.loads(content))
        moved, removed = found["moved"], found["removed"]
        if all(map(_is_name, (*moved, *removed))):
            return moved, removed
    except (ValueError, KeyError, TypeError, RecursionError):
        pass
    raise OSError(errno.EINVAL, "it is damaged", str(plan))


def _is_name(text: str) -> bool:
    """Return whether a text is a name in a folder.

    Raises:
        ValueError: no file system can hold it.
    """
    os.fsencode(text)
    return Path(text).name == text not in ("", "..") and "\0" not in text


def cut_off(place: Path) -> str:
    """Return what is to say of a place where nothing whole stands; else nothing."""
    target = Path(os.path.realpath(place))
    if target.exists() and not _is_empty(target):
        return ""
    inside = unfinished(target / target.name) if target.is_dir() else []
    found = [*unfinished(target), *inside]
    if not found:
        return ""
    if any(map(is_being_written, found)):
        return "is being written"
    return "was cut off before it was whole"


def _is_empty(folder: Path) -> bool:
    """Return whether nothing but what is unfinished stands in a folder."""
    if not folder.is_dir():
        return False
    return all(each in unfinished(folder / folder.name) for each in folder.iterdir())
