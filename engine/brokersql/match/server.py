"""The match service: HTTP with JSON over a local socket, one thread per connection.

Head and body of a request have to arrive in a limited time, so that slow senders do not
keep others out.

    POST /match     one pilot            -> its row of `match`
    POST /batch     a list of pilots     -> {"matches": [their rows]}
    POST /jobs      a list of jobs       -> they wait; {"n_jobs": …, "n_refused": …}
    POST /requeue   numbers of jobs      -> they wait again; {"n_requeued": …}
    GET  /status    status of the dispatcher and the state
    GET  /health    200 while requests are decided

A header `Idempotency-Key` names a request, so that it can be repeated; a header
`Request-Timeout` says how many seconds it waits to be decided. Where the service has a
token, `Authorization: Bearer TOKEN` is needed.
"""

from __future__ import annotations

import errno
import hashlib
import hmac
import json
import logging
import os
import re
import selectors
import socket
import threading
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from http import HTTPStatus
from http.server import ThreadingHTTPServer
from pathlib import Path
from socketserver import TCPServer
from typing import cast

from brokersql.core.errors import (
    BrokersqlError,
    EngineError,
    LostStateError,
    OutOfMemoryError,
    SnapshotError,
    StateError,
    UsageError,
)
from brokersql.core.timed_requests import (
    LateRequestError,
    TimedRequestHandler,
    TimeLimits,
)
from brokersql.match.address import Address
from brokersql.match.audit import job_ids
from brokersql.match.dispatcher import (
    Dispatcher,
    DispatchLimits,
    Matcher,
    Refusal,
    StateChange,
)
from brokersql.match.documents import as_table, parse_json, typed_rows
from brokersql.match.store.record import Json
from brokersql.match.store.view import LedgerView
from brokersql.render.documents import SCHEMA_VERSION, json_value


class ShutdownSignal:
    """Once set, it stays set; unlike `threading.Event` safe in a signal handler."""

    def __init__(self) -> None:
        self._waiter, self._writer = os.pipe()
        os.set_blocking(self._writer, False)

    def set(self) -> None:
        """Ask for the shutdown."""
        with suppress(OSError):  # it was set very often, or is closed
            os.write(self._writer, b".")

    def wait(self, timeout_s: float | None = None) -> bool:
        """Wait until it is set or the time is over; return whether it was set."""
        with selectors.DefaultSelector() as selector:
            selector.register(self._waiter, selectors.EVENT_READ)
            return bool(selector.select(timeout_s))

    def close(self) -> None:
        """Close both ends."""
        for descriptor in {self._waiter, self._writer} - {-1}:
            os.close(descriptor)
        self._waiter = self._writer = -1


#: What /status contains besides the counts of the dispatcher.
Describe = Callable[[], Mapping[str, object]]

_BODY_LIMIT = 64 << 20
_PILOTS_LIMIT = 20_000
_KEY_LIMIT = 255
_HOST = re.compile(r"([\w.-]+|\[[0-9A-Fa-f:.]+\])(:[0-9]{1,5})?", re.ASCII)


_STATUS: Mapping[type[BrokersqlError], int] = {
    UsageError: 400,
    SnapshotError: 400,
    StateError: 503,
    LostStateError: 500,
    EngineError: 503,
    OutOfMemoryError: 503,
}

_log = logging.getLogger(__name__)


