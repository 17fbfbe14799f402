"""HTTP requests that have to arrive in limited time, so that slow senders do not stay.

A client that sends a byte now and then would keep a thread for ever: a limit of each
byte does not hold it, one of the whole request does.
"""

from __future__ import annotations

import io
import socket
import time
from contextlib import suppress
from dataclasses import dataclass
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler
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


class LateRequestError(Exception):
    """What was to be read did not come in time."""


class _TimedReader(io.RawIOBase):
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
        """Read what comes next; LateRequestError where the time is up."""
        left_s = self._until - time.monotonic()
        if left_s <= 0:
            raise LateRequestError
        self._connection.settimeout(left_s)
        try:
            return self._connection.recv_into(buffer)
        except TimeoutError as error:
            raise LateRequestError from error


class TimedRequestHandler(BaseHTTPRequestHandler):
    """Answers the requests of one connection, as long as they come in time.

    A request that began and is late gets 408, a connection that says nothing is closed.
    """

    #: Whether the connection has brought a request.
    _has_asked = False

    @property
    def time_limits(self) -> TimeLimits:
        """Return how long the connection may take; servers may say otherwise."""
        return TimeLimits()

    def setup(self) -> None:
        """Begin to read the connection, in limited time."""
        super().setup()
        self.rfile.close()
        self._timer = _TimedReader(self.connection)
        self.rfile = self._reader = io.BufferedReader(self._timer)

    def handle_one_request(self) -> None:
        """Answer the next request; a client that is late for it is left."""
        limits = self.time_limits
        self._timer.allow(limits.idle if self._has_asked else limits.head)
        try:
            is_over = not self._reader.peek(1)
        except (LateRequestError, OSError):
            is_over = True
        if is_over:
            self.close_connection = True
            return
        if self._has_asked:
            self._timer.allow(limits.head)
        self._has_asked = True
        # what a request before said is not said of one that is late
        self.command = self.requestline = ""
        self.request_version = self.protocol_version
        try:
            super().handle_one_request()
        except LateRequestError:
            with suppress(OSError):
                self.send_error(
                    HTTPStatus.REQUEST_TIMEOUT,
                    "the head of the request did not arrive in time",
                )

    def read_body(self, length: int) -> bytes:
        """Return the body, shorter if the client ends it; LateRequestError if late."""
        self._timer.allow(self.time_limits.body)
        return self.rfile.read(length)

    def limit_sending(self) -> None:
        """Give the client limited time to take each part of what is sent from now."""
        self.connection.settimeout(self.time_limits.send)
