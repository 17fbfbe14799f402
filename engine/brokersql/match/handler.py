"""How one request over HTTP is understood and answered: JSON in and out.

    POST /match     one pilot            -> its row of `match`
    POST /batch     a list of pilots     -> {"matches": [their rows]}
    POST /jobs      a list of jobs       -> they wait; {"n_jobs": …, "n_refused": …}
    POST /requeue   numbers of jobs      -> they wait again; {"n_requeued": …}
    GET  /status    what the desk and the state say
    GET  /health    200 while requests are decided

A header `Idempotency-Key` names a request, so that it can be repeated; a header
`Request-Timeout` says how many seconds it waits for its turn.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Callable, Mapping, Sequence
from http.server import BaseHTTPRequestHandler
from typing import Protocol, cast
from urllib.parse import urlsplit

from brokersql.errors import (
    BrokersqlError,
    EngineError,
    LostStateError,
    OutOfMemoryError,
    SnapshotError,
    StateError,
    UsageError,
)
from brokersql.match.desk import Desk
from brokersql.match.documents import as_table, typed
from brokersql.match.matcher import Matcher
from brokersql.match.request import Refusal
from brokersql.report.machine import SCHEMA_VERSION, json_value

#: What /status says beside the desk's own counts.
Describe = Callable[[], Mapping[str, object]]

_BODY_LIMIT = 64 << 20
_PILOTS_LIMIT = 20_000
_IDLE_S = 120.0
_LOCAL_NAMES = {"localhost", "127.0.0.1", "::1", None}

_STATUS: Mapping[type[BrokersqlError], int] = {
    UsageError: 400,
    SnapshotError: 400,
    StateError: 503,
    LostStateError: 500,
    EngineError: 503,
    OutOfMemoryError: 503,
}

_log = logging.getLogger(__name__)


class Service(Protocol):
    """What a request needs of the server that took it."""

    matcher: Matcher
    desk: Desk
    describe: Describe
    timeout_s: float
    is_stopping: bool


class _Wrong(Exception):
    """A request that is answered with a status and a word."""

    def __init__(self, status: int, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.status = status
        self.hint = hint


class Handler(BaseHTTPRequestHandler):
    """Answers the requests of one connection, one after the other."""

    protocol_version = "HTTP/1.1"
    server_version = "brokersql"
    sys_version = ""
    timeout = _IDLE_S
    wbufsize = -1

    @property
    def service(self) -> Service:
        """Return the server as what it is."""
        return cast(Service, self.server)

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
            call = known.get(self.path.partition("?")[0])
            if call is None:
                raise _Wrong(404, f"no {self.command} {self.path}")
            status, document = call()
        except _Wrong as wrong:
            status, document = wrong.status, _error(str(wrong), hint=wrong.hint)
            self.close_connection = True  # its body may not have been read
        except Refusal as refusal:
            status, document = refusal.status, _known_error(refusal)
            headers["Retry-After"] = str(refusal.retry_after_s)
        except BrokersqlError as error:
            status, document = _STATUS.get(type(error), 500), _known_error(error)
            if status == 503:
                headers["Retry-After"] = "5"
        except Exception as error:
            _log.exception("a request failed")
            status, document = 500, _error(f"{type(error).__name__}: {error}")
        self._send(status, document, headers)

    def _match(self) -> tuple[int, object]:
        (row,) = self._ask([self._body()])
        return 200, row

    def _batch(self) -> tuple[int, object]:
        return 200, {"matches": self._ask(self._list("pilots"))}

    def _jobs(self) -> tuple[int, object]:
        rows = typed("dirac_job", self._list("jobs"))
        jobs = as_table("dirac_job", rows)
        n_refused = self._order(lambda: self.service.matcher.add(jobs))
        return 200, {"n_jobs": len(rows), "n_refused": n_refused}

    def _requeue(self) -> tuple[int, object]:
        job_ids = self._list("numbers of jobs")
        rows = typed("dirac_job", [{"job_id": each} for each in job_ids])
        known = [int(str(row["job_id"])) for row in rows]
        self._order(lambda: self.service.matcher.requeue(known))
        return 200, {"n_requeued": len(known)}

    def _order(self, call: Callable[[], object]) -> object:
        return self.service.desk.order(call, self._timeout_s())

    def _status(self) -> tuple[int, object]:
        return 200, {**self.service.describe(), **self.service.desk.status()}

    def _health(self) -> tuple[int, object]:
        status = self.service.desk.status()["desk"]
        return 200 if status == "open" else 503, {"desk": status}

    def _ask(self, documents: list[object]) -> list[object]:
        if len(documents) > _PILOTS_LIMIT:
            raise _Wrong(413, f"more than {_PILOTS_LIMIT} pilots in one request")
        pilots = typed("dirac_pilot", documents)
        key = self.headers.get("Idempotency-Key")
        rows = self.service.desk.ask(pilots, self._timeout_s(), key)
        return [json_value(row) for row in rows]

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
        if not isinstance(body, list) or not body:
            raise UsageError(f"the body is no list of {of}", hint="[…, …]")
        return cast("list[object]", body)

    def _body(self) -> object:
        if self.headers.get_content_type() != "application/json":
            raise _Wrong(415, "the body is not application/json")
        length = self.headers.get("Content-Length", "")
        if not length.isdecimal():
            raise _Wrong(411, "a Content-Length is needed")
        if int(length) > _BODY_LIMIT:
            raise _Wrong(413, f"a body of more than {_BODY_LIMIT} bytes")
        content = self.rfile.read(int(length))
        try:
            return json.loads(content)
        except (ValueError, RecursionError) as error:
            raise UsageError(f"the body is no JSON: {error}") from error

    def _check_origin(self) -> None:
        """Turn away a web page that a browser on this machine has open."""
        name = urlsplit("//" + self.headers.get("Host", "")).hostname
        if name not in _LOCAL_NAMES or self.headers.get("Origin") is not None:
            raise _Wrong(403, "only for programs on this machine")

    def _send(self, status: int, document: object, headers: Mapping[str, str]) -> None:
        content = json.dumps(document, separators=(",", ":")).encode() + b"\n"
        if self.service.is_stopping:
            self.close_connection = True
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(content)))
        for name, value in headers.items():
            self.send_header(name, value)
        if self.close_connection:
            self.send_header("Connection", "close")
        self.end_headers()
        self.wfile.write(content)


def _known_error(error: BrokersqlError) -> dict[str, object]:
    return _error(error.message, error.where, error.hint, error.items)


def _error(
    message: str, where: str = "", hint: str = "", items: Sequence[str] = ()
) -> dict[str, object]:
    return {
        "schema_version": SCHEMA_VERSION,
        "message": message,
        "where": where or None,
        "hint": hint or None,
        "items": list(items),
    }
