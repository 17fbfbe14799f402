"""The parent's side: starts the child, sends queries, ends it when time is up."""

from __future__ import annotations

import io
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, cast

import pyarrow as pa

from brokersql.core.engine_faults import faults_so_far
from brokersql.core.errors import (
    BrokersqlError,
    EngineError,
    OutOfMemoryError,
    UsageError,
)
from brokersql.sandbox import protocol
from brokersql.sandbox.limits import QueryLimits

if TYPE_CHECKING:
    from brokersql.compiler import QueryNames

#: What the process runs: it imports DuckDB without what that has no use for here.
_CHILD = (
    "from brokersql.core.light_imports import leave_out_unused; leave_out_unused(); "
    "from brokersql.sandbox.child import main; main()"
)
#: Seconds in which a file is opened, whatever a query may take.
_OPENING = 60.0
#: Variables that the process gets: nothing that could hold a secret.
_KEPT = ("PATH", "LANG", "LC_ALL", "SYSTEMROOT", "LD_LIBRARY_PATH")
#: What ends a process that has used its processor time; Windows has none.
_SIGXCPU = getattr(signal, "SIGXCPU", None)
#: What helps against a lack of memory.
_SMALLER = "ask for less at once, or give more: --memory-limit 4GB"


#: The end of an answer, and the Arrow stream before it.
_Answer = tuple[dict[str, object], io.BytesIO]


class Refused(UsageError):
    """A query failed; `duckdb_message` is that of DuckDB, if it refused the query."""

    def __init__(
        self, message: str, *, hint: str = "", duckdb_message: str = ""
    ) -> None:
        super().__init__(message, hint=hint)
        self.duckdb_message = duckdb_message


class OverLimit(Refused):
    """A query exceeds its time, or its answer its size."""


class TooManyRows(OverLimit):
    """The answer of a query has more rows or bytes than may be carried."""


def out_of_time(limits: QueryLimits) -> OverLimit:
    """Return the error of a query that takes too long."""
    return OverLimit(f"stopped after {limits.seconds:g} s", hint="--timeout SECONDS")


def too_much(limits: QueryLimits) -> TooManyRows:
    """Return the error of an answer that is too large."""
    return TooManyRows(
        f"the answer has more than {limits.n_rows:,} rows, or "
        f"{limits.n_answer_bytes >> 20:,} MiB",
        hint="ask for fewer: where, limit, group by",
    )


def out_of_memory() -> OutOfMemoryError:
    """Return the error of a query that needs too much memory."""
    message = "the query needs more memory than it may have"
    return OutOfMemoryError(message, hint=_SMALLER)