class _HttpError(Exception):
    """A request that is answered with a status and a message."""

    def __init__(self, status: int, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.status = status
        self.hint = hint


class MatchHandler(TimedRequestHandler):
    """Answers the requests of one connection, one after the other."""

    protocol_version = "HTTP/1.1"
    server_version = "brokersql"
    sys_version = ""
    wbufsize = -1

    @property
    def service(self) -> MatchServer:
        """Return the server as what it is."""
        return cast(MatchServer, self.server)

    @property
    def time_limits(self) -> TimeLimits:
        """Return how long the connection may take."""
        return self.service.time_limits

    def parse_request(self) -> bool:
        """Read the head; return whether there is something to answer."""
        if not super().parse_request():
            return False
        if self.request_version == "HTTP/0.9":
            self.send_error(HTTPStatus.HTTP_VERSION_NOT_SUPPORTED)
            return False
        return True

    def send_error(
        self, code: int, message: str | None = None, explain: str | None = None
    ) -> None:
        """Answer what is no request of HTTP, or of an unknown method."""
        self.close_connection = True
        self.request_version = self.protocol_version  # an older one has no status
        self._send(code, _error_document(message or HTTPStatus(code).phrase), {})

    def do_GET(self) -> None:
        """Answer a GET request."""
        self._answer({"/status": self._status, "/health": self._health})

    def do_POST(self) -> None:
        """Answer a POST request."""
        self._answer(
            {
                "/match": self._match,
                "/batch": self._batch,
                "/jobs": self._jobs,
                "/requeue": self._requeue,
            }
        )

    def address_string(self) -> str:
        """Return who asks, for the log."""
        return "local"

    def log_message(self, format: str, *args: object) -> None:
        """Log a request."""
        _log.debug(format, *args)

    def _answer(self, known: Mapping[str, Callable[[], tuple[int, object]]]) -> None:
        headers: dict[str, str] = {}
        try:
            self._check_origin()
            self._check_token()
            call = known.get(self.path.partition("?")[0])
            if call is None:
                raise _HttpError(404, f"no {self.command} {self.path}")
            status, document = call()
        except _HttpError as wrong:
            status, document = (
                wrong.status,
                _error_document(str(wrong), hint=wrong.hint),
            )
            if status == 401:
                headers["WWW-Authenticate"] = "Bearer"
            self.close_connection = True  # its body may not have been read
        except Refusal as refusal:
            status, document = refusal.status, _known_error_document(refusal)
            headers["Retry-After"] = str(refusal.retry_after_s)
        except BrokersqlError as error:
            status, document = (
                _STATUS.get(type(error), 500),
                _known_error_document(error),
            )
            if status == 503:
                headers["Retry-After"] = "5"
        except Exception as error:
            _log.exception("a request failed")
            status, document = 500, _error_document(f"{type(error).__name__}: {error}")
        self._send(status, document, headers)

    def _match(self) -> tuple[int, object]:
        (row,) = self._ask([self._body()])
        return 200, row

    def _batch(self) -> tuple[int, object]:
        return 200, {"matches": self._ask(self._list("pilots"))}

    def _jobs(self) -> tuple[int, object]:
        rows = typed_rows("dirac_job", self._list("jobs"))
        jobs, matcher = as_table("dirac_job", rows), self.service.matcher

        def add(note: Mapping[str, Json] | None) -> object:
            n_refused = matcher.add(jobs, note)
            return {"n_jobs": jobs.num_rows, "n_refused": n_refused}

        return 200, self._change(add, rows)

    def _requeue(self) -> tuple[int, object]:
        numbers = [{"job_id": each} for each in self._list("numbers of jobs")]
        known = job_ids(as_table("dirac_job", typed_rows("dirac_job", numbers)))
        matcher = self.service.matcher

        def requeue(note: Mapping[str, Json] | None) -> object:
            matcher.requeue(known, note)
            return {"n_requeued": len(known)}

        return 200, self._change(requeue, known)

    def _change(
        self, call: Callable[[Mapping[str, Json] | None], object], rows: object
    ) -> object:
        what = hashlib.sha256(repr((self.path, rows)).encode("utf-8", "replace"))
        change = StateChange(call, what.digest(), self._key())
        return self.service.dispatcher.change(change, self._timeout_s())

    def _status(self) -> tuple[int, object]:
        return 200, {**self.service.describe(), **self.service.dispatcher.status()}

    def _health(self) -> tuple[int, object]:
        status = self.service.dispatcher.status()["desk"]
        return 200 if status == "open" else 503, {"desk": status}

    def _ask(self, documents: list[object]) -> list[object]:
        if len(documents) > _PILOTS_LIMIT:
            raise _HttpError(413, f"more than {_PILOTS_LIMIT} pilots in one request")
        pilots = typed_rows("dirac_pilot", documents)
        rows = self.service.dispatcher.ask(pilots, self._timeout_s(), self._key())
        return [json_value(row) for row in rows]

    def _key(self) -> str | None:
        key = self.headers.get("Idempotency-Key")
        if key is not None and not 0 < len(key) <= _KEY_LIMIT:
            raise UsageError(f"Idempotency-Key: 1 to {_KEY_LIMIT} characters")
        return key

    def _timeout_s(self) -> float:
        given = self.headers.get("Request-Timeout")
        if given is None:
            return self.service.timeout_s
        try:
            seconds = float(given)
        except ValueError:
            seconds = -1.0
        if not 0 <= seconds <= 3600:
            raise UsageError(f"Request-Timeout: {given} is no number of seconds")
        return seconds

    def _list(self, of: str) -> list[object]:
        body = self._body()
        if not isinstance(body, list):
            raise UsageError(f"the body is no list of {of}", hint="[…, …]")
        if not body:
            raise UsageError(f"the list of {of} is empty", hint="send one at least")
        return cast("list[object]", body)

    def _body(self) -> object:
        if self.headers.get_content_type() != "application/json":
            raise _HttpError(415, "the body is not application/json")
        length = self._length()
        try:
            content = self.read_body(length)
        except LateRequestError as error:
            raise _HttpError(408, "the body did not arrive in time") from error
        if len(content) < length:
            raise _HttpError(400, "the body is shorter than its Content-Length")
        try:
            return parse_json(content)
        except (ValueError, RecursionError) as error:
            raise UsageError(f"the body is no JSON: {error}") from error

    def _length(self) -> int:
        """Return how many bytes the body has."""
        lengths: list[str] = self.headers.get_all("Content-Length", [])
        is_one = len(lengths) == 1 and lengths[0].isdecimal()
        if not is_one or "Transfer-Encoding" in self.headers:
            raise _HttpError(411, "one Content-Length is needed")
        if len(lengths[0]) > len(str(_BODY_LIMIT)) or int(lengths[0]) > _BODY_LIMIT:
            raise _HttpError(413, f"a body of more than {_BODY_LIMIT} bytes")
        return int(lengths[0])

    def _check_origin(self) -> None:
        """Turn away a web page that a browser on this machine has open."""
        hosts: list[str] = self.headers.get_all("Host", [])
        if len(hosts) != 1 or not _HOST.fullmatch(hosts[0]):
            raise _HttpError(400, "there is no Host, or it is malformed")
        is_here = hosts[0] in self.service.host_names
        if not is_here or self.headers.get("Origin") is not None:
            raise _HttpError(403, "only for programs on this machine")

    def _check_token(self) -> None:
        token, given = self.service.token, self.headers.get("Authorization", "")
        if token is not None and not hmac.compare_digest(
            given.encode(), f"Bearer {token}".encode()
        ):
            hint = "send the header: Authorization: Bearer TOKEN"
            raise _HttpError(401, "this service asks for its token", hint)

    def _send(self, status: int, document: object, headers: Mapping[str, str]) -> None:
        content = json.dumps(document, separators=(",", ":")).encode() + b"\n"
        if self.service.is_stopping:
            self.close_connection = True
        self.limit_sending()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(content)))
        for name, value in headers.items():
            self.send_header(name, value)
        if self.close_connection:
            self.send_header("Connection", "close")
        self.end_headers()
        self.wfile.write(content)


