"""The service: many pilots over a local socket, one thread for each connection."""

from __future__ import annotations

import errno
import logging
import os
import socket
import threading
from contextlib import suppress
from http.server import ThreadingHTTPServer
from pathlib import Path
from socketserver import TCPServer

from brokersql.errors import UsageError
from brokersql.match.address import Address
from brokersql.match.desk import Desk, Limits
from brokersql.match.ending import Ending
from brokersql.match.handler import Describe, Handler
from brokersql.match.matcher import Matcher
from brokersql.match.reading import View

#: Seconds that a request waits for its turn unless it says otherwise.
TIMEOUT_S = 30.0
_CONNECTIONS_LIMIT = 1000
_REMEMBERED_RECORDS = 5000
_FULL = b"HTTP/1.1 503 Busy\r\nRetry-After: 1\r\nContent-Length: 0\r\n\r\n"
_STOP_POLL_S = 0.05

_Accepted = socket.socket | tuple[bytes, socket.socket]

_log = logging.getLogger(__name__)


class Server(ThreadingHTTPServer):
    """Listens at an address and hands requests to a desk; `start`, then `stop`."""

    request_queue_size = 256
    daemon_threads = False

    def __init__(
        self,
        matcher: Matcher,
        address: Address,
        *,
        limits: Limits | None = None,
        timeout_s: float = TIMEOUT_S,
        describe: Describe = dict[str, object],
        view: View | None = None,
    ) -> None:
        """Listen at an address, for as long as `matcher` holds its state.

        Args:
            matcher: decides.
            address: where to listen.
            limits: how much may wait.
            timeout_s: how long a request waits unless it says otherwise.
            describe: what /status says of the state.
            view: the ledger, for the answers that may be asked again.

        Raises:
            UsageError: the address is taken, or cannot be used.
        """
        self.matcher = matcher
        self.describe = describe
        self.timeout_s = timeout_s
        self.is_stopping = False
        #: Said by whoever wants the service to end: a signal, or the desk that failed.
        self.ending = Ending()
        self.desk = Desk(matcher, limits, self.ending.say)
        if view is not None:
            self.desk.remember(view.records(view.head.seq - _REMEMBERED_RECORDS))
        self._address = address
        self._open: set[socket.socket] = set()
        self._open_lock = threading.Lock()
        self.address_family = address.family
        self._bind(address)
        self._listener = threading.Thread(
            target=self.serve_forever, args=(_STOP_POLL_S,), name="listener"
        )

    @property
    def address(self) -> Address:
        """Return where it listens, with the port that was free."""
        if self._address.path is not None:
            return self._address
        return Address(host=self._address.host, port=int(self.socket.getsockname()[1]))

    def _bind(self, address: Address) -> None:
        """Take an address; a socket that a killed service left behind is removed."""
        if address.path is not None:
            _remove_dead_socket(address.path)
        try:
            super().__init__(address.socket_address, Handler)  # pyright: ignore[reportArgumentType]
        except OSError as error:
            raise UsageError(
                f"cannot listen at {address}: {error.strerror or error}",
                hint="name another address with --listen",
            ) from error

    def start(self) -> None:
        """Begin to listen and to decide."""
        self.desk.open()
        self._listener.start()

    def run(self) -> None:
        """Serve until it is ended, then stop; raise what made the desk fail."""
        self.start()
        try:
            self.ending.wait()
        finally:
            self.stop()
        if self.desk.failure is not None:
            raise self.desk.failure

    def stop(self) -> None:
        """Take no more, acknowledge what is being decided, return when all ended."""
        self.is_stopping = True
        self.shutdown()
        self._listener.join()
        self.desk.close()
        with self._open_lock:
            for connection in self._open:  # those who wait for a next request
                with suppress(OSError):
                    connection.shutdown(socket.SHUT_RD)
        self.server_close()
        self.ending.close()
        if self._address.path is not None:
            self._address.path.unlink(missing_ok=True)

    def server_bind(self) -> None:
        """Take the address; a Unix socket is for its owner alone."""
        if self._address.path is None:
            TCPServer.server_bind(self)  # without asking for the host's full name
            return
        before = os.umask(0o177)
        try:
            self.socket.bind(str(self._address.path))
        finally:
            os.umask(before)

    def process_request(
        self,
        request: socket.socket | tuple[bytes, socket.socket],
        client_address: object,
    ) -> None:
        """Give a connection a thread, if there are not too many."""
        assert isinstance(request, socket.socket)
        with self._open_lock:
            is_full = len(self._open) >= _CONNECTIONS_LIMIT
            if not is_full:
                self._open.add(request)
        if is_full:
            with suppress(OSError):
                request.sendall(_FULL)
            self.shutdown_request(request)
            return
        super().process_request(request, client_address)  # pyright: ignore[reportArgumentType]

    def shutdown_request(self, request: _Accepted) -> None:
        """Close a connection."""
        assert isinstance(request, socket.socket)
        with self._open_lock:
            self._open.discard(request)
        super().shutdown_request(request)

    def handle_error(self, request: object, client_address: object) -> None:
        """Log what went wrong with a connection; a client that left is no news."""
        _log.debug("a connection ended early", exc_info=True)


def _remove_dead_socket(path: Path) -> None:
    """Remove the socket of a service that was killed.

    Raises:
        UsageError: a service answers there, or it is no socket.
    """
    if not path.exists():
        return
    if not path.is_socket():
        raise UsageError(f"{path} is no socket", hint="name another one: unix:PATH")
    with socket.socket(socket.AF_UNIX) as probe:
        try:
            probe.connect(str(path))
        except OSError as error:
            if error.errno != errno.ECONNREFUSED:
                raise
            path.unlink(missing_ok=True)
            return
    raise UsageError(f"a service listens at {path} already")
