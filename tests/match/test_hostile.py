"""Foreign, slow and many clients harm nobody; a killed service answers alike again."""

from __future__ import annotations

import os
import signal
import socket
import stat
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from multiprocessing.context import ForkServerProcess
from pathlib import Path

import pytest

from brokersql.core.errors import UsageError
from brokersql.core.timed_requests import TimeLimits
from brokersql.match import Ledger, LedgerView
from brokersql.match.address import SOCKET, Address, read_token
from brokersql.match.audit import audit_jobs
from brokersql.match.client import MatchClient, ServiceError
from brokersql.match.faultpoint import VARIABLE
from brokersql.match.store.ledger import Means
from tests.match import processes
from tests.match.disks import Unsynced
from tests.match.serving import (
    ANYWHERE,
    kill,
    serve_in_process,
    served,
    until,
)
from tests.match.test_service import post
from tests.match.tiny import TinyMatcher, pilots, started
from tests.slow_clients import last_words, slow_clients


@pytest.fixture
def matcher(tmp_path: Path) -> Iterator[TinyMatcher]:
    matcher = started(tmp_path / "state", 20, Means(Unsynced()))
    with matcher.ledger:
        yield matcher


def said(address: Address, text: str) -> str:
    """Return the first line of the answer to bytes sent by hand; empty for none."""
    with socket.socket(address.family) as link:
        link.settimeout(20)
        link.connect(address.socket_address)
        link.sendall(text.encode("latin-1"))
        return link.makefile("rb").readline().decode("latin-1").strip()


def test_a_host_is_this_service_exactly_and_a_malformed_one_is_400(
    tmp_path: Path, matcher: TinyMatcher
) -> None:
    malformed = ("[::1", "[127.0.0.1]:x", "local host", "a:b:c", "", "localhost:")
    foreign = ("localhost", "127.0.0.1", "localhost:1", "evil.example", "[::1]:{port}")
    foreign = (*foreign, "localhost.:{port}", "LOCALHOST:{port}", "x.localhost:{port}")
    with served(matcher) as server:
        port = server.address.port
        for status, hosts in {
            "200": ("localhost:{port}", "127.0.0.1:{port}"),
            "400": (*malformed, "é", "/"),
            "403": foreign,
        }.items():
            for host in hosts:
                head = f"Host: {host.format(port=port)}\r\n"
                found = said(server.address, f"GET /health HTTP/1.1\r\n{head}\r\n")
                assert found.split()[1] == status, host
        right = f"Host: localhost:{port}\r\n"
        for head in ("", right * 2, f"{right}Host: evil.example\r\n"):
            found = said(server.address, f"GET /health HTTP/1.1\r\n{head}\r\n")
            assert found.split()[1] == "400", head
        lines = ("GET /health", "PUT /jobs HTTP/1.1", "GET / HTTP/9.9", "\x00\x01 x y")
        for line in lines:
            found = said(server.address, f"{line}\r\n{right}\r\n")
            assert found.split()[1] in ("400", "501", "505"), line
    with served(matcher, Address(path=tmp_path / "socket")) as server:
        asked = "GET /health HTTP/1.1\r\nHost"
        for host, status in (("localhost", 200), ("evil", 403), ("localhost:80", 403)):
            found = said(server.address, f"{asked}: {host}\r\n\r\n")
            assert found.split()[1] == str(status), host


def test_a_body_has_one_length(matcher: TinyMatcher) -> None:
    with served(matcher) as server:
        host = min(server.host_names)
        head = f"POST /match HTTP/1.1\r\nHost: {host}\r\nContent-Type: application/json"
        for lengths, status in {
            "Content-Length: 2": "200",
            "Content-Length: 002": "200",
            "Content-Length: 2\r\nContent-Length: 2": "411",
            "Content-Length: 2\r\nTransfer-Encoding: chunked": "411",
            "Transfer-Encoding: chunked": "411",
            "Content-Length: ": "411",
            "Content-Length: -1": "411",
            "Content-Length: +2": "411",
            "Content-Length: 0x2": "411",
            "Content-Length: \xb2": "411",
            f"Content-Length: {65 << 20}": "413",
            f"Content-Length: {'9' * 5000}": "413",
        }.items():
            found = said(server.address, f"{head}\r\n{lengths}\r\n\r\n{{}}")
            assert found.split()[1] == status, lengths
    assert matcher.n_matches == 2


