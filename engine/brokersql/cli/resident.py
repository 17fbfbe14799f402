"""The process that `serve` keeps ready for lines of `explain` and `sql`.

It is one process with everything imported, and with the cycles that it was last asked
about. A client gives its arguments, folder, environment and standard streams, so that a
command does what it does in a process of its own. One runs at a time. The process is
started anew after a command that was stopped, or that DuckDB failed in.

Where nobody asks anything, it explains the tasks of a small run, to nobody, those that
wait first: what it finds out so, it need not find out when somebody asks.
"""

from __future__ import annotations

import codecs
import json
import logging
import os
import select
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
import traceback
from collections.abc import Generator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import IO, Any, TextIO, cast

from brokersql import resident
from brokersql.cli.app import run_line
from brokersql.cli.errors import INTERRUPTED
from brokersql.core import exits
from brokersql.core.errors import BrokersqlError, EngineError, OutOfMemoryError
from brokersql.core.files import abandon
from brokersql.core.sql_files import sql_root
from brokersql.core.user_cache import forget_warnings
from brokersql.cycle.open_cycles import FEW_PAIRS, keep_open
from brokersql.results.run_record import RecordedRun, open_run

_CHILD = (
    "from brokersql.core.light_imports import leave_out_unused; leave_out_unused(); "
    "from brokersql.cli.resident import main; main()"
)
#: What commands import when they run.
_MODULES = (
    *("brokersql.explain", "brokersql.export", "brokersql.sandbox.in_place"),
    *("brokersql.render.formats", "brokersql.render.table", "brokersql.render.text"),
)
#: Cycles that stay open; each has at most the size of what the user's cache keeps.
_MOST_OPEN = 3
#: Exit codes after which nothing that the process holds is relied upon.
_LAST = (INTERRUPTED, EngineError.exit_code, OutOfMemoryError.exit_code)
#: Bytes of a request at most, and seconds that a client may take to send it.
_MOST_BYTES, _PATIENCE = 16 * 1024**2, 1.0
#: Seconds from one start to the next, at least; and of one that could not begin.
_LEAST_AGE, _PAUSE = 2.0, 60.0
#: The exit codes of a process that left the socket to another one, and of one in which
#: an explanation failed that nobody had asked for.
_TAKEN, _FAILED_ALONE = 3, 4
#: Seconds without a client after which a task is explained to nobody; tasks at most.
_LULL, _MOST_TASKS = 0.5, 100
#: Seconds after which a command is stopped once more whose client has gone away.
_AGAIN = 0.5


class ResidentProcess:
    """The process for a run, as `serve` has it; it ends with this one."""

    def __init__(self, run: Path) -> None:
        self._path = resident.socket_of(str(run)) if resident.is_wanted() else None
        self._explained = str(run.absolute())
        self._child: subprocess.Popen[bytes] | None = None
        self._begin = 0.0

    def __enter__(self) -> ResidentProcess:
        self._start()
        return self

    def __exit__(self, *error: object) -> None:
        if self._child is not None:
            assert self._child.stdin is not None
            self._child.stdin.close()  # which ends it
            self._child.wait()

    def renew(self) -> None:
        """Start the process again if it has ended; later if it could not begin."""
        code = None if self._child is None else self._child.poll()
        if code not in (None, 0, _TAKEN):  # what nobody asked for may fail again
            self._explained = ""
        if code is not None:
            pause = _PAUSE if code in (1, _TAKEN) else _LEAST_AGE
            if time.monotonic() - self._begin >= pause:
                self._start()

    def _start(self) -> None:
        if self._path is None or not _made_folder(os.path.dirname(self._path)):
            return
        self._begin = time.monotonic()
        paths = os.pathsep.join(filter(None, sys.path))
        self._child = subprocess.Popen(
            # -P: nothing is imported from the folders that clients are in
            [sys.executable, "-P", "-c", _CHILD, self._path, self._explained],
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            env={**os.environ, "PYTHONPATH": paths},
            start_new_session=True,
        )


def _made_folder(folder: str) -> bool:
    """Return whether there is the folder of sockets, and it is the user's alone."""
    with suppress(OSError):
        os.mkdir(folder, 0o700)
    return resident.is_private(folder)


def main() -> None:
    """Run command lines for clients until stdin closes, or no other may be run."""
    path, run, ends = *sys.argv[1:], os.dup(0)
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.chdir("/")
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    listener = _listening(path)
    if listener is None:
        sys.exit(_TAKEN)
    try:
        threading.Thread(target=_end_with, args=(ends, path), daemon=True).start()
        for module in _MODULES:
            import_module(module)
        keep_open(_MOST_OPEN)
        code = _run_lines(listener, run)
    finally:
        _remove(path)
    os._exit(code)  # else what is open is reported as leaks


