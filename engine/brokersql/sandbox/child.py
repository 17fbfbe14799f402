"""The child process: admits single harmless queries and runs them under limits."""

from __future__ import annotations

import io
import os
import re
import sys
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, TYPE_CHECKING, cast

import pyarrow as pa

from brokersql.compiler.plain_values import plain_values
from brokersql.compiler.program import QueryNames
from brokersql.compiler.query_check import QueryCheckError, read_query
from brokersql.core.database import Database, SqlError
from brokersql.core.engine_faults import after_faults
from brokersql.core.errors import EngineError, OutOfMemoryError
from brokersql.sandbox import protocol
from brokersql.sandbox.limits import QueryLimits, bounded_memory

if TYPE_CHECKING:
    from typing_extensions import Buffer


#: A longer text is no query by hand.
MAX_TEXT = 200_000
#: What Python makes of bytes that are no UTF-8.
_NO_UTF8 = re.compile("[\ud800-\udfff]")
_ALLOWED = ("SELECT", "EXPLAIN")
#: DuckDB takes a pivot for several statements: it looks for the values first.
_PIVOT = "MULTI"
#: Statements that DuckDB takes for another kind.
_RENAMED_STATEMENTS = (
    *("abort", "begin", "commit", "import", "install", "reset", "rollback", "use"),
)
#: Functions, and views of the same name, that read files, settings or secrets, that
#: run text as a statement, or that leave a trace.
_SWITCHED_OFF = re.compile(
    r"read_\w+|parquet_\w+|glob|sniff_csv|json_execute_serialized_sql|query(_table)?"
    r"|getvariable|getenv|current_setting|write_log|pragma_\w+|pg_settings|which_secret"
    r"|(force_)?checkpoint|arrow_scan\w*|pandas_scan|python_map_function|seq_scan|nextval|currval"
    r"|duckdb_(?!(columns|constraints|functions|indexes|keywords|schemas|tables|types"
    r"|views)$)\w+"
)


class GateError(Exception):
    """A text is not let through; `hint` says what to do, in words."""

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.hint = hint


def check_query(database: Database, text: str) -> QueryNames:
    """Return what a text names that is one harmless query.

    Raises:
        GateError: it is not.
        SqlError: DuckDB cannot parse it.
    """
    if len(text) > MAX_TEXT:
        raise GateError(f"a query of {len(text)} characters", f"at most {MAX_TEXT}")
    if unreadable := _NO_UTF8.search(text):
        before = " ".join(text[: unreadable.start()].split())[-20:]
        hint = "save or send it as UTF-8: iconv -f LATIN1 -t UTF-8"
        raise GateError(f"the query is no UTF-8 text after {before}", hint)
    kinds = database.kinds(text)
    if not kinds:
        raise GateError("there is no query", "brokersql sql SNAPSHOT 'from queue'")
    if len(kinds) > 1:
        raise GateError(f"{len(kinds)} statements in one call", "one query per call")
    if kinds[0] == _PIVOT:
        hint = "pivot … on column in ('a', 'b') is one query"
        raise GateError("a pivot has to name its values here", hint)
    if kinds[0] not in _ALLOWED:
        hint = "snapshots and runs are read only: select …"
        raise GateError(f"{_statement_name(text, kinds[0])} is switched off", hint)
    try:
        named = read_query(text)
    except QueryCheckError as error:
        hint = error.hint or "snapshots and runs are read only"
        raise GateError(str(error), hint) from error
    tables = [name for _, name in named.tables]
    for name in (*named.functions, *tables):
        if _SWITCHED_OFF.fullmatch(name):
            hint = "no files, settings or statements from here"
            raise GateError(f"{name} is switched off", hint)
    return named


def _statement_name(text: str, kind: str) -> str:
    """Return the name of a statement, its first word where DuckDB has another name.

    >>> _statement_name("install httpfs", "LOAD")
    'install'
    >>> _statement_name("with a as (from b) delete", "DELETE")
    'delete'
    """
    first = text.split(maxsplit=1)[0].lower()
    return first if first in _RENAMED_STATEMENTS else kind.lower()


_ROWS = 10_000


class AnswerTooLarge(Exception):
    """An answer is larger than the limits allow."""


class _Pieces(io.RawIOBase):
    """A stream for Arrow: what is written leaves at once, and is counted."""

    def __init__(self, stream: IO[bytes], most: int) -> None:
        super().__init__()
        self._stream, self._left = stream, most

    def writable(self) -> bool:
        """Return True: this stream can be written."""
        return True

    def write(self, content: Buffer, /) -> int:
        """Send a piece on.

        Raises:
            TooMuchError: the answer has become too large.
        """
        piece = bytes(content)
        self._left -= len(piece)
        if self._left < 0:
            raise AnswerTooLarge
        protocol.send(self._stream, protocol.DATA, piece)
        return len(piece)


