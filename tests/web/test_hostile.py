"""Malformed, slow and greedy requests of the pages are refused, and harm nobody."""

from __future__ import annotations

import json
import re
import socket
from pathlib import Path

import duckdb
import pytest

from brokersql.core.timed_requests import TimeLimits
from brokersql.web.server import PageServer
from tests.cli.calling import DEMO, call
from tests.slow_clients import last_words, slow_clients
from tests.snapshot.build import world, write_database
from tests.web.asking import KEY, Client, serving

STATUS = re.compile(rb"^HTTP/1\.1 (\d+) ", re.MULTILINE)
PAGE = f"/run.json?key={KEY}"


def said(server: PageServer, text: str) -> bytes:
    """Return all that is answered to bytes sent by hand, until the server ends it."""
    with socket.create_connection(("127.0.0.1", server.port), timeout=60) as link:
        link.sendall(text.format(port=server.port).encode("latin-1"))
        return link.makefile("rb").read()


HOST = "Host: 127.0.0.1:{port}"
END = "Connection: close"
#: A second request, where the first one should end.
SECOND = f"GET {PAGE} HTTP/1.1\r\n{HOST}\r\n{END}\r\n\r\n"
NINES = "9" * 5000


def request(line: str, *head: str, after: str = "") -> str:
    return "\r\n".join((line, *head, "", after))


def get(path: str, *head: str, after: str = "") -> str:
    """Return a request for a path, from this host unless other lines are given."""
    mark = "&" if "?" in path else "?"
    line = f"GET {path}{mark}key={KEY} HTTP/1.1"
    return request(line, *(head or (HOST, END)), after=after)


#: Status -> requests that get it.
PROBES = {
    200: (
        get("/run.json"),
        get("/run.json", HOST, END, "Content-Length: 0"),
        get("/run.json", HOST, END, "Upgrade: websocket"),
        get(f"/run.json?{'a=b&' * 9000}c=d"),
        request(f"GET {PAGE} HTTP/1.0", HOST),
    ),
    400: (
        get("http://evil.example/run.json"),
        get("http://[/run.json"),
        get("run.json"),
        get("/run.json", HOST, HOST, END),
        get("/run.json", HOST, "Host: evil.example", END),
        get("/run.json", HOST, f"Content-Length: {len(SECOND)}", after=SECOND),
        get("/run.json", HOST, "Content-Length: -1", after=SECOND),
        get("/run.json", HOST, "Content-Length: 0", "Content-Length: 9", after=SECOND),
        get("/run.json", HOST, "Transfer-Encoding: chunked", after=f"0\r\n{SECOND}"),
        request(f"GET {PAGE} HTTP/one", HOST, END),
        request(f"GET {PAGE} a b HTTP/1.1", HOST, END),
        get(f"/sql.json?q=from+criterion&page={NINES}"),
        get(f"/panda_job/queues.json?limit={NINES}"),
        get(f"/panda_job/queues?page={NINES}"),
    ),
    403: (
        request(f"GET {PAGE} HTTP/1.0"),
        get("/run.json", END),
        get("/run.json", "Host: LOCALHOST:{port}", END),
        get("/run.json", "Host: localhost.:{port}", END),
        get("/run.json", f"{HOST}@evil.example", END),
        request(f"GET {PAGE}&key=x HTTP/1.1", HOST, END),
    ),
    404: tuple(
        map(
            get,
            (
                *("/%zz%", "/%ff%fe", "/panda_job/%00", "/panda_job/%00.json"),
                *("/../../etc/passwd", "/%2e%2e/%2e%2e/etc/passwd", "/..\\..\\x"),
                *("/%0d%0aSet-Cookie:%20a=b", "/...json", f"/{'a/' * 20000}"),
                *(f"/panda_job/task/{NINES}.json", "/policy/panda_job/..%2f..%2fx"),
                *("//evil.example/x", "/panda_job/queue?name=%ed%a0%80"),
            ),
        )
    ),
    405: (
        request("OPTIONS * HTTP/1.1", HOST, END),
        request("POST / HTTP/1.1", HOST, "Content-Length: 200", after=SECOND),
    ),
    414: (get(f"/{'a' * 70000}"),),
    431: (
        get("/run.json", HOST, END, f"X: {'a' * 70000}"),
        get("/run.json", HOST, END, *["X: a"] * 200),
    ),
    501: tuple(
        request(f"{method} {PAGE} HTTP/1.1", HOST, END)
        for method in ("TRACE", "CONNECT", "get", "<script>")
    ),
}


@pytest.mark.parametrize("status", PROBES)
def test_each_malformed_request_gets_one_answer(client: Client, status: int) -> None:
    for text in PROBES[status]:
        found, shown = said(client.server, text), text[:80]
        head, _, body = found.rpartition(b"\r\n\r\n")
        if head:  # a request without a version gets an answer without a head
            first, *lines = head.decode().split("\r\n")
            fields = dict(line.split(": ", 1) for line in lines)
            assert first.split()[1] == str(status), shown
            assert len(fields) == len(lines), shown
            assert fields["X-Content-Type-Options"] == "nosniff"
            assert "Content-Security-Policy" in fields
            assert int(fields["Content-Length"]) == len(body), shown
        if body.startswith(b"{") and status != 200:
            assert "Error" not in json.loads(body)["message"], shown
        assert body, shown


