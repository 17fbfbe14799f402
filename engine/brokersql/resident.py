"""The client of the process that `brokersql serve` keeps ready for command lines.

That process listens on a Unix socket of the user. Whom it serves reads ``ready``, sends
one line of JSON, see `_request`, and its three standard streams with it, and reads
``begin``, in the end ``end CODE``; it may send ``stop``, which is Ctrl-C. Until
``begin`` nothing has happened, so whatever goes wrong before, the command runs in a
process of its own. Streams that are sent earlier would stay open in the queue.
"""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Generator, Sequence
from contextlib import contextmanager, suppress
from itertools import pairwise
from typing import IO, TYPE_CHECKING, Any

from brokersql import __version__

if TYPE_CHECKING:
    import socket

#: Set to 0, no such process is started or asked.
VARIABLE = "BROKERSQL_RESIDENT"
#: The commands that are passed on; they change nothing.
COMMANDS = ("explain", "sql")
READY, BEGIN, STOP, END = b"ready\n", b"begin\n", b"stop\n", b"end "
#: Seconds that a client waits until it is served.
_PATIENCE = 0.2
#: Bytes of the path of a socket at most, on all systems.
_MOST_PATH = 103
_INTERRUPTED = 130
_ENDED = b"""\
error: the resident process of brokersql serve ended before the command did
  run it again; BROKERSQL_RESIDENT=0 leaves that process out
"""


def is_wanted() -> bool:
    """Return whether this system and the environment have resident processes."""
    return os.environ.get(VARIABLE) != "0" and hasattr(os, "getuid")


def socket_folder() -> str:
    """Return the folder of the user in which sockets are; nothing is made."""
    runtime = os.environ.get("XDG_RUNTIME_DIR")
    if runtime:
        return os.path.join(runtime, "brokersql")
    return os.path.join(
        os.environ.get("TMPDIR") or "/tmp", f"brokersql-serve-{os.getuid()}"
    )


def is_private(folder: str) -> bool:
    """Return whether a folder is the user's, and nobody else can reach into it."""
    try:
        status = os.lstat(folder)
    except OSError:
        return False
    is_own = stat.S_ISDIR(status.st_mode) and status.st_uid == os.getuid()
    return is_own and not status.st_mode & 0o077


def socket_of(run: str) -> str | None:
    """Return the path of the socket for the run in a folder; None if it can have none.

    Links to a folder are the same folder.
    """
    try:
        status = os.stat(run)
    except (OSError, ValueError):
        return None
    if not stat.S_ISDIR(status.st_mode):
        return None
    name = f"{status.st_dev:x}-{status.st_ino:x}-{__version__}"
    path = os.path.join(socket_folder(), name)
    return path if len(os.fsencode(path)) <= _MOST_PATH else None


def is_own(link: socket.socket) -> bool:
    """Return whether the other side is of this user, where the system says so."""
    import socket
    import struct

    if not hasattr(socket, "SO_PEERCRED"):  # the folder's mode keeps others out
        return True
    form = struct.Struct("3i")
    found = link.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, form.size)
    return form.unpack(found)[1] == os.getuid()


def made_of() -> list[str]:
    """Return what a client and its resident process have in common."""
    return [__version__, os.path.dirname(os.path.abspath(__file__)), sys.version]


def pass_on(arguments: Sequence[str]) -> int | None:
    """Let a resident process run a command line of this process; return its exit code.

    None where there is no such process, or it does other work: nothing has begun then.
    """
    if not arguments or arguments[0] not in COMMANDS or not is_wanted():
        return None
    if arguments[0] == "sql" and os.isatty(0) and not _has_query(arguments):
        return None  # a shell stays here
    path = _socket_for(arguments)
    streams = (sys.stdin, sys.stdout, sys.stderr)
    if path is None or any(each is None for each in streams):
        return None
    return _passed_on(path, arguments, streams, (0, 1, 2))


