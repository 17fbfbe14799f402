"""How long a connection may take, so that slow senders do not keep others out."""

from __future__ import annotations

import io
import socket
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from _typeshed import WriteableBuffer


@dataclass(frozen=True, slots=True)
class TimeLimits:
    """Seconds that a connection may take.

    Attributes:
        idle: until the next request begins.
        head: for the head of a request, from its first byte; of the first request,
            from the connection.
        body: for the body of a request.
        send: for a client to take what it is sent.
    """

    idle: float = 120.0
    head: float = 10.0
    body: float = 60.0
    send: float = 30.0


class TimedReader(io.RawIOBase):
    """Reads a connection until a moment, however slowly its bytes come."""

    def __init__(self, connection: socket.socket) -> None:
        self._connection = connection
        self._until = 0.0

    def allow(self, seconds: float) -> None:
        """Let all that is read from now on take so long."""
        self._until = time.monotonic() + seconds

    def readable(self) -> bool:
        """Return that it can be read."""
        return True

    def readinto(self, buffer: WriteableBuffer, /) -> int:
        """Read what comes next; TimeoutError where the time is up."""
        left_s = self._until - time.monotonic()
        if left_s <= 0:
            raise TimeoutError
        self._connection.settimeout(left_s)
        return self._connection.recv_into(buffer)
