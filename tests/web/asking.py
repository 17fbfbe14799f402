"""Asks a server of pages as a program does, with the key of all tests."""

from __future__ import annotations

import http.client
import json
import re
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from brokersql.core.timed_requests import TimeLimits
from brokersql.web.responses import Response
from brokersql.web.routes import Site
from brokersql.web.run_reader import open_reader
from brokersql.web.server import (
    TIME_LIMITS,
    OpenedRun,
    Pages,
    PageServer,
    RunRegistry,
)
from brokersql.web.stories import ComparableRuns
from tests.cli.documents import check

KEY = "a-key"


@dataclass(frozen=True)
class Reply:
    """What the server said."""

    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def text(self) -> str:
        return self.body.decode()

    @property
    def words(self) -> str:
        """Return the page without what keeps words whole."""
        return re.sub(r"</?span[^>]*>", "", self.text)

    @property
    def json(self) -> Any:
        """Return the object that was sent, which has to hold to its schema."""
        document = json.loads(self.text)
        check(document)
        return document


class Client:
    """Asks one server, with its key unless told otherwise."""

    def __init__(self, server: PageServer) -> None:
        self.server = server

    def get(
        self,
        path: str,
        *,
        method: str = "GET",
        host: str = "",
        key: str | None = KEY,
        **query: str,
    ) -> Reply:
        wanted = query if key is None else {**query, "key": key}
        port = self.server.port
        with closing(http.client.HTTPConnection("127.0.0.1", port, timeout=60)) as link:
            headers = {"Host": host or f"127.0.0.1:{port}"}
            link.request(method, f"{path}?{urlencode(wanted)}", headers=headers)
            reply = link.getresponse()
            return Reply(reply.status, dict(reply.getheaders()), reply.read())


def unheard(run: Path) -> PageServer:
    """Return a server of a run, and of newer ones, that listens to nobody."""

    def opened(place: Path, key: str, editions: RunRegistry) -> OpenedRun:
        site = Site(open_reader(place), key, comparable=ComparableRuns(place))
        return OpenedRun(site, lambda: None)

    editions = RunRegistry(opened)
    server = PageServer(editions.first(run), editions=editions)
    server.server_close()
    return server


def page_of(server: PageServer, path: str) -> Response:
    """Return what a server answers to a request of its own reader."""
    host = f"127.0.0.1:{server.port}"
    return server.answer(host, path, {"key": server.site.key})


@contextmanager
def serving(site: Pages, limits: TimeLimits = TIME_LIMITS) -> Iterator[PageServer]:
    """Answer requests for pages within a with block."""
    server = PageServer(site, time_limits=limits)
    threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True).start()
    try:
        yield server
    finally:
        server.shutdown()
        server.server_close()
