"""The HTTP server of the pages, on the loopback address, and the runs that it shows.

A run never changes, so a newer one has a key and pages of its own.
"""

from __future__ import annotations

import hmac
import json
import re
import secrets
import socket
import sys
import threading
from collections import OrderedDict
from collections.abc import Callable, Generator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from hashlib import sha256
from http import HTTPStatus
from http.server import ThreadingHTTPServer
from pathlib import Path
from typing import Any, Generic, Protocol, TypeVar, cast
from urllib.parse import parse_qsl

from brokersql.core.engine_faults import retried
from brokersql.core.errors import BrokersqlError, EngineError, UsageError
from brokersql.core.timed_requests import TimedRequestHandler, TimeLimits
from brokersql.results.run_record import RECORD
from brokersql.web.pages import safety_rule
from brokersql.web.responses import (
    Response,
    UnknownClient,
    error_response,
    status_of,
)
from brokersql.web.routes import SERVED, NewerRun
from brokersql.web.stories import neighbour_runs

#: Newer runs that are kept open at once.
_MOST_OPEN = 3


class Pages(Protocol):
    """What answers requests: the pages of a run, or of many cycles."""

    key: str
    folder: str

    def answer(self, path: str, query: Mapping[str, str]) -> Response:
        """Return the page, or the file, that a path and a query ask for."""
        ...

    def refused(
        self, path: str, query: Mapping[str, str], error: BrokersqlError
    ) -> Response:
        """Return an error as a page or as an object."""
        ...


P = TypeVar("P", bound=Pages)


@dataclass(slots=True)
class OpenedRun(Generic[P]):
    """The pages of a run, and what ends all that they use.

    The last of its users closes it: the registry is one, each request another.
    """

    site: P
    close: Callable[[], None]
    n_users: int = 1


class RunRegistry(Generic[P]):
    """All runs of a server by key; newer ones are opened when they are asked for.

    `open_run` makes the pages of the run in a folder, under a key. Requests may come in
    threads.
    """

    def __init__(
        self, open_run: Callable[[Path, str, RunRegistry[P]], OpenedRun[P]]
    ) -> None:
        self._open_run = open_run
        self._places: dict[str, Path] = {}
        self._keys: dict[tuple[Path, str], str] = {}
        self._opened: OrderedDict[str, OpenedRun[P]] = OrderedDict()
        self._first = ""
        self._noting = threading.Lock()
        self._opening = threading.Lock()

    @classmethod
    def of(cls, site: P) -> RunRegistry[P]:
        """Return a registry of no more than these pages."""
        made = cls(lambda _folder, _key, _all: OpenedRun[P](site, lambda: None))
        made._first, made._places[site.key] = site.key, Path(site.folder)
        return made

    def first(self, folder: Path) -> P:
        """Return the pages of the run that the server is started for."""
        key = self._first = self._key(folder, "")
        self._opened[key] = self._open_run(folder, key, self)
        return self._opened[key].site

    def find(self, given: str) -> P | None:
        """Return the pages that a key opens, None for a key that opens none."""
        with self._noting:
            known = list(self._places)
        same = [
            key for key in known if hmac.compare_digest(key.encode(), given.encode())
        ]
        if not same:
            return None
        key = same[0]
        if (opened := self._opened.get(key)) is not None:
            return opened.site
        with self._opening:
            if key not in self._opened:
                self._opened[key] = self._open_run(self._places[key], key, self)
                # what is more than may be open is closed, but never the first run
                later = [other for other in self._opened if other != self._first]
                for other in later[:-_MOST_OPEN]:
                    self._leave(self._opened[other])
            return self._opened[key].site

    @contextmanager
    def using(self, given: str) -> Generator[P | None]:
        """Keep the pages that a key opens, if it opens any, within a with block."""
        opened = None
        while opened is None and (site := self.find(given)) is not None:
            with self._noting:
                opened = self._opened.get(site.key)
                if opened is not None:
                    opened.n_users += 1
        try:
            yield opened and opened.site
        finally:
            if opened is not None:
                self._release(opened)

    def _release(self, opened: OpenedRun[P]) -> None:
        with self._noting:
            opened.n_users -= 1
            is_over = not opened.n_users
        if is_over:
            opened.close()

    def forget(self, site: P) -> None:
        """Open a run anew when it is asked for again."""
        with self._opening:
            opened = self._opened.get(site.key)
            if opened is not None and opened.site is site:
                self._leave(opened)

    def _leave(self, opened: OpenedRun[P]) -> None:
        """Close a run, as soon as no request uses it."""
        with self._noting:
            del self._opened[opened.site.key]
        self._release(opened)

    def newer(self, folder: Path, record: dict[str, Any]) -> NewerRun | None:
        """Return the newest run in place of one, or next to it, if there is any.

        One next to it is offered only where its snapshot is of the same source.
        """
        held = _read_record(folder)
        if held is not None and held != record:
            return self._offer(folder, held, is_here=True)
        later = [
            (when, place)
            for place in neighbour_runs(folder).values()
            if (when := _written_at(place)) > _written_at(folder)
        ]
        for _, place in sorted(later, reverse=True):
            found = _read_record(place)
            if found is not None and _source(found) == _source(record):
                return self._offer(place, found, is_here=False)
        return None

    def close(self) -> None:
        """End all that the open runs use."""
        while self._opened:
            self._opened.popitem()[1].close()

    def _offer(self, place: Path, record: dict[str, Any], *, is_here: bool) -> NewerRun:
        content = json.dumps(record, sort_keys=True).encode()
        key = self._key(place, sha256(content).hexdigest())
        when = str(record.get("snapshot", {}).get("snapshot_time", ""))
        return NewerRun(place.resolve().name, when, key, is_here)

    def _key(self, place: Path, content: str) -> str:
        with self._noting:
            key = self._keys.setdefault((place, content), secrets.token_urlsafe(12))
            self._places[key] = place
            return key