def _run_lines(listener: socket.socket, run: str) -> int:
    """Run lines of clients, and meanwhile of nobody; return the code to exit with."""
    files, unasked = _code_files(), unasked_lines(run)
    while True:
        while not select.select([listener], [], [], _LULL)[0]:
            if (line := next(unasked)) is None:
                break
            if _code_files() != files:
                return 0
            if run_for_nobody(line) in _LAST:
                return _FAILED_ALONE
        link, _ = listener.accept()
        with link:
            if _code_files() != files or not _answer(link):
                return 0


def _listening(path: str) -> socket.socket | None:
    """Return a socket that listens at a path; None where another process does."""
    listener, mask = socket.socket(socket.AF_UNIX), os.umask(0o077)
    try:
        if not _is_served(path):
            _remove(path)  # a process that was killed has left it
            listener.bind(path)
            listener.listen()
            return listener
    except OSError:  # another one was faster
        pass
    finally:
        os.umask(mask)
    listener.close()
    return None


def _remove(path: str) -> None:
    with suppress(OSError):
        os.unlink(path)


def _is_served(path: str) -> bool:
    with socket.socket(socket.AF_UNIX) as link:
        return link.connect_ex(path) == 0


def _end_with(ends: int, path: str) -> None:
    """End when the other end of a pipe is closed, whatever runs meanwhile."""
    os.read(ends, 1)
    _remove(path)
    abandon()
    os._exit(0)  # a client is not sent a code


def unasked_lines(run: str) -> Generator[list[str] | None]:
    """Yield lines that explain the tasks of a small run; None after them.

    What a large run takes nobody has asked for, and too little of it would be kept.
    """
    known: object = None
    while True:
        tasks: Sequence[int] = ()
        with suppress(BrokersqlError, OSError):
            opened = open_run(run)
            status = os.stat(opened.file("result"))
            identity = (status.st_ino, status.st_mtime_ns)
            if identity != known:
                known, tasks = identity, _first_tasks(opened)
        for task in tasks:
            yield ["explain", run, "--task", str(task)]
        yield None


def _first_tasks(run: RecordedRun) -> Sequence[int]:
    """Return the first tasks of a run, unassigned ones first; none of a large one."""
    if "exclusion" not in run.tables or run.count("exclusion") > FEW_PAIRS:
        return ()
    if not run.has_tasks:
        return ()
    result = run.table("result").select(["jedi_task_id", "status"])
    tasks, statuses = (column.to_pylist() for column in result.columns)
    pairs = sorted(
        zip(tasks, statuses, strict=True), key=lambda pair: pair[1] == "assigned"
    )
    return list(dict.fromkeys(task for task, _ in pairs if task))[:_MOST_TASKS]


def run_for_nobody(arguments: Sequence[str]) -> int:
    """Run a command line whose output nobody reads; return its exit code."""
    nowhere = os.open(os.devnull, os.O_RDWR)
    try:
        streams = [("utf-8", None)] * 3
        command = ClientCommand(
            arguments, "/", dict(os.environ), 0o077, streams, [nowhere] * 3
        )
        with command.surroundings():
            return _exit_code(command.arguments)
    finally:
        os.close(nowhere)


def _code_files() -> frozenset[tuple[str, int, int]]:
    """Return the files of brokersql with time and size: with others it is of no use."""
    folders = (str(Path(resident.__file__).parent), str(sql_root()))
    found: set[tuple[str, int, int]] = set()
    for root in folders:
        for folder, _, names in os.walk(root):
            for name in names:
                # an editor's own files begin with a dot
                if name.endswith((".py", ".sql", ".toml")) and name[0] != ".":
                    file = os.path.join(folder, name)
                    with suppress(OSError):  # it has just gone
                        status = os.stat(file)
                        found.add((file, status.st_mtime_ns, status.st_size))
    return frozenset(found)


@dataclass(frozen=True, slots=True)
class ClientCommand:
    """A command line with all that it would find in a process of the client."""

    arguments: Sequence[str]
    folder: str
    environment: Mapping[str, str]
    umask: int
    encodings: Sequence[Sequence[str | None]]
    files: Sequence[int]

    @contextmanager
    def surroundings(self) -> Generator[None]:
        """Let this process be as the client's within a with block."""
        with ExitStack() as stack:
            stack.enter_context(_environment(self.environment))
            stack.callback(os.umask, os.umask(self.umask))
            stack.enter_context(_streams(self.files, self.encodings))
            stack.callback(logging.getLogger().handlers.clear)
            forget_warnings()
            yield


