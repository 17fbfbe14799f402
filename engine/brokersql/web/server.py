"""A server for one reader on this machine: it reads, and says nothing to others."""

from __future__ import annotations

import hmac
import sys
from collections.abc import Mapping
from contextlib import AbstractContextManager, nullcontext
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qsl, urlsplit

from brokersql.errors import BrokersqlError, EngineError, UsageError
from brokersql.recovery import retried
from brokersql.web.answers import Answer, refusal, status_of
from brokersql.web.editions import Editions
from brokersql.web.pages import dress
from brokersql.web.site import Site

#: The only address that is listened on.
HOST = "127.0.0.1"
_NAMES = (HOST, "localhost")


class Server(ThreadingHTTPServer):
    """The pages of a run on a port of the loopback address; 0 takes a free one."""

    daemon_threads = True

    def __init__(
        self, site: Site, port: int = 0, editions: Editions | None = None
    ) -> None:
        try:
            super().__init__((HOST, port), Handler)
        except (OSError, OverflowError) as error:
            said = getattr(error, "strerror", None) or str(error)
            raise UsageError(
                f"port {port} of {HOST} cannot be used: {said}",
                hint="another --port, or none: a free one is taken",
            ) from error
        self.site = site
        self.editions = editions

    def answer(self, host: str, path: str, query: Mapping[str, str]) -> Answer:
        """Return what is said to a request; an engine fault makes the pages anew."""
        asked: list[Site] = []
        try:
            return retried(lambda: self._told(host, path, query, asked))
        except Stranger as error:
            return refusal(HTTPStatus.FORBIDDEN, error)
        except EngineError as error:
            if asked:
                return asked[-1].refused(path, query, error)
            return refusal(status_of(error), error)
        except BrokersqlError as error:
            return refusal(status_of(error), error)
        except Exception as error:
            told = BrokersqlError(f"{type(error).__name__}: {error}")
            return refusal(HTTPStatus.INTERNAL_SERVER_ERROR, told)

    def _told(
        self, host: str, path: str, query: Mapping[str, str], asked: list[Site]
    ) -> Answer:
        _check_host(self, host)
        with self._using(query.get("key", "")) as site:
            if site is None:
                hint = "open the address that brokersql serve printed"
                raise Stranger("the key is missing or wrong", hint=hint)
            asked.append(site)
            try:
                return site.answer(path, query)
            except EngineError as error:
                if self.editions is not None and not error.is_final:
                    self.editions.forget(site)
                raise

    def _using(self, key: str) -> AbstractContextManager[Site | None]:
        """Keep the pages that a key opens, None for a key that opens none."""
        if self.editions is not None:
            return self.editions.using(key)
        is_known = hmac.compare_digest(key.encode(), self.site.key.encode())
        return nullcontext(self.site if is_known else None)

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


class Handler(BaseHTTPRequestHandler):
    """Answers GET and HEAD; anything that would change something is refused."""

    server_version = "brokersql"
    sys_version = ""
    protocol_version = "HTTP/1.1"
    timeout = 60

    def do_GET(self) -> None:
        """Answer with a page or its twin."""
        self._send(self._answer())

    def do_HEAD(self) -> None:
        """Answer as GET, without the body."""
        self._send(self._answer(), with_body=False)

    def do_POST(self) -> None:
        """Refuse: nothing can be changed here, so no other method is answered."""
        self.close_connection = True
        error = UsageError(f"{self.command} is refused", hint="pages answer GET")
        self._send(refusal(HTTPStatus.METHOD_NOT_ALLOWED, error))

    do_PUT = do_PATCH = do_DELETE = do_OPTIONS = do_POST

    def _answer(self) -> Answer:
        server = self.server
        assert isinstance(server, Server)
        place = urlsplit(self.path)
        query = dict(parse_qsl(place.query, keep_blank_values=True))
        return server.answer(self.headers.get("Host", ""), place.path, query)

    def _send(self, answer: Answer, *, with_body: bool = True) -> None:
        self.send_response(answer.status)
        self.send_header("Content-Type", answer.kind)
        self.send_header("Content-Length", str(len(answer.body)))
        self.send_header("Content-Security-Policy", str(dress(_CONNECT)["safety"]))
        self.send_header("X-Content-Type-Options", "nosniff")
        self.send_header("Referrer-Policy", "no-referrer")
        self.send_header("Cache-Control", "no-store")
        self.end_headers()
        if with_body:
            self.wfile.write(answer.body)

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing: the key stands in every line that could be logged."""


_CONNECT = "connect-src 'self'"


class Stranger(UsageError):
    """Somebody asks who was not told the address of this server."""


def _check_host(server: Server, host: str) -> None:
    """Let in nobody who asks for another host.

    No page of another site can be made to look like one of ours then.

    Raises:
        Stranger: the host is another one.
    """
    if host not in {f"{name}:{server.port}" for name in _NAMES}:
        raise Stranger("this server answers to its own address only")
