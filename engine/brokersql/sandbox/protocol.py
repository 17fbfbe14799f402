"""What parent and child exchange: framed messages.

A message is a letter, a size and its bytes. Requests are one message of JSON each. An
answer is any number of messages of an Arrow stream, then one of JSON with its end.
"""

from __future__ import annotations

import json
import struct
from collections.abc import Mapping
from typing import IO, cast

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
