"""The server: one reader, read only, every page with its twin."""

from __future__ import annotations

import csv
import http.client
import io
import re
import shutil
import signal
import threading
import time
from collections import Counter
from functools import partial
from html import escape, unescape
from pathlib import Path
from typing import Any
from unittest import mock
from urllib.parse import parse_qs, urlencode, urlsplit

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from brokersql.cli.inputs import open_input
from brokersql.core.errors import UsageError
from brokersql.cycle import Options
from brokersql.export import QuerySession
from brokersql.sandbox import QueryLimits, Sandbox
from brokersql.web.lists import count_rows
from brokersql.web.pages import address
from brokersql.web.responses import status_of
from brokersql.web.routes import Site
from brokersql.web.run_reader import open_reader, rule_text
from brokersql.web.server import OpenedRun, PageServer, RunRegistry
from brokersql.web.stories import ComparableRuns
from tests.cli.calling import begun, call, explained
from tests.web.asking import KEY, Client, Reply, serving
from tests.web.conftest import HOSTILE, Paged
from tests.web.reading import Page, counted


def test_every_number_of_a_page_is_that_of_its_twin(
    client: Client, hostile: Paged
) -> None:
    page = Page(client.get("/panda_job").text)
    away = [href for href, _ in page.links if not href.startswith("#")]
    assert {href.partition("key=")[2] for href in away} == {KEY}
    links = [each for each in counted(page) if each[1] != "links"]
    for policy, name, query, n in links:
        query.pop("key")
        assert count_rows(hostile.reader, policy, name, query) == n, (name, query)
    for policy, name, query, n in links[:: len(links) // 8]:
        query.pop("key", None)
        twin = client.get(f"/{policy}/{name}.json", limit="3", **query).json
        assert twin["n_rows"] == n
        assert len(twin["rows"]) == min(n, 3)
        assert client.get(f"/{policy}/{name}", **query).status == 200


def test_documents(client: Client) -> None:
    index = client.get("/index.json").json
    assert index["kind"] == "report"
    told = {each["policy"]: each for each in index["policies"]}
    names = ["panda_job", "dirac", "panda_analysis", "panda_task", "panda_timeout"]
    assert list(told) == names
    assert client.get("/panda_timeout.json").json == told["panda_timeout"]
    record = client.get("/run.json").json
    assert record["kind"] == "run.record"
    assert record["snapshot"]["snapshot_time"] == index["snapshot_time"]
    assert record["policies"][0]["parameters"]
    rules = client.get("/panda_job/rules.json", criterion="-lowmemory").json
    assert [row["file"] for row in rules["rows"]] == [
        "sql/panda_job/filters/low_memory.sql"
    ]
    assert "-- criterion: -lowmemory" in rules["rows"][0]["text"]
    groups = client.get("/panda_job/pairs.json", group="outcome").json["groups"]
    pairs = client.get("/panda_job/pairs.json", limit="1").json
    assert sum(each["n"] for each in groups) == pairs["n_all"]


def test_stories_are_those_of_explain(client: Client, hostile: Paged) -> None:
    asked = ("--policy", "panda_job", "--task", 47110182, "--no-changes")
    told = explained(hostile.folder, *asked)
    task = client.get("/panda_job/task/47110182.json").json
    assert task["text"] == told.lines
    queue = HOSTILE["LAGUNA_UCORE"]
    pair = client.get("/panda_job/task/47110182.json", queue=queue).json
    assert (pair["kind"], pair["unified_name"]) == ("explain.pair", queue)
    assert client.get("/panda_job/queue.json", name=queue).json["queue_name"] == queue
    rule = client.get("/panda_job/criterion.json", name="-cpucore").json
    assert rule["kind"] == "explain.criterion"
    rule = client.get("/panda_timeout/criterion.json", name="TO-01").json
    assert rule["text"]


def test_a_name_in_an_address_needs_no_policy(client: Client) -> None:
    odd = HOSTILE["LAGUNA_UCORE"]
    for kind, name, old in (
        ("task", "47110182", "/panda_job/task/47110182"),
        ("queue", odd, "/panda_job/queue"),
        ("queue", f"{odd}/MCORE", "/panda_job/queue"),
        ("criterion", "-lowmemory", "/panda_job/criterion"),
        ("pilot", "p2", "/dirac/pilot"),
    ):
        path = address((kind, name), {})
        query = {"id" if kind == "pilot" else "name": name} if kind != "task" else {}
        twin = client.get(f"{path}.json").json
        assert twin == client.get(f"{old}.json", **query).json
        assert twin["answer"]["cause"]
        page, same = client.get(path), client.get(old, **query)
        assert (page.status, same.status) == (200, 200)
        cards = [it.text.partition("</article>")[0] for it in (page, same)]
        assert cards[0] == cards[1]
        assert escape(twin["answer"]["more"][0][:20]) in cards[0]
    for old, name in (("/panda_job/task", "47110182"), ("/dirac/pilot", "p2")):
        twins = [client.get(f"{old}.json", **{key: name}) for key in ("name", "id")]
        assert twins[0].json == twins[1].json
        assert twins[0].json["answer"]["cause"]
        assert client.get(old, id=name).status == client.get(old, name=name).status
    missing = client.get("/queue/GLACIER_JUMB")
    assert (missing.status, "did you mean GLACIER_JUMBO" in missing.text) == (404, True)


def test_answers_are_sentences_of_the_story(client: Client) -> None:
    for path, query in (
        ("/task/47110182", {}),
        ("/task/47110182", {"queue": "DUNMORE_UCORE"}),
        ("/task/47110182", {"fix": "1"}),
        ("/queue/PRAIRIE_GREEDY", {}),
        ("/criterion/-transferring", {}),
        ("/pilot/p2", {}),
        ("/job/3", {}),
        ("/panda_timeout/criterion/TO-01", {}),
    ):
        twin = client.get(f"{path}.json", **query).json
        answer, text = twin["answer"], " ".join(" ".join(twin["text"]).split())
        # a sign says in a terminal that there is something to draw from
        status = answer["status"].removeprefix("eligible" if "p2" in path else " ")
        sentences = [answer["cause"], answer["next_look"], status]
        sentences += answer["helps"] + ([] if "queue" in query else answer["more"])
        assert [each for each in sentences if each not in text] == [], path
    assert "other decision" in client.get("/task/47110000", fix="1").text


def test_a_search_finds_what_a_name_stands_for(client: Client) -> None:
    def found(words: str) -> Any:
        return client.get("/search.json", q=words).json

    for words, kind, name in (
        ("47110182", "task", "47110182"),
        ("lowmemory", "criterion", "-lowmemory"),
        ("rheintal_ucore", "queue", "RHEINTAL_UCORE"),
        ("RHEINTAL_UCORE/MCORE", "queue", "RHEINTAL_UCORE/MCORE"),
        ("GARONNE-T1", "queue", "GARONNE-T1"),  # the nucleus: the run has panda_task
        ("p2", "pilot", "p2"),
        ("4", "job", "4"),
    ):
        meant = found(words)["found"]
        assert (meant["kind"], meant["name"]) == (kind, name), words
    several = found("UKI-MIDSHIRE-HEP")
    names = {each["name"] for each in several["like"]}
    assert (several["found"], names) == (None, {"MIDSHIRE_ELASTIC", "MIDSHIRE_UCORE"})
    near = found("GLACIR")
    assert (near["found"], near["like"]) == (None, [])
    assert {each["name"].partition("_")[0] for each in near["near"]} == {"GLACIER"}
    assert found("")["found"] is None
    page = Page(client.get("/search", q="GLACIR").text)
    assert "/panda_job/queue/GLACIER_JUMBO?key=a-key" in dict(page.links)


def test_heads_of_tables_name_columns_with_units(client: Client) -> None:
    for path in ("/panda_job", "/dirac", "/panda_timeout", "/run"):
        heads = Page(client.get(path).text).all("th")
        named = [str(each["title"]) for each in heads if each.get("title")]
        assert [it for it in named if not re.match(r"\w+: |nucleus of", it)] == []
        assert len(named) > 3, path
    columns = client.get("/panda_job/queues.json", limit="1").json["columns"]
    shown = {each["name"]: (each["label"], each["hover"]) for each in columns}
    assert shown["n_rejected"] == (
        "rejected, tasks",
        "n_rejected: tasks that rejected the queue",
    )
    for name in ("tasks", "pairs", "queues", "rules", "links"):
        columns = client.get(f"/panda_job/{name}.json", limit="1").json["columns"]
        assert [each["name"] for each in columns if ": " not in each["hover"]] == []


def test_what_would_help_is_what_fix_prints(client: Client, hostile: Paged) -> None:
    path, where = "/panda_job/task/47110000", str(hostile.folder)
    asked = ("explain", where, "--policy", "panda_job", "--task", "47110000")
    printed = explained(*asked[1:], "--fix", "--format", "json").json
    twin = client.get(f"{path}.json", fix="1").json
    assert {key: twin[key] for key in printed} == printed
    assert printed["command"].endswith(" ".join(printed["options"]))
    assert printed["change"]["other_decisions"]["of"]
    assert twin["text"] == explained(*asked[1:]).lines
    told = " ".join(asked)
    assert f"{told}</code>" in client.get(path, fix="1").words
    assert f"{told} --no-changes</code>" in client.get(path).words
    for place, query in (
        ("/dirac/job", {"id": "4", "fix": "1"}),
        (path, {"fix": "yes"}),
    ):
        assert client.get(place, **query).status == 400
        assert client.get(f"{place}.json", **query).status == 400


def test_stories_of_pilots_and_jobs(client: Client, hostile: Paged) -> None:
    for kind, given, options in (
        ("pilot", {"id": "p1"}, ("--pilot", "p1", "--no-changes")),
        ("pilot", {"id": "3"}, ("--pilot", "3", "--no-changes")),
        ("pilot", {"id": "3", "fix": "1"}, ("--pilot", "3")),
        ("job", {"id": "4"}, ("--job", "4")),
    ):
        told = explained(hostile.folder, "--policy", "dirac", *options)
        twin = client.get(f"/dirac/{kind}.json", **given).json
        expected = f"explain.{'fix' if 'fix' in given else kind}"
        assert (twin["kind"], twin["text"]) == (expected, told.lines), options
        page = client.get(f"/dirac/{kind}", **given)
        words = " ".join(("explain", str(hostile.folder), "--policy dirac", *options))
        assert (page.status, words in page.words) == (200, True), options


def test_a_user_has_a_page_where_users_are_throttled(world: Paged) -> None:
    site = Site(world.reader, KEY)

    def get(path: str, **query: str) -> Reply:
        found = site.answer(path, query)
        return Reply(found.status, {}, found.body)

    rows = get("/panda_analysis/tasks.json", limit="1").json["rows"]
    name = rows[0]["user_name"]
    told = call("explain", world.folder, "--user", name)
    twin = get("/panda_analysis/user.json", name=name).json
    assert (twin["kind"], twin["text"]) == ("explain.user", told.lines)
    assert get("/panda_analysis/user", name=name).status == 200
    assert get("/panda_job/user", name=name).status == 404
    nobody = get("/panda_analysis/user", name=f"{name}x")
    assert (nobody.status, f"did you mean {name}" in nobody.text) == (404, True)
    # all users with what waits of each, counted as the list of tasks counts it
    users = get("/panda_analysis/users.json").json["rows"]
    shown = get("/panda_analysis.json").json["waiting_users"]
    waiting = [each for each in users if each["n_waiting"]]
    names = [each["user_name"] for each in waiting]
    assert [each["user_name"] for each in shown] == names[: len(shown)] != []
    for each in shown:
        query = {"user_name": each["user_name"], "waits_by": "!null"}
        tasks = get("/panda_analysis/tasks.json", limit="1000", **query).json["rows"]
        causes = Counter(row["waits_by"] for row in tasks)
        assert {row["criterion"]: row["n"] for row in each["criteria"]} == causes
        assert each["reason"] in {row["reason"] for row in tasks}
        assert get("/panda_analysis/user", name=each["user_name"]).status == 200
    page = Page(get("/panda_analysis").text)
    assert any(href.startswith("/panda_analysis/users?") for href, _ in page.links)
    nucleus = get("/panda_task/tasks.json", status="assigned", limit="1").json["rows"]
    place = nucleus[0]["best_queue"]
    assert get("/panda_task/nucleus", name=place).status == 200
    assert get("/panda_task/nucleus.json", name=place).json["text"]


def test_what_pilots_got_leads_to_them(client: Client, hostile: Paged) -> None:
    rows = client.get("/dirac/pilots.json", sort="seq").json["rows"]
    assert [(row["status"], row["job_id"] is None) for row in rows] == [
        ("assigned", False),
        ("assigned", False),
        ("pending", True),
    ]
    told = client.get("/dirac.json").json
    assert told["outcomes"] == [
        {"status": "assigned", "n": 2},
        {"status": "pending", "n": 1},
    ]
    assert [row["seq"] for row in told["unserved"]] == [3]
    page = Page(client.get("/dirac").text)
    assert any(href.startswith("/dirac/pilot/3?key=") for href, _ in page.links)
    # a job that no pilot got is found by its number, with its task queue and the reason
    jobs = client.get("/dirac/jobs.json").json["rows"]
    assert [row["tq_id"] for row in jobs] == [1, 1, 2, 3]
    given = {row["job_id"] for row in jobs if row["status"] == "assigned"}
    assert given == {row["job_id"] for row in rows[:2]}
    assert jobs[3]["reason"] == "no pilot fits its task queue"
    found = client.get("/search.json", q="4").json["found"]
    assert found == {"kind": "job", "name": "4", "policy": "dirac"}
    answer = client.get("/dirac/job.json", id="4").json
    assert "in its task queue 3" in answer["answer"]["cause"]
    assert answer["answer"]["more"] == [
        "None of 3 pilots could take it; -cpu keeps most away."
    ]
    assert answer["next"] == {"kind": "criterion", "name": "-cpu"}


def test_a_rule_has_a_page_with_what_it_reads_and_touched(client: Client) -> None:
    rule = client.get("/policy/panda_job/low_memory.json").json
    assert (rule["kind"], rule["file"]) == (
        "policy.file",
        "sql/panda_job/filters/low_memory.sql",
    )
    (row,) = client.get("/panda_job/rules.json", criterion="-lowmemory").json["rows"]
    assert rule["sql"] == row["text"]
    assert [each["n_reported"] for each in rule["counts"]] == [row["n_reported"]]
    read = client.get("/policy/panda_job/transferring.json").json["parameters"]
    assert "transferring_per_running" in {each["parameter"] for each in read}
    page = client.get("/policy/panda_job/low_memory").words
    assert "brokersql policy show panda_job/low_memory --profile page" in page


def test_a_run_is_compared_with_one_beside_it(
    client: Client, hostile: Paged, other: str, tmp_path: Path
) -> None:
    runs = client.get("/diff.json").json
    folder = hostile.folder.parent / other
    assert {"b": other, "folder": str(folder)} in runs["runs"]
    assert hostile.folder.name not in {each["b"] for each in runs["runs"]}
    told = call("diff", hostile.folder, folder)
    twin = client.get("/diff.json", b=other).json
    assert (twin["kind"], twin["text"]) == ("diff", told.lines)
    changed = [each["seq"] for each in twin["changes"]]
    assert changed and len(changed) == twin["changed"] < 3
    rows = client.get("/diff.csv", b=other).text.splitlines()
    assert len(rows) == len(changed) + 1
    page = client.get("/diff", b=other)
    assert f"brokersql diff {hostile.folder} {folder}" in page.words
    for place in ("..", str(folder), f"../{folder.parent.name}/{other}", "snap"):
        for path in ("/diff", "/diff.json", "/diff.csv"):
            assert client.get(path, b=place).status == 404, place
    beside = ComparableRuns(hostile.folder, [shutil.copytree(folder, tmp_path / "far")])
    assert {"far", other} <= beside.runs().keys()
    with pytest.raises(UsageError, match="holds no run"):
        ComparableRuns(hostile.folder, [tmp_path])
    with pytest.raises(UsageError, match="two runs are called far"):
        ComparableRuns(hostile.folder, [tmp_path / "far"] * 2)


def test_rows_as_parquet(client: Client) -> None:
    for path, query in (("/panda_job/queues", {}), ("/sql", {"q": "from criterion"})):
        binary = client.get(f"{path}.parquet", **query)
        assert binary.headers["Content-Type"] == "application/vnd.apache.parquet"
        rows = pq.read_table(io.BytesIO(binary.body))
        lines = csv.reader(io.StringIO(client.get(f"{path}.csv", **query).text))
        assert rows.column_names == next(lines)
        assert rows.num_rows == len(list(lines)) > 0


def test_pages_and_names_of_a_list(client: Client) -> None:
    def rows(**query: str) -> list[dict[str, Any]]:
        return client.get("/panda_job/pairs.json", **query).json["rows"]

    first = rows(limit="30")
    assert rows(limit="10", page="2") == first[10:20]
    assert rows(limit="20", offset="10") == first[10:30]
    waiting = {"status": "pending", "criterion": "!null", "page": "1"}
    tasks = client.get("/panda_job/tasks.json", **waiting).json
    assert tasks["n_rows"] == 3
    assert client.get("/panda_job/tasks", **waiting).status == 200


def test_a_query_has_limits(run_folder: Path) -> None:
    source = open_input(str(run_folder))
    narrow = QueryLimits(seconds=0.5, n_rows=10)
    with QuerySession(partial(source.workspace, None, Options()), narrow) as desk:
        for query, status in (
            ("from range(11)", 413),
            ("select sum(a.range) from range(99999999) a, range(9999) b", 503),
            ("select nothing", 400),
        ):
            with pytest.raises(UsageError) as refused:
                desk.ask(query)
            assert status_of(refused.value) == status


def test_csv_has_all_rows_of_a_list_and_runs_nothing(client: Client) -> None:
    reply = client.get("/panda_job/queues.csv", sort="unified_name")
    assert reply.headers["Content-Type"].startswith("text/csv")
    head, *rows = reply.text.splitlines()
    assert head.startswith("unified_name,cloud,")
    assert len(rows) == client.get("/panda_job/queues.json", limit="1").json["n_all"]
    query = "select '=1+1' as user_name, '-disk' as criterion, '@a' as \"=b\", -1 as n"
    told = ["user_name,criterion,'=b,n", "'=1+1,-disk,'@a,-1"]
    assert client.get("/sql.csv", q=query).text.splitlines() == told


def test_queries_by_hand(client: Client) -> None:
    query = (
        "select status, count(*) as n from result where jedi_task_id is not null "
        "group by all order by n desc"
    )
    told = client.get("/sql.json", q=query).json
    assert [each["name"] for each in told["columns"]] == ["status", "n"]
    assert told["rows"][0] == {"status": "assigned", "n": 52}
    assert client.get("/sql.csv", q=query).text.splitlines()[:2] == [
        "status,n",
        "assigned,52",
    ]
    pages = [client.get("/sql.json", q="from range(1500)", page=n).json for n in "12"]
    assert [len(each["rows"]) for each in pages] == [1000, 500]
    assert {each["n_rows"] for each in pages} == {1500}
    twice = client.get("/sql.json", q="select 1 as a, 2 as a").json
    assert [each["name"] for each in twice["columns"]] == ["a", "a:1"]
    assert twice["rows"] == [{"a": 1, "a:1": 2}]
    many = {"q": "from range(1000001)"}
    for limit in (0, 1001, 100_000):
        found = client.get("/sql.json", **many, limit=str(limit)).json
        assert (len(found["rows"]), found["n_rows"]) == (limit, 1_000_001)
    assert client.get("/sql.json", **many, limit="100001").status == 413
    assert client.get("/sql.csv", **many).status == 413
    for wrong in ("from read_csv('/etc/passwd')", "drop table result", "from nowhere"):
        assert client.get("/sql.json", q=wrong).status == 400
    Page(client.get("/sql", q=query).text)


WRONG_QUERIES = (
    *("from nowhere", "select 1 as", "select cast('x' as int)", "select 1; select 2"),
    *("drop table result", "from read_csv('/etc/passwd')", "'", "select 1 <b> from x"),
)


def test_a_faulty_query_is_400_as_a_page_too(client: Client) -> None:
    for query in WRONG_QUERIES:
        page = client.get("/sql", q=query)
        twin = client.get("/sql.json", q=query)
        assert (page.status, twin.status) == (400, 400), query
        assert page.headers["Content-Type"].startswith("text/html")
        # the script of the page shows it, beside the query; without scripts it stands
        assert f"<noscript><article><h1>{twin.json['message']}" in unescape(page.text)
        assert 'class="fault"' not in page.text
        assert client.get("/sql", method="HEAD", q=query).status == 400
    for query in ("", "  ", "from criterion"):
        assert client.get("/sql", q=query).status == 200


def test_two_queries_are_answered_at_a_time(run_folder: Path) -> None:
    """Each ends only when the other has begun: one after the other, none would."""
    source = open_input(str(run_folder))
    make = partial(source.workspace, None, Options())
    with QuerySession(make, QueryLimits(seconds=60), n_at_once=2) as desk:
        desk.ask("from criterion")
        both = threading.Barrier(2, timeout=60)
        plain = Sandbox.ask

        def met(sandbox: Sandbox, text: str) -> pa.Table:
            both.wait()
            return plain(sandbox, text)

        replies = list[Reply]()
        queries = [f"select {n} as n, count(*) as c from {t}" for n, t in ASKED]
        with (
            serving(Site(open_reader(run_folder), KEY, desk.ask)) as server,
            mock.patch.object(Sandbox, "ask", met),
        ):

            def ask(query: str) -> None:
                replies.append(Client(server).get("/sql.json", q=query))

            threads = [threading.Thread(target=ask, args=(q,)) for q in queries]
            for each in threads:
                each.start()
            for each in threads:
                each.join()
    assert [each.status for each in replies] == [200] * len(ASKED)
    rows = sorted(each.json["rows"][0]["n"] for each in replies)
    assert rows == [n for n, _ in ASKED]
    assert all(each.json["rows"][0]["c"] > 0 for each in replies)


def test_a_filter_takes_a_number_in_any_form(client: Client) -> None:
    def n_rows(path: str, **query: str) -> int:
        return client.get(f"/panda_job/{path}.json", **query).json["n_rows"]

    forms = ("500", "500.0", "5e2", "=500")
    (found,) = {n_rows("tasks", priority=each) for each in forms}
    assert found
    assert n_rows("tasks", priority="!500.0") + found == n_rows("tasks")
    assert not n_rows("tasks", priority="500.5")
    assert not n_rows("tasks", priority="1e999999999")
    whole = {n_rows("weights", weight=each) for each in ("1", "1.0")}
    assert len(whole) == 1


#: Queries that name results, the snapshot and facts: some are made meanwhile.
ASKED = ((1, "result"), (2, "task"), (3, "pseudo_queue"), (4, "candidate"))


@pytest.mark.parametrize(
    ("path", "query", "status", "said"),
    [
        ("/panda_jib", {}, 404, "no policy panda_jib"),
        ("/panda_job/quues", {}, 404, "no page quues"),
        ("/panda_job/quues.json", {}, 404, "no page quues"),
        ("/panda_job/a/b/c.json", {}, 404, "no page"),
        ("/panda_job/queues.json", {"clod": "DE"}, 400, "no column clod"),
        ("/panda_job/tasks.json", {"priority": ">abc"}, 400, "abc is no number"),
        ("/panda_job/tasks.json", {"priority": "<=nan"}, 400, "nan is no number"),
        ("/panda_job/tasks", {"priority": "<high"}, 400, "priority=&gt;100"),
        ("/panda_job/queues.json", {"limit": "all"}, 400, "limit=all is no number"),
        ("/panda_job/queues", {"page": "two"}, 400, "page=two is no number"),
        ("/panda_job/queues.json", {"limit": "200000"}, 413, "200,000 rows are more"),
        ("/panda_job/task/1.json", {}, 404, "no task 1"),
        ("/panda_job/task/one.json", {}, 404, "task one is no number"),
        ("/panda_job/queue.json", {"name": "NOWHERE"}, 404, "NOWHERE"),
        ("/panda_job/queue", {"name": "NOWHERE"}, 404, "AARDORF_UCORE"),
        ("/panda_job/queue", {"name": "GLACIER_UCOR"}, 404, "did you mean GLACIER_"),
        ("/panda_job/task/4711018", {}, 404, "did you mean 4711018"),
        ("/panda_job/criterion", {"name": "-lowmem"}, 404, "did you mean -lowmem"),
        ("/panda_job/queues", {"clod": "DE"}, 400, "did you mean cloud"),
        ("/panda_job/queues", {"sort": "-clod"}, 400, "no column clod"),
        ("/dirac/pilot", {"id": "p9"}, 404, "no pilot p9 in dirac (3 pilots)"),
        ("/pilot/p9.json", {}, 404, "no pilot p9 in this run (3 pilots)"),
        ("/queue/aardorf", {}, 404, "no queue aardorf in this run (42 queues)"),
        ("/queue/aardorf.json", {}, 404, "no queue aardorf in this run (42 queues)"),
        ("/panda_job/queue", {}, 404, "the address names no queue"),
        ("/panda_job/task.json", {}, 404, "the address names no task"),
        ("/nucleus/x", {}, 404, "no nucleus x in this run (5 nuclei)"),
        ("/task/47110182", {"chunk": "99"}, 404, "task 47110182 has no chunk 99"),
        ("/task/47110182.json", {"chunk": "99"}, 404, "task 47110182 has no chunk 99"),
        ("/task/47110182", {"chunk": "x"}, 404, "it has 0"),
        ("/task/47110182.json", {"chunk": "x"}, 404, "0, 1, 2 …"),
        ("/task/47110182%2Ffoo", {}, 404, "no task 47110182/foo"),
        ("/queue/DUNMORE_UCORE%2FNOPE", {}, 404, "no queue DUNMORE_UCORE/NOPE"),
        ("/panda_job/queue/DUNMORE_UCORE%2FNOPE.json", {}, 404, "(42 queues)"),
        ("/dirac/job.json", {"id": "17"}, 404, "no job 17"),
        ("/dirac/job.json", {"id": "x"}, 404, "job x is no number"),
        ("/policy/panda_job/lowmem", {}, 404, "no file lowmem"),
        ("/policy/..%2F..%2Fsql%2Fpanda_job/status", {}, 404, "no policy"),
        ("/policy/panda_job/..%2Fpolicy.toml.json", {}, 404, "no file"),
        ("/diff.csv", {}, 404, "no run to compare with"),
        ("/../../etc/passwd", {}, 404, "no policy"),
    ],
)
def test_what_cannot_be_shown(
    client: Client, path: str, query: dict[str, str], status: int, said: str
) -> None:
    reply = client.get(path, **query)
    assert reply.status == status
    assert said in reply.text
    if path.endswith(".json"):
        assert (reply.json["error"], reply.json["exit_code"]) == ("usage", 2)
    elif path.endswith(".csv"):
        assert reply.json["message"]
    else:
        Page(reply.text)


def test_strangers_are_turned_away_and_nothing_can_be_changed(client: Client) -> None:
    port = client.server.port
    for key, host, status in (
        (None, "", 403),
        ("another", "", 403),
        (KEY, "evil.example", 403),
        (KEY, f"evil.example:{port}", 403),
        (KEY, f"localhost:{port}", 200),
    ):
        assert client.get("/index.json", host=host, key=key).status == status, host
        assert client.get("/", host=host, key=key).status == status, host
    for method in ("POST", "PUT", "DELETE", "PATCH", "OPTIONS"):
        refused = client.get("/", method=method)
        assert refused.status == 405
        assert f"{method} is refused" in refused.text
    reply = client.get("/", method="HEAD")
    assert (reply.status, reply.text) == (200, "")
    # a page may load nothing from elsewhere
    headers = client.get("/panda_job").headers
    rules = headers["Content-Security-Policy"]
    assert rules.startswith("default-src 'none'")
    assert rules.endswith("connect-src 'self'; form-action 'self'")
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert "Set-Cookie" not in headers


def test_it_listens_on_this_machine_only(hostile: Paged, client: Client) -> None:
    assert client.server.server_address[0] == "127.0.0.1"
    assert call("serve", hostile.folder, "--host", "0.0.0.0").code == 2
    assert "listens on 127.0.0.1 only" in call("serve", "--help").out
    with pytest.raises(UsageError, match=f"port {client.server.port} of"):
        PageServer(client.server.site, client.server.port)
    with pytest.raises(UsageError, match="port 70000 of"):
        PageServer(client.server.site, 70000)


def test_the_command_prints_its_address_and_stops_with_ctrl_c(
    run_folder: Path,
) -> None:
    """Also while a story is made."""
    with begun("serve", run_folder, "--timeout=0.5", text=True) as process:
        assert process.stdout is not None
        address = process.stdout.readline().strip()
        found = re.fullmatch(r"http://127\.0\.0\.1:(\d+)/\?key=([\w-]+)", address)
        assert found is not None
        link = http.client.HTTPConnection("127.0.0.1", int(found[1]), timeout=60)
        link.request("GET", f"/index.json?key={found[2]}")
        answer = link.getresponse()
        assert (answer.status, len(answer.read()) > 0) == (200, True)
        slow = "select sum(a.range) from range(99999999) a, range(9999) b"
        link.request("GET", f"/sql.json?{urlencode({'q': slow, 'key': found[2]})}")
        answer = link.getresponse()
        assert (answer.status, b"stopped after 0.5 s" in answer.read()) == (503, True)
        # what would help is looked for over many trials
        link.request("GET", f"/task/47110182.json?fix=1&key={found[2]}")
        time.sleep(1)
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=60)
        link.close()
    assert process.returncode == 130
    _, said, after = errors.partition("read only; Ctrl-C stops\n")
    assert said and re.fullmatch(r"\s*stopped after [\d.]+ s\n", after)


