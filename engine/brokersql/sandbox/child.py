"""The process that runs queries by hand; its parent talks to it through two pipes."""

from __future__ import annotations

import io
import os
import sys
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, TYPE_CHECKING, cast

import pyarrow as pa

from brokersql.compiler.plain_values import plain_values
from brokersql.database import Database, SqlError
from brokersql.errors import EngineError, OutOfMemoryError
from brokersql.recovery import after_faults
from brokersql.resources import sql_root
from brokersql.sandbox import wire
from brokersql.sandbox.gate import GateError, let_through
from brokersql.sandbox.limits import Limits, allow_time, confine

if TYPE_CHECKING:
    from typing_extensions import Buffer

_ROWS = 10_000


class TooMuchError(Exception):
    """An answer is larger than the limits allow."""


class _Pieces(io.RawIOBase):
    """A stream for Arrow: what is written leaves at once, and is counted."""

    def __init__(self, stream: IO[bytes], most: int) -> None:
        super().__init__()
        self._stream, self._left = stream, most

    def writable(self) -> bool:
        """Tell that this stream can be written."""
        return True

    def write(self, content: Buffer, /) -> int:
        """Send a piece on.

        Raises:
            TooMuchError: the answer has become too large.
        """
        piece = bytes(content)
        self._left -= len(piece)
        if self._left < 0:
            raise TooMuchError
        wire.send(self._stream, wire.DATA, piece)
        return len(piece)


@dataclass(slots=True)
class Child:
    """Answers requests one after the other."""

    limits: Limits
    answers: IO[bytes]
    database: Database = field(
        default_factory=lambda: Database.open(keeps_bundles=False)
    )

    def serve(self, requests: IO[bytes]) -> None:
        """Answer until the parent closes its end."""
        while True:
            try:
                request = wire.receive_json(requests)
            except EOFError:
                return
            allow_time(self.limits)
            wire.send_json(self.answers, self._answer(request))

    def _answer(self, request: dict[str, object]) -> dict[str, object]:
        try:
            return self._do(str(request["do"]), request)
        except GateError as error:
            return {"refused": str(error), "hint": error.hint}
        except SqlError as error:
            return {"failed": str(error)}
        except EngineError as error:
            return {"broken": error.message}
        except TooMuchError:
            return {"too_much": True}
        except (OutOfMemoryError, MemoryError):
            return {"no_memory": True}

    def _do(self, what: str, request: dict[str, object]) -> dict[str, object]:
        match what:
            case "open":
                schemas = cast("list[str]", request["schemas"])
                with after_faults(cast("int", request["n_faults"])):
                    self._open(str(request["file"]), schemas)
                return {}
            case "read":
                named = let_through(self.database, str(request["text"]))
                return {"tables": named.tables, "functions": named.functions}
            case _:
                text = str(request["text"])
                let_through(self.database, text)
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
            keeps_bundles=False,
        )
        self.database.use_schemas(schemas)
        seal = sql_root() / "sandbox" / "seal.sql"
        self.database.run(seal.read_text(encoding="utf-8"))

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
        schema = reader.schema.empty_table().rename_columns(shown).schema
        sink = pa.PythonFile(_Pieces(self.answers, self.limits.n_answer_bytes), "w")
        with pa.ipc.new_stream(sink, schema) as writer:
            for batch in self.database.batches(reader, text):
                n_rows += batch.num_rows
                if n_rows > self.limits.n_rows:
                    raise TooMuchError
                named = batch.rename_columns(shown)
                writer.write_batch(named)  # pyright: ignore[reportUnknownMemberType]
        return n_rows


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
    first = wire.receive_json(sys.stdin.buffer)
    limits = Limits(**cast("dict[str, int]", first))
    confine(limits)
    wire.send_json(answers, {"ready": True})
    Child(limits, answers).serve(sys.stdin.buffer)


if __name__ == "__main__":
    main()