def ask(arguments: Sequence[str]) -> tuple[int, bytes, bytes]:
    """Run `explain` or `sql` as from a shell; return exit code, stdout and stderr.

    A resident process of the run that is named does it if there is one, else a new
    process.

    >>> ask(["sql", "--nothing"])[0]
    2
    """
    import subprocess
    import tempfile

    path = _socket_for(arguments) if is_wanted() else None
    with (
        open(os.devnull, "rb") as nothing,
        tempfile.TemporaryFile() as out,
        tempfile.TemporaryFile() as err,
    ):
        code = None
        streams = (nothing, out, err)
        if path is not None and arguments[0] in COMMANDS:
            files = tuple(each.fileno() for each in streams)
            code = _passed_on(path, arguments, streams, files)
        if code is None:
            command = [sys.executable, "-m", "brokersql", *arguments]
            code = subprocess.run(
                command, stdin=nothing, stdout=out, stderr=err, check=False
            ).returncode
        for each in (out, err):
            each.seek(0)
        return code, out.read(), err.read()


def _has_query(arguments: Sequence[str]) -> bool:
    """Return whether a line of `sql` surely has a query: one of several words.

    >>> _has_query(["sql", "out", "from result"])
    True
    >>> _has_query(["sql", "out", "--where", "rank = 1"])
    False
    """
    return any(
        " " in word and "-" not in (before[:1], word[:1]) and not os.path.exists(word)
        for before, word in pairwise(arguments)
    )


def _socket_for(arguments: Sequence[str]) -> str | None:
    """Return the socket of the first run that is named and has one."""
    found = (socket_of(word) for word in arguments[1:] if word[:1] != "-")
    paths = (path for path in found if path is not None and os.path.exists(path))
    return next((path for path in paths if is_private(os.path.dirname(path))), None)


def _request(arguments: Sequence[str], streams: Sequence[IO[Any]]) -> bytes:
    """Return the request to run a command line as this process would."""
    import json

    mask = os.umask(0o077)
    os.umask(mask)
    request = {
        "made_of": made_of(),
        "arguments": list(arguments),
        "folder": os.getcwd(),
        "environment": dict(os.environ),
        "umask": mask,
        "encodings": [
            [getattr(each, name, None) for name in ("encoding", "errors")]
            for each in streams
        ],
    }
    return json.dumps(request).encode() + b"\n"


def _passed_on(
    path: str,
    arguments: Sequence[str],
    streams: Sequence[IO[Any]],
    files: Sequence[int],
) -> int | None:
    """Return the exit code of a command that the process behind a socket ran."""
    import socket

    with socket.socket(socket.AF_UNIX) as link, link.makefile("rb") as reader:
        link.settimeout(_PATIENCE)
        try:
            link.connect(path)
            if not is_own(link) or reader.readline() != READY:
                return None
            link.settimeout(None)
            request = _request(arguments, streams)
            n_sent = socket.send_fds(link, [request], files)
            link.sendall(request[n_sent:])
            with _stopping(link) as was_stopped:
                if reader.readline() != BEGIN:
                    return _INTERRUPTED if was_stopped else None
                answer = _rest(reader)
        except OSError:  # nobody listens, or not now; or there is no folder any more
            return None
        if answer.startswith(END):
            return int(answer.removeprefix(END))
        if was_stopped:
            return _INTERRUPTED
        os.write(files[2], _ENDED)
        return 1


def _rest(reader: IO[bytes]) -> bytes:
    """Return the line after which nothing comes, empty if the process ended before."""
    with suppress(OSError):
        return reader.readline()
    return b""


@contextmanager
def _stopping(link: socket.socket) -> Generator[list[int]]:
    """Send Ctrl-C on within a with block; yield the list of those that were sent."""
    import signal

    sent: list[int] = []

    def stop(number: int, _frame: object) -> None:
        sent.append(number)
        with suppress(OSError):
            link.sendall(STOP)

    try:
        before = signal.signal(signal.SIGINT, stop)
    except ValueError:  # only the main thread of a process has signals
        yield sent
        return
    try:
        yield sent
    finally:
        signal.signal(signal.SIGINT, before)