class Sandbox:
    """A process that reads one database file; it is started anew after it was ended."""

    def __init__(self, limits: QueryLimits | None = None) -> None:
        self.limits = limits or QueryLimits()
        self._child: subprocess.Popen[bytes] | None = None
        self._opened: Mapping[str, object] | None = None
        self._is_late = False
        self._is_ready = False
        #: The last query that led to an engine fault.
        self._failed: str | None = None

    def __enter__(self) -> Sandbox:
        self._start()
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def read(self, text: str) -> QueryNames:
        """Return what a query names.

        Raises:
            Refused: it is not exactly one query of harmless functions.
        """
        from brokersql.compiler import QueryNames

        answer, _ = self._call({"do": "read", "text": text})
        tables = cast("list[list[str]]", answer["tables"])
        functions = cast("list[str]", answer["functions"])
        pairs = [(schema, name) for schema, name in tables]
        return QueryNames(tuple(pairs), tuple(functions))

    def open(self, file: Path, schemas: Sequence[str]) -> None:
        """Read this file from now on; names are looked up in these schemas in turn."""
        request = {"do": "open", "file": str(file), "schemas": list(schemas)}
        self._opened = None
        self._call(_with_settings(request), _OPENING)
        self._opened = request

    def ask(self, text: str) -> pa.Table:
        """Return the rows of a query.

        Raises:
            Refused: it is not allowed, faulty, or needs more than the limits.
            OutOfMemoryError: it needs more memory than it may have.
            EngineError: DuckDB failed internally; the next query opens the file anew.
        """
        request = {"do": "ask", "text": text, "has_failed": text == self._failed}
        try:
            _, pieces = self._call(request)
        except EngineError:
            self._failed = text
            raise
        with pa.ipc.open_stream(pieces) as reader:
            return reader.read_all()

    def close(self) -> None:
        """End the process."""
        child, self._child = self._child, None
        if child is not None:
            child.kill()
            child.wait()
            for stream in (child.stdin, child.stdout):
                if stream is not None:
                    with suppress(OSError):
                        stream.close()

    def _start(self) -> subprocess.Popen[bytes]:
        """Return the process, perhaps still on its way."""
        if self._child is not None:
            return self._child
        self._child = subprocess.Popen(
            # -P: nothing is imported from the folder that this process is in
            [sys.executable, "-P", "-c", _CHILD],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env=_environment(),
            start_new_session=True,
        )
        _send(self._child, asdict(self.limits))
        self._is_ready = False
        return self._child

    def _ready(self) -> subprocess.Popen[bytes]:
        """Return the process, ready for a query: its start takes no query time."""
        child = self._start()
        if not self._is_ready:
            assert child.stdout is not None
            protocol.receive_json(child.stdout)
            self._is_ready = True
            if self._opened is not None:
                self._exchange(child, _with_settings(self._opened), _OPENING)
        return child

    def _call(
        self, request: Mapping[str, object], seconds: float | None = None
    ) -> _Answer:
        """Return the end of an answer, and the rows before it."""
        try:
            answer, pieces = self._exchange(self._ready(), request, seconds)
        except EOFError as error:
            raise self._ended() from error
        except BaseException:
            self.close()
            raise
        if "refused" in answer:
            raise Refused(str(answer["refused"]), hint=str(answer["hint"]))
        if "broken" in answer:
            self.close()
            raise EngineError(str(answer["broken"]), hint="the query is not to blame")
        if "no_memory" in answer:
            raise out_of_memory()
        if "failed" in answer:
            message = str(answer["failed"])
            raise Refused(message.splitlines()[0], duckdb_message=message)
        if "too_much" in answer:
            raise too_much(self.limits)
        return answer, pieces

    def _exchange(
        self,
        child: subprocess.Popen[bytes],
        request: Mapping[str, object],
        seconds: float | None,
    ) -> _Answer:
        """Send a request; return its answer unless the time is up before."""
        self._is_late = False
        allowed = self.limits.seconds if seconds is None else seconds
        timer = threading.Timer(allowed, self._stop, (child,))
        timer.daemon = True
        timer.start()
        try:
            _send(child, request)
            assert child.stdout is not None
            pieces = io.BytesIO()
            while True:
                kind, content = protocol.receive(child.stdout)
                if kind == protocol.DONE:
                    pieces.seek(0)
                    return protocol.decoded(content), pieces
                pieces.write(content)
        finally:
            timer.cancel()

    def _stop(self, child: subprocess.Popen[bytes]) -> None:
        self._is_late = True
        child.kill()

    def _ended(self) -> BrokersqlError:
        """Return why the process is gone, and forget it."""
        child = self._child
        self.close()
        # on a busy machine its processor time is up before the timer runs
        if self._is_late or (child and -child.returncode == _SIGXCPU):
            return out_of_time(self.limits)
        gigabytes = self.limits.n_bytes / 1e9
        return OutOfMemoryError(
            f"the query needs more than its {gigabytes:.1f} GB, or broke the reader",
            hint=_SMALLER,
        )


def _with_settings(request: Mapping[str, object]) -> Mapping[str, object]:
    """Return a request to open a file with the settings that are in force here."""
    return {**request, "n_faults": len(faults_so_far())}


def _send(child: subprocess.Popen[bytes], request: Mapping[str, object]) -> None:
    assert child.stdin is not None
    try:
        protocol.send_json(child.stdin, request)
    except OSError as error:
        raise EOFError from error


def _environment() -> dict[str, str]:
    kept = {name: os.environ[name] for name in _KEPT if name in os.environ}
    return {
        **kept,
        "PYTHONPATH": os.pathsep.join(filter(None, sys.path)),
        "PYTHONDONTWRITEBYTECODE": "1",
        "MALLOC_ARENA_MAX": "2",
        "ARROW_DEFAULT_MEMORY_POOL": "system",
    }
