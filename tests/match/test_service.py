"""Pilots ask the service at once: each job once, each answer durable, nothing hangs."""

from __future__ import annotations

import contextlib
import errno
import http.client
import json
import signal
import socket
import threading
from collections.abc import Iterator, Mapping
from pathlib import Path

import pyarrow as pa
import pytest

from brokersql.core.errors import CycleError, UsageError
from brokersql.match import Ledger, LedgerView
from brokersql.match.address import SOCKET, Address, parse_address
from brokersql.match.audit import audit_jobs
from brokersql.match.client import MatchClient, ServiceError
from brokersql.match.dispatcher import DispatchLimits
from brokersql.match.server import MatchServer
from brokersql.match.store.ledger import Means
from brokersql.match.store.record import Json
from tests.match import processes
from tests.match.disks import Refusing, Unsynced
from tests.match.history import History
from tests.match.serving import (
    SlowMatcher,
    ask_many,
    kill,
    serve_in_process,
    served,
    until,
)
from tests.match.tiny import TinyMatcher, started


@pytest.fixture
def matcher(tmp_path: Path) -> Iterator[TinyMatcher]:
    matcher = started(tmp_path / "state", 20, Means(Unsynced()))
    with matcher.ledger:
        yield matcher


@pytest.fixture
def slow(tmp_path: Path) -> Iterator[SlowMatcher]:
    with started(tmp_path / "state", 20, Means(Unsynced())).ledger as ledger:
        yield SlowMatcher(ledger)


def url(server: MatchServer) -> str:
    return str(server.address)


def test_a_pilot_gets_a_row_and_a_batch_gets_its_rows_in_order(
    matcher: TinyMatcher,
) -> None:
    with served(matcher) as server, MatchClient(url(server)) as client:
        row = client.match({"pilot_id": "a", "cpu_time": 500, "site": "LCG.CERN.ch"})
        assert (row["pilot_id"], row["seq"], row["criterion"]) == ("a", 1, None)
        rows = client.batch([{"pilot_id": name} for name in "bcd"])
        assert [(each["pilot_id"], each["seq"]) for each in rows] == [
            ("b", 2),
            ("c", 3),
            ("d", 4),
        ]
        assert len({each["job_id"] for each in [row, *rows]}) == 4
        client.batch([{"pilot_id": "x"}] * 16)
        nothing = client.match({"pilot_id": "late"})
        assert nothing["job_id"] is None
        assert nothing["criterion"] == "-no_eligible_queue"
        assert client.status() == {
            "desk": "open",
            "n_waiting": 0,
            "n_pilots": 21,
            "n_matched": 20,
            "n_batches": 4,
            "n_largest_batch": 16,
            "n_repeated": 0,
            "n_refused": 0,
            "n_too_late": 0,
            "n_failed": 0,
        }


@pytest.mark.parametrize(
    ("n_clients", "n_each", "place"),
    [
        (50, 12, "127.0.0.1:0"),
        (200, 3, "unix"),
        pytest.param(50, 100, "127.0.0.1:0", marks=pytest.mark.long),
    ],
)
def test_clients_at_once_never_get_a_job_twice(
    tmp_path: Path, n_clients: int, n_each: int, place: str
) -> None:
    n_pilots, history = n_clients * n_each, History()
    address = Address(path=tmp_path / "socket")
    address = address if place == "unix" else parse_address(place)
    state = started(tmp_path / "state", n_pilots - 30)
    with state.ledger, served(state, address) as server:
        ask_many(url(server), history, n_clients, n_each, timeout_s=60.0)
        status = server.dispatcher.status()
    assert [each.outcome for each in history.operations] == ["ok"] * n_pilots
    assert status["n_pilots"] == n_pilots
    assert int(str(status["n_batches"])) < n_pilots / 2
    view = LedgerView.open(tmp_path / "state")
    assert history.faults(view.records()) == []
    found = audit_jobs(view.records())
    assert (found.n_waiting, found.n_matched) == (0, n_pilots - 30)


class Crowd:
    """A pilot that is being decided while others wait behind it."""

    def __init__(
        self,
        server: MatchServer,
        slow: SlowMatcher,
        n_waiting: int,
        timeout_s: float = 20.0,
    ) -> None:
        self.history = History()
        self._timeout_s = timeout_s
        self._threads = [self._ask(server, 1, "first")]
        assert slow.has_begun.wait(20)
        if n_waiting:
            self._threads.append(self._ask(server, n_waiting, "then"))
        until(lambda: server.dispatcher.status()["n_waiting"] == n_waiting)

    def _ask(
        self, server: MatchServer, n_clients: int, prefix: str
    ) -> threading.Thread:
        arguments = (url(server), self.history, n_clients, 1, prefix, self._timeout_s)
        thread = threading.Thread(target=ask_many, args=arguments)
        thread.start()
        return thread

    def leave(self) -> None:
        for thread in self._threads:
            thread.join()


