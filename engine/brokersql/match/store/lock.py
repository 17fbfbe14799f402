"""One writer at a time: who holds a state, and how a dead writer's hold is taken over.

The file `lock` says who holds the state, and with which epoch; whoever acts on what it
says holds the operating system's lock on it for that moment. A living owner also holds
such a lock on `owner-<epoch>` all the time: it ends with the process in any case.
Every owner's epoch is higher than the last one's. Before it writes, an owner sees under
the lock that the state is still its own: one that slept through a take-over is turned
away (fencing).
"""

from __future__ import annotations

import fcntl
import json
import os
import socket
import time
import zlib
from collections.abc import Callable, Generator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import asdict, dataclass
from datetime import datetime, timedelta
from pathlib import Path
from typing import cast

from brokersql.core.errors import LostStateError, StateError
from brokersql.match.faultpoint import reach
from brokersql.match.store.files import Files, naming, uninterrupted, write_all

#: Microseconds since 1970 UTC.
Clock = Callable[[], int]

LOCK = "lock"
_SIZE = 512  # one sector: a write of it is never seen in part
_SUM_SIZE = 9
_PATIENCE_S = 2.0
_PAUSE_S = 0.01


def system_clock() -> int:
    """Return the time of the machine, µs since 1970 UTC."""
    return time.time_ns() // 1000


@dataclass(frozen=True, slots=True)
class Owner:
    """Who holds a state; `pid` is 0 when nobody does. `since_us`: µs since 1970 UTC."""

    epoch: int
    pid: int
    host: str
    since_us: int

    @property
    def since(self) -> str:
        """Return since when, as text in UTC."""
        try:
            moment = datetime(1970, 1, 1) + timedelta(microseconds=self.since_us)
        except OverflowError:
            return "the end of time"
        return f"{moment:%Y-%m-%d %H:%M:%S}Z"

    def __str__(self) -> str:
        return f"pid {self.pid} on {self.host} since {self.since}"


class Lock:
    """The hold of this process on a state; made by `acquire`."""

    def __init__(self, folder: Path, owner: Owner, mutex: int, alive: int) -> None:
        self._folder = folder
        self.owner = owner
        self._mutex = mutex
        self._alive = alive
        self._content = _content(owner)

    @contextmanager
    def held(self) -> Generator[None]:
        """Keep everybody else from taking the state over while something is written.

        Raises:
            LostStateError: somebody has taken it over, or this is a forked copy.
        """
        if os.getpid() != self.owner.pid:
            raise LostStateError(
                f"it belongs to process {self.owner.pid}, not to this copy of it",
                where=str(self._folder),
                hint="open the state in the process that uses it",
            )
        fcntl.flock(self._mutex, fcntl.LOCK_EX)
        try:
            found = os.pread(self._mutex, _SIZE, 0)
            if found != self._content:
                raise self._lost(found)
            yield
        finally:
            fcntl.flock(self._mutex, fcntl.LOCK_UN)

    def release(self, files: Files) -> None:
        """Let go of the state; nothing happens when it was taken over."""
        try:
            with suppress(StateError), self.held():
                reach("lock_release")
                free = Owner(self.owner.epoch, 0, "", 0)
                with naming(self._folder / LOCK, "write"):
                    write_all(files, self._mutex, _content(free), 0)
                _alive_path(self._folder, self.owner.epoch).unlink(missing_ok=True)
        finally:
            os.close(self._alive)
            os.close(self._mutex)

    def _lost(self, found: bytes) -> LostStateError:
        try:
            by = str(_owner(self._folder, found))
        except StateError:
            by = "somebody"
        return LostStateError(
            f"it was taken over by {by}; nothing was written",
            where=str(self._folder),
            hint="end this process: its epoch is over",
        )