@pytest.mark.parametrize("kind", ["tcp", "unix"])
def test_slow_clients_are_left_and_keep_nobody_out(
    tmp_path: Path, matcher: TinyMatcher, kind: str
) -> None:
    """Of each kind of slowness many come at once: a byte now and then, or none."""
    address = ANYWHERE if kind == "tcp" else Address(path=tmp_path / "socket")
    limits = TimeLimits(idle=0.8, head=0.4, body=0.4, send=0.4)
    with served(matcher, address, time_limits=limits) as server:
        host, family = min(server.host_names), server.address.family
        answered = f"GET /health HTTP/1.1\r\nHost: {host}\r\n\r\n"
        head = f"POST /match HTTP/1.1\r\nHost: {host}\r\n"
        head += "Content-Type: application/json\r\n"
        slow = ["", "P", head, f"{head}Content-Length: 99\r\n\r\n", answered]
        with (
            slow_clients(family, server.address.socket_address, slow * 20) as links,
            MatchClient(str(server.address)) as client,
        ):
            for number in range(10):
                assert client.match({"pilot_id": str(number)})["job_id"]
            answers = [last_words(link) for link in links]
    late = [each.split()[1] for each in answers[3::5] if each]
    assert set(late) == {b"408"} and len(late) > 10
    heads = [each.split()[1] for each in answers[1::5] + answers[2::5] if each]
    assert set(heads) == {b"408"}
    assert all(each.startswith(b"HTTP/1.1 200 ") for each in answers[4::5] if each)


def test_a_token_is_needed_where_there_is_one(
    tmp_path: Path, matcher: TinyMatcher
) -> None:
    file = tmp_path / "token"
    token = read_token(file)
    assert len(token) > 30 and read_token(file) == token
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    wrong = ("", token, f"Bearer {token}x", "Bearer ", f"bearer {token}")
    with served(matcher, token=token) as server:
        for given in (*wrong, "Bearer é"):
            status, answer = post(server, "/match", {}, Authorization=given)
            assert status == 401 and "asks for its token" in str(answer["message"])
        with (
            MatchClient(str(server.address), timeout_s=1) as client,
            pytest.raises(ServiceError, match="asks for its token"),
        ):
            client.status()
        with MatchClient(str(server.address), token=token) as client:
            assert client.match({"pilot_id": "a"})["job_id"]
    assert matcher.n_matches == 1
    file.chmod(0o640)
    for place, message in {
        file: "can be read by others",
        tmp_path: "cannot be read|can be read by others",
        tmp_path / "none" / "token": "cannot be written",
    }.items():
        with pytest.raises(UsageError, match=message):
            read_token(place)
    for text in ("", "two words", "é"):
        file.write_text(text, encoding="utf-8")
        file.chmod(0o600)
        with pytest.raises(UsageError, match="holds no token"):
            read_token(file)