def test_requests_that_wait_together_are_decided_together(slow: SlowMatcher) -> None:
    with served(slow, limits=DispatchLimits(n_batch=7)) as server:
        crowd = Crowd(server, slow, n_waiting=9)
        slow.may_end.set()
        crowd.leave()
    assert slow.sizes == [1, 7, 2]


def test_a_full_desk_says_when_to_come_again_and_a_client_does(
    slow: SlowMatcher,
) -> None:
    waits: list[float] = []
    with served(slow, limits=DispatchLimits(n_waiting=3)) as server:
        crowd = Crowd(server, slow, n_waiting=3)

        def wait(seconds: float) -> None:
            waits.append(seconds)
            slow.may_end.set()
            crowd.leave()

        with MatchClient(url(server), timeout_s=0.5) as client:
            with pytest.raises(ServiceError, match="3 pilots wait already") as caught:
                client.match({"pilot_id": "too many"})
            assert caught.value.status == 503
        with MatchClient(url(server), sleep=wait) as client:
            assert client.match({"pilot_id": "patient"})["job_id"] is not None
        assert waits == [1.0]
        assert server.dispatcher.status()["n_refused"] == 2
    assert slow.n_matches == 5


def test_what_has_no_turn_in_time_is_withdrawn(slow: SlowMatcher) -> None:
    with served(slow, timeout_s=0.01) as server:
        crowd = Crowd(server, slow, n_waiting=0)
        for path, body, nothing in (
            ("/match", {"pilot_id": "late"}, "given"),
            ("/jobs", [{"job_id": 99}], "changed"),
        ):
            status, answer = post(server, path, body)
            told = f"not decided in time; nothing was {nothing}"
            assert (status, answer["message"]) == (504, told)
        slow.may_end.set()
        crowd.leave()
        assert post(server, "/requeue", [4000], Request_Timeout="20")[0] == 400
    assert slow.sizes == [1]
    assert 99 not in slow.waiting


def test_a_request_that_is_being_decided_is_not_withdrawn(slow: SlowMatcher) -> None:
    with served(slow, timeout_s=0.01) as server:
        answers: list[tuple[int, dict[str, object]]] = []
        asking = threading.Thread(
            target=lambda: answers.append(post(server, "/match", {"pilot_id": "a"}))
        )
        asking.start()
        assert slow.has_begun.wait(20)
        asking.join(0.1)
        slow.may_end.set()
        asking.join()
    ((status, row),) = answers
    assert (status, row["pilot_id"], row["seq"]) == (200, "a", 1)


def test_jobs_come_and_come_back_while_it_serves(matcher: TinyMatcher) -> None:
    with served(matcher) as server, MatchClient(url(server)) as client:
        client.batch([{"pilot_id": "a"}] * 20)
        assert client.match({"pilot_id": "none left"})["job_id"] is None
        new = {"job_id": 77, "owner": "ann", "cpu_time": 500, "sites": "LCG.X"}
        assert client.add([new]) == {"n_jobs": 1, "n_refused": 0}
        assert client.match({"pilot_id": "b"})["job_id"] == 77
        assert client.requeue([3, 5]) == {"n_requeued": 2}
        rows = client.batch([{"pilot_id": "c"}] * 3)
        assert {row["job_id"] for row in rows} == {3, 5, None}
        with pytest.raises(ServiceError, match="one of them is not matched"):
            client.requeue([1000])
    records = list(matcher.ledger.view.checked())
    audit_jobs(records)
    assert len(records) == 7


def test_stopping_waits_for_no_silent_client_which_is_told_later(
    matcher: TinyMatcher,
) -> None:
    with served(matcher) as server:
        client = MatchClient(url(server), timeout_s=0.2)
        client.batch([{"pilot_id": "a"}] * 20)  # its connection stays open
        stopping = threading.Thread(target=server.stop)
        stopping.start()
        stopping.join(20)
        assert not stopping.is_alive()
    with pytest.raises(ServiceError, match="no answer") as caught:
        client.requeue([1])
    assert caught.value.status == 0


def test_a_repeated_request_gets_its_first_answer_after_a_restart_too(
    tmp_path: Path,
) -> None:
    folder = tmp_path / "state"
    bodies = [{"pilot_id": "b"}, {"pilot_id": "c"}]
    with (
        started(folder, 9).ledger as ledger,
        served(TinyMatcher(ledger)) as server,
        MatchClient(url(server)) as client,
    ):
        first = client.match({"pilot_id": "a"}, key="k1")
        assert client.match({"pilot_id": "a"}, key="k1") == first
        assert client.match({"pilot_id": "a"}, key="k2") != first
        rows = client.batch(bodies, key="k3")
        assert client.batch(bodies, key="k3") == rows
        with pytest.raises(ServiceError, match="k3 was used for another request"):
            client.match({"pilot_id": "z"}, key="k3")
        assert client.status()["n_repeated"] == 2
    with (
        Ledger.open(folder) as ledger,
        served(TinyMatcher(ledger)) as server,
        MatchClient(url(server)) as client,
    ):
        assert client.match({"pilot_id": "a"}, key="k1") == first
        assert client.batch(bodies, key="k3") == rows
        assert client.match({"pilot_id": "d"}, key="k4")["seq"] == 5