def acquire(
    folder: Path, files: Files, clock: Clock, *, least_epoch: int, take_over: bool
) -> Lock:
    """Take hold of a state, from nobody or from an owner that died on this host.

    Args:
        folder: the state.
        files: the calls of the operating system.
        clock: what time it is.
        least_epoch: the highest epoch that the ledger has seen.
        take_over: take it from an owner that lives, or lives on another host, too.

    Raises:
        StateError: another process holds it.
    """
    path = folder / LOCK
    with ExitStack() as opened:
        mutex = _open(path, files, opened)
        _enter(folder, mutex)
        last = _last_owner(folder, os.pread(mutex, _SIZE, 0), take_over)
        if last.pid and not take_over:
            _refuse_living(folder, last)
        epoch = max(last.epoch, least_epoch) + 1
        alive = _open(_alive_path(folder, epoch), files, opened)
        fcntl.flock(alive, fcntl.LOCK_EX)
        owner = Owner(epoch, os.getpid(), socket.gethostname(), clock())
        with naming(path, "write"):
            write_all(files, mutex, _content(owner), 0)
            uninterrupted(lambda: files.sync(mutex))
        _alive_path(folder, last.epoch).unlink(missing_ok=True)
        fcntl.flock(mutex, fcntl.LOCK_UN)
        opened.pop_all()
        return Lock(folder, owner, mutex, alive)


def read_owner(folder: Path) -> Owner | None:
    """Return who holds a state, None if nobody does or whoever did has died."""
    path = folder / LOCK
    if not path.exists():
        return None
    with naming(path, "read"):
        owner = _owner(folder, path.read_bytes())
    is_gone = owner.host == socket.gethostname() and not _lives(folder, owner)
    return None if not owner.pid or is_gone else owner


def _enter(folder: Path, mutex: int) -> None:
    """Wait for a writer that is just writing; a stopped one never finishes."""
    until = time.monotonic() + _PATIENCE_S
    while True:
        try:
            fcntl.flock(mutex, fcntl.LOCK_EX | fcntl.LOCK_NB)
            return
        except BlockingIOError:
            if time.monotonic() > until:
                owner = _owner(folder, os.pread(mutex, _SIZE, 0))
                raise _held(folder, owner, " and is just writing") from None
            time.sleep(_PAUSE_S)


def _last_owner(folder: Path, content: bytes, take_over: bool) -> Owner:
    nobody = Owner(0, 0, "", 0)
    if not content:
        return nobody
    try:
        return _owner(folder, content)
    except StateError:
        if take_over:
            return nobody
        raise


def _refuse_living(folder: Path, owner: Owner) -> None:
    if owner.host != socket.gethostname() or _lives(folder, owner):
        raise _held(folder, owner, "")


def _lives(folder: Path, owner: Owner) -> bool:
    """Return whether the owner's lock on its own file is still held."""
    try:
        descriptor = os.open(_alive_path(folder, owner.epoch), os.O_RDWR)
    except FileNotFoundError:
        return False
    try:
        fcntl.flock(descriptor, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    finally:
        os.close(descriptor)
    return False


def _open(path: Path, files: Files, opened: ExitStack) -> int:
    with naming(path, "open"):
        flags = os.O_RDWR | os.O_CREAT
        descriptor = uninterrupted(lambda: files.open(path, flags))
    opened.callback(os.close, descriptor)
    return descriptor


def _alive_path(folder: Path, epoch: int) -> Path:
    return folder / f"owner-{epoch}"


def _held(folder: Path, owner: Owner, doing: str) -> StateError:
    return StateError(
        f"held by {owner}{doing}",
        where=str(folder),
        hint="wait for it or end it; the state is free as soon as it is gone, and "
        "--take-over takes it from an owner that hangs",
    )


def _content(owner: Owner) -> bytes:
    text = json.dumps(asdict(owner), separators=(",", ":")).encode()
    return text.ljust(_SIZE - _SUM_SIZE) + _sum(text)


def _owner(folder: Path, content: bytes) -> Owner:
    text = content[: _SIZE - _SUM_SIZE].rstrip(b" ")
    if len(content) != _SIZE or content[-_SUM_SIZE:] != _sum(text):
        raise StateError(
            "the state is damaged here: it names no owner",
            where=f"{folder / LOCK}:0",
            hint="if no process works on this state, --take-over writes it anew",
        )
    found = cast("dict[str, int | str]", json.loads(text))
    return Owner(
        epoch=int(found["epoch"]),
        pid=int(found["pid"]),
        host=str(found["host"]),
        since_us=int(found["since_us"]),
    )


def _sum(text: bytes) -> bytes:
    return f"{zlib.crc32(text):08x}\n".encode()