def test_a_state_is_its_owners_alone_whatever_the_umask(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir(mode=0o777)
    before = os.umask(0)
    try:
        for folder in (tmp_path / "state", tmp_path / "empty"):
            matcher = started(folder, 200_000)
            with matcher.ledger, served(matcher, Address(path=folder / SOCKET)):
                matcher.checkpoint()
                modes = {
                    path.relative_to(folder): stat.S_IMODE(path.lstat().st_mode)
                    for path in (folder, *folder.rglob("*"))
                }
            names = {str(path).partition("/")[0] for path in modes}
            assert {
                *("bulk", "checkpoints", "segments", "HEAD", "lock", "socket")
            } <= names
            for path, mode in modes.items():
                expected = 0o700 if (folder / path).is_dir() else 0o600
                assert mode == expected, path
    finally:
        os.umask(before)


JOB = {"owner": "ann", "cpu_time": 500}


def test_a_change_is_made_once_however_often_it_is_sent(tmp_path: Path) -> None:
    folder = tmp_path / "state"
    added, put_back = {"n_jobs": 2, "n_refused": 0}, {"n_requeued": 1}
    jobs = [{**JOB, "job_id": 77}, {**JOB, "job_id": 78}]
    with started(folder, 5).ledger as ledger:
        matcher = TinyMatcher(ledger)
        with served(matcher) as server, MatchClient(str(server.address)) as client:
            given = [int(str(client.match({})["job_id"])) for _ in range(5)]
            for _ in range(2):
                assert client.add(jobs, key="a") == added
                assert client.requeue([given[0]], key="b") == put_back
            while given[0] in matcher.waiting:  # another pilot gets it
                client.match({})
            assert client.requeue([given[0]], key="b") == put_back
            assert given[0] in matcher.matched
            for key, path, body in (
                ("a", "/jobs", [{**JOB, "job_id": 79}]),
                ("a", "/requeue", [given[1]]),
                ("a", "/match", {}),
                ("b", "/requeue", [given[1]]),
            ):
                status, answer = post(server, path, body, Idempotency_Key=key)
                assert status == 400 and "another request" in str(answer["message"])
            # what was not made can be asked for again
            assert post(server, "/requeue", [999], Idempotency_Key="c")[0] == 400
            assert client.requeue([given[1]], key="c") == put_back
            long = post(server, "/jobs", jobs, Idempotency_Key="k" * 256)
            assert long[0] == 400
    n_records = LedgerView.open(folder).head.seq
    with (
        Ledger.open(folder) as ledger,
        served(TinyMatcher(ledger)) as server,
        MatchClient(str(server.address)) as client,
    ):
        assert client.add(jobs, key="a") == added
        assert client.requeue([given[0]], key="b") == put_back
    assert LedgerView.open(folder).head.seq == n_records
    audit_jobs(LedgerView.open(folder).checked())


@pytest.mark.parametrize(
    "point",
    ["before_commit", "during_commit", "after_commit_before_ack"],
)
def test_a_request_sent_again_after_a_kill_while_answering_is_answered_alike(
    tmp_path: Path, point: str
) -> None:
    """Each kind of request meets a kill -9; under its key it is done once."""
    folder = tmp_path / "state"
    with started(folder, 30).ledger as ledger:
        matcher = TinyMatcher(ledger)
        first = matcher.match(pilots(["first"]))["job_id"][0].as_py()
    answers: dict[str, object] = {}
    kinds: dict[str, Callable[[MatchClient], object]] = {
        "match": lambda it: it.match({"pilot_id": "m"}, key="m"),
        "batch": lambda it: it.batch(
            [{"pilot_id": f"b{n}"} for n in range(3)], key="b"
        ),
        "add": lambda it: it.add([{**JOB, "job_id": 77}], key="a"),
        "requeue": lambda it: it.requeue([first], key="r"),
    }
    address = Address(path=folder / SOCKET)

    def service(fault: str) -> ForkServerProcess:
        (folder / SOCKET).unlink(missing_ok=True)
        process = processes.start(serve_killed, folder, address, fault)
        until((folder / SOCKET).exists)
        return process

    for kind, ask in kinds.items():
        doomed = service(f"{point}:1")
        with MatchClient(folder, timeout_s=60) as client:
            with ThreadPoolExecutor() as threads:
                asking = threads.submit(ask, client)
                doomed.join()
                assert doomed.exitcode == -signal.SIGKILL
                assert not asking.done()
                alive = service("")
            answers[kind] = asking.result()
            again = ask(client)
        assert again == answers[kind], kind
        kill(alive.pid, signal.SIGTERM)
        alive.join()
    records = list(LedgerView.open(folder).checked())
    assert [each.kind for each in records[2:]] == ["match", "match", "add", "requeue"]
    counts = audit_jobs(records)
    assert (counts.n_jobs, counts.n_matched, counts.n_waiting) == (31, 4, 27)
    for kind, name, n_rows in (("match", "m", 1), ("batch", "b", 3)):
        told = answers[kind]
        rows = told if isinstance(told, list) else [told]
        stored = next(it for it in records if name in str(it.note.get("keys")))
        assert stored.table("match").to_pylist() == rows and len(rows) == n_rows
    assert answers["add"] == {"n_jobs": 1, "n_refused": 0}
    assert answers["requeue"] == {"n_requeued": 1}


def serve_killed(folder: Path, address: Address, fault: str) -> None:
    """Serve a state, and be killed at a fault point."""
    if fault:
        os.environ[VARIABLE] = fault
    serve_in_process(folder, address)