def post(
    server: MatchServer, path: str, body: object, **headers: str
) -> tuple[int, dict[str, object]]:
    """Send one request by hand; `body` may be bytes that are no JSON."""
    address = server.address
    connection = http.client.HTTPConnection(address.host, address.port, timeout=20)
    content = body if isinstance(body, bytes) else json.dumps(body).encode()
    named = {key.replace("_", "-"): value for key, value in headers.items()}
    connection.request(
        "POST", path, content, {"Content-Type": "application/json", **named}
    )
    response = connection.getresponse()
    answer = json.loads(response.read())
    connection.close()
    return response.status, answer


#: Requests, with headers, and what they are told.
WRONG: list[tuple[str, object, dict[str, str], int, str]] = [
    ("/match", {"sight": "X"}, {}, 400, "no column 'sight' (did you mean site?)"),
    ("/match", {"cpu_time": "9"}, {}, 400, "cpu_time: '9' is not a whole number"),
    ("/match", {"cpu_time": 1 << 63}, {}, 400, "is not a whole number"),
    ("/match", {"cpu_time": True}, {}, 400, "cpu_time: True is not a whole number"),
    ("/match", {"site": [1]}, {}, 400, "site: [1] is not text or a list of texts"),
    ("/match", {"vo": "\ud800"}, {}, 400, "is not text"),
    ("/match", {"arrival_time": "noon"}, {}, 400, "is not a time such as"),
    ("/match", {"a": 1, "b": 2}, {}, 400, "2 of the values make no dirac_pilot"),
    ("/match", [], {}, 400, "[] is no JSON object"),
    ("/batch", {}, {}, 400, "the body is no list of pilots"),
    ("/batch", [], {}, 400, "the list of pilots is empty"),
    ("/batch", [{}] * 20_001, {}, 413, "more than 20000 pilots"),
    ("/match", b"{", {}, 400, "the body is no JSON"),
    ("/match", b"[" * 100_000, {}, 400, "the body is no JSON"),
    ("/match", {}, {"Content_Type": "text/plain"}, 415, "application/json"),
    ("/match", {}, {"Request_Timeout": "soon"}, 400, "no number of seconds"),
    ("/match", {}, {"Origin": "http://evil.example"}, 403, "on this machine"),
    ("/match", {}, {"Host": "evil.example"}, 403, "on this machine"),
    ("/jobs", [{"job_id": "x"}], {}, 400, "job_id: 'x' is not a whole number"),
    ("/jobs", {}, {}, 400, "the body is no list of jobs"),
    ("/requeue", ["x"], {}, 400, "job_id: 'x' is not a whole number"),
    ("/requeue", [7], {}, 400, "one of them is not matched"),
    ("/steal", {}, {}, 404, "no POST /steal"),
]


def test_a_wrong_request_and_a_client_that_babbles_harm_nobody(
    matcher: TinyMatcher,
) -> None:
    with served(matcher) as server:
        for path, body, headers, status, message in WRONG:
            found, answer = post(server, path, body, **headers)
            told = (found, message in str(answer["message"]))
            assert told == (status, True), (path, str(body)[:80], headers, answer)
        place = (server.address.host, server.address.port)
        for said in (
            b"",
            b"\x00\xff\n\n",
            b"GET /health HT",
            b"POST /match HTTP/1.1\r\n",
        ):
            with socket.create_connection(place) as babble:
                babble.sendall(said)
        assert post(server, "/match", {"pilot_id": "fine"})[0] == 200
    assert matcher.n_matches == 1