@dataclass(slots=True)
class SandboxChild:
    """Answers requests one after the other."""

    limits: QueryLimits
    answers: IO[bytes]
    database: Database = field(
        default_factory=lambda: Database.open(spills=False, keeps_bundles=False)
    )

    def serve(self, requests: IO[bytes]) -> None:
        """Answer until the parent closes its end."""
        while True:
            try:
                request = protocol.receive_json(requests)
            except EOFError:
                return
            allow_time(self.limits)
            protocol.send_json(self.answers, self._answer(request))

    def _answer(self, request: dict[str, object]) -> dict[str, object]:
        try:
            return self._do(str(request["do"]), request)
        except GateError as error:
            return {"refused": str(error), "hint": error.hint}
        except (OutOfMemoryError, MemoryError):
            return {"no_memory": True}
        except (SqlError, pa.ArrowException) as error:
            return {"failed": str(error)}
        except EngineError as error:
            return {"broken": error.message}
        except AnswerTooLarge:
            return {"too_much": True}

    def _do(self, what: str, request: dict[str, object]) -> dict[str, object]:
        match what:
            case "open":
                schemas = cast("list[str]", request["schemas"])
                with after_faults(cast("int", request["n_faults"])):
                    self._open(str(request["file"]), schemas)
                return {}
            case "read":
                named = check_query(self.database, str(request["text"]))
                return {"tables": named.tables, "functions": named.functions}
            case _:
                text = str(request["text"])
                check_query(self.database, text)
                if request["has_failed"]:
                    return {"n_rows": self._ask_plainly(text)}
                return {"n_rows": self._ask(text)}

    def _open(self, file: str, schemas: list[str]) -> None:
        """Read a file from now on; everything else is shut."""
        self.database.close()
        self.database = Database.open(
            Path(file),
            read_only=True,
            threads=self.limits.n_threads,
            memory_limit=self.limits.memory_limit,
            spills=False,
            keeps_bundles=False,
        )
        self.database.use_schemas(schemas)
        self.database.seal(settable=())

    def _ask_plainly(self, text: str) -> int:
        """Send the rows of a query so that it avoids the known engine fault."""
        plain = plain_values(text)
        try:
            names = self._columns(text)
            self._columns(plain)
        except SqlError:
            return self._ask(text)
        return self._ask(plain, names)

    def _columns(self, text: str) -> list[str]:
        """Return the names of the columns of a query, which is not run."""
        return [str(row[0]) for row in self.database.rows(f"describe {text}")]

    def _ask(self, text: str, names: Sequence[str] = ()) -> int:
        """Send the rows of a query, with other names if any are given; count them."""
        n_rows = 0
        reader = self.database.reader(text, _ROWS)
        shown = list(names) or reader.schema.names
        # an empty table can be renamed as well, but Arrow makes none of a union
        renamed = map(pa.Field.with_name, reader.schema, shown)  # pyright: ignore
        schema = pa.schema(list(renamed))  # pyright: ignore
        sink = pa.PythonFile(_Pieces(self.answers, self.limits.n_answer_bytes), "w")
        with pa.ipc.new_stream(sink, schema) as writer:
            for batch in self.database.batches(reader, text):
                n_rows += batch.num_rows
                if n_rows > self.limits.n_rows:
                    raise AnswerTooLarge
                named = batch.rename_columns(shown)
                writer.write_batch(named)  # pyright: ignore[reportUnknownMemberType]
        return n_rows


def confine() -> None:
    """Let this process write no file and open few, where the system has limits."""
    try:
        import resource
    except ImportError:  # the timer of the parent is all there is
        return
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))
    n_files = 64
    resource.setrlimit(resource.RLIMIT_NOFILE, (n_files, n_files))


def allow_time(limits: QueryLimits) -> None:
    """Give the next query its time on the processor."""
    try:
        import resource
    except ImportError:
        return
    used = resource.getrusage(resource.RUSAGE_SELF)
    seconds = used.ru_utime + used.ru_stime + limits.seconds * limits.n_threads
    _, most = resource.getrlimit(resource.RLIMIT_CPU)
    resource.setrlimit(resource.RLIMIT_CPU, (int(seconds) + 1, most))


def _end_with(parent: int) -> None:
    """End when the parent is gone, whatever a query does meanwhile."""
    while os.getppid() == parent:
        time.sleep(1)
    os._exit(0)


def main() -> None:
    """Take the limits as the first request, then serve."""
    answers = os.fdopen(os.dup(1), "wb")
    nothing = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nothing, 1)
    parent = os.getppid()
    threading.Thread(target=_end_with, args=(parent,), daemon=True).start()
    first = protocol.receive_json(sys.stdin.buffer)
    limits = QueryLimits(**cast("dict[str, int]", first))
    confine()
    with bounded_memory(limits):
        protocol.send_json(answers, {"ready": True})
        SandboxChild(limits, answers).serve(sys.stdin.buffer)
