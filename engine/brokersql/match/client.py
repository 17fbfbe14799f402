"""A client of the service, for pilots and for tools, in plain Python.

    with MatchClient("state/pheno") as client:
        row = client.match({"setup": "Production", "cpu_time": 86400, "site": "LCG.X"})

Every request carries a key of its own, so it can be asked again when an answer was lost
on the way: the job is the same, never a second one.
"""

from __future__ import annotations

import http.client
import json
import socket
import time
import uuid
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import cast

from brokersql.core.errors import BrokersqlError
from brokersql.match.address import SOCKET, Address, parse_address

#: Status of answers after which the same request is sent again; 0 is no answer.
_MAY_HELP_LATER = frozenset({0, 503, 504})
_PAUSE_S = 0.05
#: How much longer than the request itself the connection waits for its answer.
_GRACE_S = 1.0


class ServiceError(BrokersqlError):
    """The service did not answer, or refused; `status` is that of HTTP, 0 if none."""

    exit_code = 6

    def __init__(self, message: str, *, status: int, hint: str = "") -> None:
        super().__init__(message, hint=hint)
        self.status = status


class MatchClient:
    """Asks one service for matches; used by one thread at a time."""

    def __init__(
        self,
        service: str | Path,
        *,
        timeout_s: float = 60.0,
        sleep: Callable[[float], None] = time.sleep,
        token: str | None = None,
    ) -> None:
        """Name the service: `http://127.0.0.1:PORT`, `unix:PATH`, or a state's folder.

        Args:
            service: where it listens.
            timeout_s: how long a call goes on trying before it raises.
            token: what the service asks for, if it does.
            sleep: waits for so many seconds.
        """
        text = str(service)
        is_folder = Path(text).is_dir()
        self._address = (
            Address(path=Path(text) / SOCKET) if is_folder else parse_address(text)
        )
        self._timeout_s = timeout_s
        self._sleep = sleep
        self._token = token
        self._connection: http.client.HTTPConnection | None = None

    def match(
        self, pilot: Mapping[str, object], key: str | None = None
    ) -> dict[str, object]:
        """Return the row of `match` for one pilot; without a match it says why.

        Args:
            pilot: columns of `dirac_pilot`; what is not sent is not in it.
            key: names the request; the same key gets the same answer again.

        Raises:
            ServiceError: there was no answer in time, or the request is wrong.
        """
        return self._ask("POST", "/match", pilot, key or uuid.uuid4().hex)

    def batch(
        self, pilots: Sequence[Mapping[str, object]], key: str | None = None
    ) -> list[dict[str, object]]:
        """Return the rows of `match` for pilots that are served in their order."""
        answer = self._ask("POST", "/batch", list(pilots), key or uuid.uuid4().hex)
        return cast("list[dict[str, object]]", answer["matches"])

    def add(
        self, jobs: Sequence[Mapping[str, object]], key: str | None = None
    ) -> dict[str, object]:
        """Let jobs wait, columns of `dirac_job`; return `n_jobs` and `n_refused`.

        Raises:
            ServiceError: they do not wait; with status 0 nobody knows.
        """
        return self._ask("POST", "/jobs", list(jobs), key or uuid.uuid4().hex)

    def requeue(
        self, job_ids: Sequence[int], key: str | None = None
    ) -> dict[str, object]:
        """Let jobs wait again that were matched; return `n_requeued`.

        Raises:
            ServiceError: they do not wait; with status 0 nobody knows.
        """
        return self._ask("POST", "/requeue", list(job_ids), key or uuid.uuid4().hex)

    def status(self) -> dict[str, object]:
        """Return what the service says of itself and its state."""
        return self._ask("GET", "/status")

    def close(self) -> None:
        """End the connection."""
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def __enter__(self) -> MatchClient:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def _ask(
        self, method: str, path: str, body: object = None, key: str = ""
    ) -> dict[str, object]:
        """Ask until there is an answer or no time is left."""
        until = time.monotonic() + self._timeout_s
        content = None if body is None else json.dumps(body).encode()
        while True:
            left_s = until - time.monotonic()
            answer: dict[str, object]
            try:
                status, wait_s, answer = self._once(method, path, content, key, left_s)
            except (OSError, http.client.HTTPException) as error:
                self.close()
                status, wait_s = 0, _PAUSE_S
                answer = {"message": f"no answer: {error}"}
            if status == 200:
                return answer
            left_s = until - time.monotonic()
            if status not in _MAY_HELP_LATER or wait_s >= left_s:
                hint = str(answer.get("hint") or f"the service is {self._address}")
                raise ServiceError(str(answer["message"]), status=status, hint=hint)
            self._sleep(wait_s)

    def _once(
        self, method: str, path: str, content: bytes | None, key: str, left_s: float
    ) -> tuple[int, float, dict[str, object]]:
        """Return status, seconds to wait before asking again, and the answer."""
        connection = self._connection or self._connect()
        timeout_s = max(left_s, _PAUSE_S)
        if connection.sock is not None:
            connection.sock.settimeout(timeout_s + _GRACE_S)
        headers = {"Content-Type": "application/json"}
        headers["Request-Timeout"] = f"{timeout_s:.3f}"
        if self._token is not None:
            headers["Authorization"] = f"Bearer {self._token}"
        if key:
            headers["Idempotency-Key"] = key
        connection.request(method, path, content, headers)
        response = connection.getresponse()
        wait_s = float(response.headers.get("Retry-After", "1"))
        text = response.read()
        answer: dict[str, object] = {"message": response.reason}
        if text:
            answer = json.loads(text)
        return response.status, wait_s, answer

    def _connect(self) -> http.client.HTTPConnection:
        self._connection = _Connection(self._address, self._timeout_s)
        self._connection.connect()
        return self._connection


class _Connection(http.client.HTTPConnection):
    """A connection to either kind of address."""

    def __init__(self, address: Address, timeout_s: float) -> None:
        host = "localhost" if address.path is not None else address.host
        port = None if address.path is not None else address.port
        super().__init__(host, port, timeout=timeout_s)
        self._address = address

    def connect(self) -> None:
        self.sock = socket.socket(self._address.family)
        self.sock.settimeout(self.timeout)
        self.sock.connect(self._address.socket_address)
        if self._address.path is None:
            self.sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