def test_it_listens_in_the_state_for_its_owner_alone(
    tmp_path: Path, matcher: TinyMatcher
) -> None:
    path = tmp_path / "state" / SOCKET
    with served(matcher, Address(path=path)):
        assert path.stat().st_mode & 0o077 == 0
        with MatchClient(tmp_path / "state") as client:
            assert client.match({"pilot_id": "a"})["job_id"] is not None
        with pytest.raises(UsageError, match="a service listens at"):
            MatchServer(matcher, Address(path=path))
    assert not path.exists()
    (tmp_path / "file").touch()
    with pytest.raises(UsageError, match="is no socket"):
        MatchServer(matcher, Address(path=tmp_path / "file"))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("0.0.0.0:80", "can be reached from other machines"),
        ("10.0.0.1:80", "can be reached from other machines"),
        ("127.0.0.1:99999", "99999 has no port\n  a port is a number up to 65535"),
        ("127.0.0.1:-1", "-1 has no port"),
        ("here", "is no address"),
        ("example.org:80", "is no address"),
    ],
)
def test_it_listens_on_this_machine_only(text: str, message: str) -> None:
    with pytest.raises(UsageError, match=message):
        parse_address(text)
    assert parse_address("unix:/a").host_names == {"localhost"}
    assert parse_address("[::1]:80").host_names == {"[::1]:80", "localhost:80"}


def test_stopping_acknowledges_what_is_being_decided(slow: SlowMatcher) -> None:
    with served(slow) as server:
        crowd = Crowd(server, slow, n_waiting=5, timeout_s=4.0)
        stopping = threading.Thread(target=server.stop)
        stopping.start()
        until(lambda: server.dispatcher.status()["desk"] == "closing")
        slow.may_end.set()
        stopping.join()
    crowd.leave()
    outcomes = [each.outcome for each in crowd.history.operations]
    assert outcomes.count("ok") == 1
    assert slow.sizes == [1]
    assert crowd.history.faults(slow.ledger.view.records()) == []


def test_a_terminated_service_ends_well_and_a_killed_one_loses_nothing(
    tmp_path: Path,
) -> None:
    folder = tmp_path / "state"
    with started(folder, 3000).ledger:
        pass
    history = History()
    for turn, number in enumerate((signal.SIGKILL, signal.SIGTERM, signal.SIGKILL)):
        process = processes.start(
            serve_in_process, folder, Address(path=folder / SOCKET)
        )
        until((folder / SOCKET).exists)
        asked = (folder, history, 8, 25, f"{turn}/", 0.3)
        asking = threading.Thread(target=ask_many, args=asked)
        before = len(history.operations)
        asking.start()
        until(lambda start=before: len(history.operations) > start + 60)
        kill(process.pid, number)
        process.join()
        assert process.exitcode == (0 if number == signal.SIGTERM else -number)
        asking.join()
    records = list(LedgerView.open(folder).checked())
    assert history.faults(records) == []
    audit_jobs(records)
    assert sum(each.outcome == "ok" for each in history.operations) > 60


class PoisonedMatcher(SlowMatcher):
    """Fails where a pilot of a certain name is among those to be served."""

    def match(
        self, pilots: pa.Table, note: Mapping[str, Json] | None = None
    ) -> pa.Table:
        if "poison" in pilots.column("pilot_id").to_pylist():
            self.has_begun.set()
            assert self.may_end.wait(20)
            raise CycleError("this one cannot be decided")
        return super().match(pilots, note)


def test_a_request_that_cannot_be_decided_spoils_no_other(tmp_path: Path) -> None:
    with started(tmp_path / "state", 9, Means(Unsynced())).ledger as ledger:
        matcher = PoisonedMatcher(ledger)
        with served(matcher) as server:
            crowd = Crowd(server, matcher, n_waiting=3)
            answers: list[tuple[int, dict[str, object]]] = []
            poisoned = threading.Thread(
                target=lambda: answers.append(
                    post(server, "/match", {"pilot_id": "poison"})
                )
            )
            poisoned.start()
            until(lambda: server.dispatcher.status()["n_waiting"] == 4)
            matcher.may_end.set()
            poisoned.join()
            crowd.leave()
            assert server.dispatcher.status()["n_failed"] == 1
    ((status, answer),) = answers
    assert (status, answer["message"]) == (500, "this one cannot be decided")
    assert {each.outcome for each in crowd.history.operations} == {"ok"}


def test_a_full_disk_fails_one_request_and_a_lost_state_ends_the_service(
    tmp_path: Path,
) -> None:
    folder, disk = tmp_path / "state", Refusing()
    matcher = started(folder, 9, Means(disk))
    server = MatchServer(matcher, parse_address("127.0.0.1:0"))
    server.start()
    disk.call, disk.error = "write", errno.ENOSPC
    disk.nth = disk.made["write"] + 1
    for status, message in (
        (503, "No space left on device"),
        (200, ""),
        (500, "it was taken over by"),
    ):
        with (
            Ledger.open(folder, take_over=True)
            if status == 500
            else contextlib.nullcontext()
        ):
            found, answer = post(server, "/match", {"pilot_id": "a"})
        told = (found, message in str(answer.get("message", "")))
        assert told == (status, True), answer
    assert server.shutdown_signal.wait(20)
    assert "it was taken over by" in str(server.dispatcher.failure)
    server.stop()
    matcher.ledger.close()
    assert LedgerView.open(folder).head.seq == 2