def test_a_newer_run_is_offered_and_has_pages_of_its_own(
    hostile: Paged, other: str, tmp_path: Path
) -> None:
    base = hostile.folder.parent
    snapshot = shutil.copytree(base / "snap", tmp_path / "snap")
    folder = shutil.copytree(base / other, tmp_path / "now")
    closed: list[Path] = []

    def opened(place: Path, key: str, editions: RunRegistry) -> OpenedRun:
        book = open_reader(place)
        newer = partial(editions.newer, place, book.record)
        return OpenedRun(Site(book, key, newer=newer), lambda: closed.append(place))

    def written(place: Path, *options: str) -> None:
        made = ("run", snapshot, "--policy", "dirac", "--out", place, *options)
        assert call(*made).code == 0

    editions = RunRegistry(opened)
    site = editions.first(folder)
    assert editions.find(site.key) is site
    assert editions.find("another") is None
    before = site.answer("/", {}).body.decode()
    assert "newer run" not in before
    # a run beside it
    written(tmp_path / "later")
    page = Page(site.answer("/dirac/pilots", {}).body.decode())
    (href,) = [href for href, text in page.links if text == "open it"]
    later = editions.find(parse_qs(urlsplit(href).query)["key"][0])
    assert later is not None and later.reader.run.folder == tmp_path / "later"
    assert later.answer("/dirac/pilots", {}).status == 200
    # a run in its place: nothing is read from files that are of another run
    written(folder, "--seed", "9")
    assert site.answer("/dirac", {}).status == 200
    assert site.answer("/dirac.json", {}).status == 200
    for path in ("/dirac/pilots", "/dirac/pilots.json", "/sql.csv", "/diff.json"):
        reply = site.answer(path, {})
        assert (reply.status, b"another run" in reply.body) == (410, True)
    page = Page(site.answer("/dirac/pilots", {}).body.decode())
    (href,) = [href for href, text in page.links if text == "open it"]
    again = editions.find(parse_qs(urlsplit(href).query)["key"][0])
    assert again is not None and again.reader.run.seed == 9
    assert b"newer run" not in again.answer("/dirac/pilots", {}).body
    # a run of another source is none of these
    assert call("snapshot", "generate", tmp_path / "world", "--tasks", 1).code == 0
    foreign = ("run", tmp_path / "world", "--policy", "panda_timeout")
    assert call(*foreign, "--out", tmp_path / "foreign").code == 0
    assert b"newer run" not in again.answer("/dirac/pilots", {}).body
    editions.close()
    assert sorted(closed) == [tmp_path / "later", folder, folder]


def test_only_rules_are_read_as_rules(tmp_path: Path) -> None:
    secret = tmp_path / "secret"
    secret.write_text("secret", encoding="utf-8")
    assert rule_text(str(secret)) is None
    rule = rule_text("sql/panda_job/filters/status.sql")
    assert rule is not None and "-- criterion: -status" in rule