def _answer(link: socket.socket) -> bool:
    """Run the command of a client that still waits; return whether others may come."""
    with ExitStack() as stack:
        try:
            link.settimeout(_PATIENCE)
            link.sendall(resident.READY)
            reader = stack.enter_context(link.makefile("rb"))
            command = _received(link, reader, stack)
            if command is None:
                return True
            stack.callback(os.chdir, "/")
            os.chdir(command.folder)
            link.settimeout(None)
            link.sendall(resident.BEGIN)
        except (OSError, ValueError, LookupError, TypeError, RecursionError):
            return True
        return _run(command, link, reader) not in _LAST


def _received(
    link: socket.socket, reader: IO[bytes], stack: ExitStack
) -> ClientCommand | None:
    """Return what a client of the same user and of the same brokersql asks for."""
    first, files, _, _ = socket.recv_fds(link, 65_536, 3)
    for file in files:
        stack.callback(os.close, file)
    rest = b"" if first.endswith(b"\n") else reader.readline(_MOST_BYTES)
    found: object = json.loads(first + rest)
    if not isinstance(found, dict) or len(files) != 3 or not resident.is_own(link):
        return None
    request = cast("dict[str, Any]", found)
    if request.pop("made_of") != resident.made_of():
        return None
    for encoding, _ in request["encodings"]:
        codecs.lookup(encoding or "utf-8")
    return ClientCommand(**request, files=files)


def _run(command: ClientCommand, link: socket.socket, reader: IO[bytes]) -> int:
    """Run a command; send its exit code, also where the process ends in between."""
    has_ended = threading.Event()

    def end(code: int) -> None:
        has_ended.set()
        with suppress(OSError):  # the client is gone
            link.sendall(resident.END + f"{code}\n".encode())
            link.shutdown(socket.SHUT_RD)

    watch = threading.Thread(target=_watch, args=(reader, has_ended), daemon=True)
    watch.start()
    exits.at_once.append(end)
    code = 1
    try:
        with command.surroundings():
            code = _exit_code(command.arguments)
    except KeyboardInterrupt:  # it came when the command had ended
        code = INTERRUPTED
    finally:
        exits.at_once.remove(end)
        end(code)
        watch.join()
    return code


def _exit_code(arguments: Sequence[str]) -> int:
    """Run a command line; return the exit code that its own process would have."""
    try:
        return run_line(list(arguments))
    except Exception:  # as where an error cannot be printed
        with suppress(OSError):
            traceback.print_exc()
        return 1


def _watch(reader: IO[bytes], has_ended: threading.Event) -> None:
    """Stop the command of a client that sends Ctrl-C on, or goes away."""
    main_thread = threading.main_thread().ident
    assert main_thread is not None
    is_there = True
    while is_there:
        try:
            is_there = bool(reader.readline())
        except OSError:
            is_there = False
        if has_ended.is_set():
            return
        signal.pthread_kill(main_thread, signal.SIGINT)
    while not has_ended.wait(_AGAIN):  # it was ignored where nothing had begun yet
        signal.pthread_kill(main_thread, signal.SIGINT)


@contextmanager
def _environment(variables: Mapping[str, str]) -> Generator[None]:
    """Let the environment be another one within a with block."""
    before = dict(os.environ)
    try:
        _set_environment(variables)
        yield
    finally:
        _set_environment(before)


def _set_environment(variables: Mapping[str, str]) -> None:
    os.environ.clear()
    os.environ.update(variables)
    tempfile.tempdir = None  # is read from it


@contextmanager
def _streams(
    files: Sequence[int], encodings: Sequence[Sequence[str | None]]
) -> Generator[None]:
    """Let the standard streams be those of a client within a with block."""
    own = [os.dup(number) for number in range(3)]
    before = sys.stdin, sys.stdout, sys.stderr
    for number, file in enumerate(files):
        os.dup2(file, number)
    streams = [_stream(*each) for each in enumerate(encodings)]
    sys.stdin, sys.stdout, sys.stderr = streams
    try:
        yield
    finally:
        sys.stdin, sys.stdout, sys.stderr = before
        for number, stream in enumerate(streams):
            with suppress(OSError):  # nobody reads it
                stream.close()
            os.dup2(own[number], number)
            os.close(own[number])


def _stream(number: int, encoding: Sequence[str | None]) -> TextIO:
    """Return a standard stream as Python opens it."""
    name, errors = encoding
    stream = open(  # noqa: SIM115 -- `_streams` closes it
        number,
        "w" if number else "r",
        encoding=name or "utf-8",
        errors=errors or ("backslashreplace" if number == 2 else None),
        newline="\n",
        closefd=False,
    )
    stream.reconfigure(line_buffering=number == 2 or stream.isatty())
    return stream
