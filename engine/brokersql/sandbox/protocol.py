"""What parent and child exchange: the limits of queries, and framed messages.

A message is a letter, a size and its bytes. Requests are one message of JSON each. An
answer is any number of messages of an Arrow stream, then one of JSON with its end.
"""

from __future__ import annotations

import json
import os
import re
import struct
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import IO, cast

from brokersql.core.errors import UsageError

_SIZE = re.compile(r"(?P<number>\d+(\.\d+)?)\s*(?P<unit>[KMGT]i?)?B?", re.IGNORECASE)
#: The most that a query may be given: 12 days, more than any timer here is meant for.
MAX_SECONDS = 1_000_000
_POWERS = {"": 0, "k": 1, "m": 2, "g": 3, "t": 4}


@dataclass(frozen=True, slots=True)
class QueryLimits:
    """Limits of one query: bytes, seconds, rows; `n_threads` work on it."""

    n_bytes: int = 1 << 30
    seconds: float = 60.0
    n_rows: int = 10_000_000
    n_answer_bytes: int = 1 << 30
    n_threads: int = field(default_factory=lambda: min(4, os.cpu_count() or 1))

    @property
    def memory_limit(self) -> str:
        """Return how much memory DuckDB may use for data, in its own form."""
        return f"{self.n_bytes}B"


def parse_size(text: str) -> int:
    """Return a number of bytes, written as DuckDB takes it.

    Raises:
        UsageError: it is no size.

    >>> parse_size("1.5GB"), parse_size("64 MiB"), parse_size("100")
    (1500000000, 67108864, 100)
    """
    found = _SIZE.fullmatch(text.strip())
    if found is None:
        raise UsageError(f"{text} is no size", hint="--memory-limit 2GB")
    unit = (found["unit"] or "").lower()
    base = 1024 if unit.endswith("i") else 1000
    return int(float(found["number"]) * base ** _POWERS[unit.removesuffix("i")])


_HEAD = struct.Struct(">cI")
DATA, DONE = b"d", b"j"


def send(stream: IO[bytes], kind: bytes, content: bytes) -> None:
    """Write one piece."""
    stream.write(_HEAD.pack(kind, len(content)))
    stream.write(content)
    stream.flush()


def send_json(stream: IO[bytes], document: Mapping[str, object]) -> None:
    """Write one piece of JSON."""
    send(stream, DONE, json.dumps(document).encode())


def receive(stream: IO[bytes]) -> tuple[bytes, bytes]:
    """Return the letter and the content of the next piece.

    Raises:
        EOFError: the other side is gone.
    """
    kind, size = _HEAD.unpack(_exactly(stream, _HEAD.size))
    return cast("bytes", kind), _exactly(stream, cast("int", size))


def receive_json(stream: IO[bytes]) -> dict[str, object]:
    """Return the next piece, which is JSON.

    Raises:
        EOFError: the other side is gone.
    """
    _, content = receive(stream)
    return decoded(content)


def decoded(content: bytes) -> dict[str, object]:
    """Return the object that a piece of JSON holds."""
    return cast("dict[str, object]", json.loads(content))


def _exactly(stream: IO[bytes], size: int) -> bytes:
    content = stream.read(size)
    if len(content) < size:
        raise EOFError
    return content
