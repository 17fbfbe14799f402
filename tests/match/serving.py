"""A service over the tiny matcher, in this process or in one that can be killed."""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Callable, Generator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pyarrow as pa

from brokersql.match import Ledger
from brokersql.match.address import Address, parse_address
from brokersql.match.client import MatchClient, ServiceError
from brokersql.match.server import MatchServer
from brokersql.match.state import State
from brokersql.match.store.record import Json
from tests.match.history import History
from tests.match.tiny import TinyMatcher

ANYWHERE = parse_address("127.0.0.1:0")


@contextmanager
def served(
    matcher: TinyMatcher | State, address: Address = ANYWHERE, **options: Any
) -> Generator[MatchServer]:
    """Serve in this process, and stop."""
    server = MatchServer(matcher, address, view=matcher.ledger.view, **options)
    server.start()
    try:
        yield server
    finally:
        server.stop()


class SlowMatcher(TinyMatcher):
    """Decides only when it may, and says that it has begun."""

    def __init__(self, ledger: Ledger) -> None:
        super().__init__(ledger)
        self.has_begun = threading.Event()
        self.may_end = threading.Event()
        self.sizes: list[int] = []

    def match(
        self, pilots: pa.Table, note: Mapping[str, Json] | None = None
    ) -> pa.Table:
        self.has_begun.set()
        assert self.may_end.wait(20)
        self.sizes.append(pilots.num_rows)
        return super().match(pilots, note)


def serve_in_process(folder: Path, address: Address) -> None:
    """Serve a state until SIGTERM."""
    with Ledger.open(folder) as ledger:
        server = MatchServer(TinyMatcher(ledger), address, view=ledger.view)
        signal.signal(signal.SIGTERM, lambda *_: server.shutdown_signal.set())
        server.run()


def ask_many(
    service: str | Path,
    history: History,
    n_clients: int,
    n_each: int,
    prefix: str = "",
    timeout_s: float = 20.0,
    pilot: Mapping[str, object] | None = None,
) -> None:
    """Let clients ask at once, each for several pilots one after the other.

    A client whose service is gone stops; what became of its request is unknown.
    """

    def ask(number: int) -> None:
        with MatchClient(service, timeout_s=timeout_s) as client:
            for turn in range(n_each):
                operation = history.invoke(f"{prefix}{number}.{turn}")
                try:
                    sent = {**(pilot or {}), "pilot_id": operation.pilot_id}
                    row = client.match(sent)
                    history.ok(operation, row["job_id"])
                except ServiceError as error:
                    if not error.status:
                        return
                    history.fail(operation)

    threads = [threading.Thread(target=ask, args=(n,)) for n in range(n_clients)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def until(is_so: Callable[[], bool], timeout_s: float = 20.0) -> None:
    """Wait until a call returns something true."""
    end = time.monotonic() + timeout_s
    while not is_so():
        assert time.monotonic() < end
        time.sleep(0.002)


def kill(pid: int | None, number: int) -> None:
    os.kill(pid or 0, number)