def _read_record(folder: Path) -> dict[str, Any] | None:
    """Return the record of a run, None where it is damaged or being written."""
    try:
        record = json.loads((folder / RECORD).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None
    return cast("dict[str, Any]", record) if isinstance(record, dict) else None


#: The time in the name of a snapshot, as in atlas-20251014T1200Z.
_TIME = re.compile(r"\d{4}-?\d\d-?\d\d(T[\d:]+Z?)?")


def _source(record: Mapping[str, Any]) -> str:
    """Return what the snapshot of a run is of: its name without its time.

    >>> _source({"snapshot": {"snapshot_id": "atlas-20251014T1200Z"}})
    'atlas-'
    """
    snapshot = cast("Mapping[str, Any]", record.get("snapshot") or {})
    return _TIME.sub("", str(snapshot.get("snapshot_id", "")))


def _written_at(folder: Path) -> float:
    """Return when the record of a run was written; 0 where there is none."""
    try:
        return (folder / RECORD).stat().st_mtime
    except OSError:
        return 0.0


#: The only address that is listened on.
HOST = "127.0.0.1"
_NAMES = (HOST, "localhost")
#: How long a connection may take; pages are asked for without a body.
TIME_LIMITS = TimeLimits(idle=60.0, head=20.0, body=0.0, send=60.0)


class PageServer(ThreadingHTTPServer, Generic[P]):
    """The pages of a run on a port of the loopback address; 0 takes a free one."""

    daemon_threads = True
    request_queue_size = 256

    def __init__(
        self,
        site: P,
        port: int = 0,
        editions: RunRegistry[P] | None = None,
        time_limits: TimeLimits = TIME_LIMITS,
    ) -> None:
        try:
            super().__init__((HOST, port), PageHandler)
        except (OSError, OverflowError) as error:
            reason = getattr(error, "strerror", None) or str(error)
            raise UsageError(
                f"port {port} of {HOST} cannot be used: {reason}",
                hint="another --port, or none: a free one is taken",
            ) from error
        self.site = site
        self.editions = editions or RunRegistry[P].of(site)
        self.time_limits = time_limits
        self._connections: dict[threading.Thread, socket.socket] = {}

    def end(self) -> None:
        """Stop listening, and wait for the answers that are being made.

        A process that ends while a thread is in DuckDB is aborted.
        """
        self.shutdown()
        self.server_close()
        connections = dict(self._connections)
        for connection in connections.values():
            with suppress(OSError):  # it is closed already
                connection.shutdown(socket.SHUT_RD)
        for thread in connections:
            thread.join()

    def process_request_thread(self, request: Any, client_address: Any) -> None:
        """Answer the requests of a connection."""
        thread = threading.current_thread()
        self._connections[thread] = request
        try:
            super().process_request_thread(request, client_address)
        finally:
            del self._connections[thread]

    def answer(self, host: str, path: str, query: Mapping[str, str]) -> Response:
        """Return the response; an engine fault builds the pages again."""
        asked: list[P] = []
        try:
            return retried(lambda: self._respond(host, path, query, asked))
        except BrokersqlError as error:
            if isinstance(error, EngineError) and asked:
                return asked[-1].refused(path, query, error)
            return error_response(status_of(error), error)
        except Exception as error:
            fault = BrokersqlError(f"{type(error).__name__}: {error}")
            return error_response(HTTPStatus.INTERNAL_SERVER_ERROR, fault)

    def _respond(
        self, host: str, path: str, query: Mapping[str, str], asked: list[P]
    ) -> Response:
        # no page of another site can be made to look like one of these
        if host not in {f"{name}:{self.port}" for name in _NAMES}:
            raise UnknownClient("this server answers to its own address only")
        with self.editions.using(query.get("key", "")) as site:
            if site is None:
                hint = "open the address that brokersql serve printed"
                raise UnknownClient("the key is missing or wrong", hint=hint)
            asked.append(site)
            try:
                return site.answer(path, query)
            except EngineError as error:
                if not error.is_final:
                    self.editions.forget(site)
                raise

    def handle_error(self, request: object, client_address: object) -> None:
        """Say nothing of a reader who went away; anything else is a fault."""
        if not isinstance(sys.exception(), ConnectionError):
            super().handle_error(request, client_address)  # pyright: ignore[reportArgumentType]

    @property
    def port(self) -> int:
        """Return the port that is listened on."""
        return int(self.server_address[1])

    @property
    def address(self) -> str:
        """Return the URL to open, with the key that every request needs."""
        return f"http://{HOST}:{self.port}/?key={self.site.key}"


class PageHandler(TimedRequestHandler):
    """Answers GET and HEAD; anything that would change something is refused."""

    server_version = "brokersql"
    sys_version = ""
    protocol_version = "HTTP/1.1"

    @property
    def time_limits(self) -> TimeLimits:
        """Return how long the connection may take."""
        return self._pages.time_limits

    @property
    def _pages(self) -> PageServer[Any]:
        return cast("PageServer[Any]", self.server)

    def do_GET(self) -> None:
        """Answer with a page or its data."""
        self._send(self._answer())

    def do_HEAD(self) -> None:
        """Answer as GET, without the body."""
        self._send(self._answer(), with_body=False)

    def do_POST(self) -> None:
        """Refuse: nothing can be changed here, so no other method is answered."""
        self.close_connection = True
        error = UsageError(f"{self.command} is refused", hint="pages answer GET")
        self._send(error_response(HTTPStatus.METHOD_NOT_ALLOWED, error))

    do_PUT = do_PATCH = do_DELETE = do_OPTIONS = do_POST

    def _answer(self) -> Response:
        if fault := self._fault():
            self.close_connection = True
            return error_response(HTTPStatus.BAD_REQUEST, UsageError(fault))
        path, _, text = self.path.partition("?")
        query = dict(parse_qsl(text, keep_blank_values=True))
        return self._pages.answer(self.headers.get("Host", ""), path, query)

    def _fault(self) -> str:
        """Return why this is no request for a page; empty if it may be one."""
        if not self.path.startswith("/"):
            return "a request names a path"
        if len(self.headers.get_all("Host", [])) > 1:
            return "a request names one host"
        lengths = {*self.headers.get_all("Content-Length", ["0"])}
        if lengths != {"0"} or "Transfer-Encoding" in self.headers:
            return "a request for a page has no body"
        return ""

    def send_error(
        self, code: int, message: str | None = None, explain: str | None = None
    ) -> None:
        """Answer what is no request of HTTP with an error like any other."""
        self.close_connection = True
        error = UsageError(message or HTTPStatus(code).phrase)
        self._send(error_response(code, error), with_body=self.command != "HEAD")

    def _send(self, answer: Response, *, with_body: bool = True) -> None:
        self.limit_sending()
        self.send_response(answer.status)
        self.send_header("Content-Type", answer.kind)
        self.send_header("Content-Length", str(len(answer.body)))
        self.send_header("Content-Security-Policy", safety_rule(SERVED))
        self.send_header("X-Content-Type-Options", "nosniff")
        self.send_header("Referrer-Policy", "no-referrer")
        self.send_header("Cache-Control", "no-store")
        self.end_headers()
        if with_body:
            self.wfile.write(answer.body)

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing: the key stands in every line that could be logged."""