def test_an_error_of_head_has_no_body(client: Client) -> None:
    text = request(f"HEAD {PAGE} HTTP/1.1", HOST, HOST)
    found = said(client.server, text)
    assert found.startswith(b"HTTP/1.1 400 ") and found.endswith(b"\r\n\r\n")


def test_many_that_say_nothing_keep_nobody_out(client: Client) -> None:
    address = ("127.0.0.1", client.server.port)
    links = [socket.create_connection(address) for _ in range(150)]
    try:
        for link in links[::2]:
            link.sendall(b"GET /run.json HTTP/1.1\r\nX: ")
        assert client.get("/run.json").status == 200
        for link in links[::2]:
            link.sendall(b"a")
        assert client.get("/panda_job/queues.json").status == 200
    finally:
        for link in links:
            link.close()


def test_slow_clients_are_left_and_keep_nobody_out(client: Client) -> None:
    """Of each kind of slowness many come at once: a byte now and then, or none."""
    limits = TimeLimits(idle=0.8, head=0.4, send=0.4)
    with serving(client.server.site, limits) as server:
        host = f"Host: 127.0.0.1:{server.port}\r\n"
        asked = f"GET {PAGE} HTTP/1.1\r\n{host}"
        slow = ["", "G", f"{asked}X: ", f"{asked}\r\n", f"{asked}\r\n{asked}X: "]
        address = ("127.0.0.1", server.port)
        with slow_clients(socket.AF_INET, address, slow * 20) as links:
            reader = Client(server)
            assert reader.get("/run.json").status == 200
            answers = [last_words(link) for link in links]
            assert reader.get("/run.json").status == 200
    heard = [
        {int(it) for each in answers[kind::5] for it in STATUS.findall(each)}
        for kind in range(5)
    ]
    assert heard[1:3] == [{408}, {408}]
    assert all(200 in each and each <= {200, 408} for each in heard[3:])
    late = next(each for each in answers[1::5] if each)
    message = json.loads(late.rpartition(b"\r\n\r\n")[2])["message"]
    assert "did not arrive in time" in message


#: Values that one of the formats has no form for.
ODD = {
    "'infinity'::timestamp": (".json", ".csv"),
    "'-infinity'::date": (".json", ".csv"),
    "'290000-01-01'::timestamp": (".json", ".csv"),
    "timestamp_ns '2020-01-01 00:00:00.123456789'": (".json", ".csv"),
    "{'a': 'infinity'::timestamp}": (".json",),
    "interval 1 day": (".parquet",),
}


def test_a_value_without_a_form_is_an_error_of_the_query(client: Client) -> None:
    for value, suffixes in ODD.items():
        for suffix in suffixes:
            reply = client.get(f"/sql{suffix}", q=f"select {value} as x")
            assert reply.status == 400, (value, suffix)
            assert "cast it in the query" in reply.json["hint"]
        query = f"select cast({value} as varchar) as x"
        assert client.get("/sql.json", q=query).status == 200
    for value, kind in (
        ("'infinity'::timestamp", "json"),
        ("interval 1 day", "parquet"),
    ):
        refused = call("sql", DEMO, f"select {value} as x", "--format", kind)
        assert (refused.code, "cast it in the query" in refused.err) == (2, True)


def test_a_union_is_shown_or_is_an_error_of_its_column(
    client: Client, tmp_path: Path
) -> None:
    query = "select union_value(a := 1) as x, [union_value(b := 'c')] as y"
    for suffix, status in (("", 200), (".csv", 400), (".parquet", 400)):
        assert client.get(f"/sql{suffix}", q=query).status == status, suffix
    assert client.get("/sql.json", q=query).json["rows"] == [{"x": 1, "y": ["c"]}]
    file = write_database(tmp_path / "snapshot.duckdb", world())
    with duckdb.connect(str(file)) as database:
        database.execute(
            "create or replace table task as select * exclude (user_name), "
            "union_value(a := 'b') as user_name, union_value(c := 1) as other from task"
        )
    refused = call("sql", file, "from task")
    assert (refused.code, "task.user_name is not VARCHAR" in refused.err) == (3, True)


def test_a_greedy_query_ends_and_the_next_is_answered(client: Client) -> None:
    for query, suffix in (
        ("select repeat('x', 2000000000) as x", ""),
        ("select range(1000000000) as x", ".json"),
        (f"select {'(' * 900}1{')' * 900} as x", ""),
        ("attach ':memory:'", ".json"),
        (f"from read_text('{DEMO}/queue.jsonl')", ".json"),
    ):
        reply = client.get(f"/sql{suffix}", q=query)
        assert reply.status in (400, 503), query[:40]
    assert client.get("/sql.json", q="select 1 as x").json["rows"] == [{"x": 1}]