def _known_error_document(error: BrokersqlError) -> dict[str, object]:
    return _error_document(error.message, error.where, error.hint, error.items)


def _error_document(
    message: str, where: str = "", hint: str = "", items: Sequence[str] = ()
) -> dict[str, object]:
    return {
        "schema_version": SCHEMA_VERSION,
        "message": message,
        "where": where or None,
        "hint": hint or None,
        "items": list(items),
    }


#: Seconds that a request waits unless it sets another limit.
TIMEOUT_S = 30.0
_CONNECTIONS_LIMIT = 1000
_REMEMBERED_RECORDS = 5000
_FULL = b"HTTP/1.1 503 Busy\r\nRetry-After: 1\r\nContent-Length: 0\r\n\r\n"
_STOP_POLL_S = 0.05

_Accepted = socket.socket | tuple[bytes, socket.socket]


class MatchServer(ThreadingHTTPServer):
    """Listens and passes requests to a dispatcher; `start`, then `stop`."""

    request_queue_size = 256
    daemon_threads = False

    def __init__(
        self,
        matcher: Matcher,
        address: Address,
        *,
        limits: DispatchLimits | None = None,
        timeout_s: float = TIMEOUT_S,
        describe: Describe = dict[str, object],
        view: LedgerView | None = None,
        token: str | None = None,
        time_limits: TimeLimits | None = None,
    ) -> None:
        """Listen at an address, for as long as `matcher` holds its state.

        Args:
            matcher: decides.
            address: where to listen.
            limits: how much may wait.
            timeout_s: how long a request waits unless it sets another limit.
            describe: what /status says of the state.
            view: the ledger, for the answers that may be asked again.
            token: what requests have to name, if anything.
            time_limits: how long connections may take.

        Raises:
            UsageError: the address is taken, or cannot be used.
        """
        self.matcher = matcher
        self.describe = describe
        self.timeout_s = timeout_s
        self.token = token
        self.time_limits = time_limits or TimeLimits()
        self.is_stopping = False
        #: Set when the service is to end: by a signal, or by a dispatcher that failed.
        self.shutdown_signal = ShutdownSignal()
        self.dispatcher = Dispatcher(matcher, limits, self.shutdown_signal.set)
        if view is not None:
            self.dispatcher.remember(view.records(view.head.seq - _REMEMBERED_RECORDS))
        self._address = address
        self._open: set[socket.socket] = set()
        self._open_lock = threading.Lock()
        self.address_family = address.family
        self._bind(address)
        self.host_names = self.address.host_names
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
            super().__init__(address.socket_address, MatchHandler)  # pyright: ignore[reportArgumentType]
        except OSError as error:
            raise UsageError(
                f"cannot listen at {address}: {error.strerror or error}",
                hint="name another address with --listen",
            ) from error

    def start(self) -> None:
        """Begin to listen and to decide."""
        self.dispatcher.open()
        self._listener.start()

    def run(self) -> None:
        """Serve until it is ended, then stop; raise what made the dispatcher fail."""
        self.start()
        try:
            self.shutdown_signal.wait()
        finally:
            self.stop()
        if self.dispatcher.failure is not None:
            raise self.dispatcher.failure

    def stop(self) -> None:
        """Take no more, acknowledge what is being decided, return when all ended."""
        self.is_stopping = True
        self.shutdown()
        self._listener.join()
        self.dispatcher.close()
        with self._open_lock:
            for connection in self._open:  # those who wait for a next request
                with suppress(OSError):
                    connection.shutdown(socket.SHUT_RD)
        self.server_close()
        self.shutdown_signal.close()
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
        """Log what went wrong with a connection; a client that left is no error."""
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
