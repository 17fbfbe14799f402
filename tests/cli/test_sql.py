"""`brokersql sql`: one read-only query over everything, in every format."""

from __future__ import annotations

import contextlib
import csv
import io
import json
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any
from unittest import mock

import pyarrow as pa
import pyarrow.ipc as ipc
import pyarrow.parquet as pq
import pytest

from brokersql.cli.inputs import open_input
from brokersql.cycle import Options
from brokersql.export import QuerySession
from tests.cli.calling import DEMO, Outcome, call, environment, spawn

ROWS = (
    "select queue_name, rank, weight, rank = 1 as is_best, nullif(rank, 1) as other "
    "from candidate where jedi_task_id = 47110000 order by rank limit 5"
)


@pytest.fixture
def expected(run_folder: Path) -> list[dict[str, object]]:
    rows = pq.read_table(run_folder / "candidate.parquet").to_pylist()
    chosen = [row for row in rows if row["jedi_task_id"] == 47110000]
    return [
        {
            **{name: row[name] for name in ("queue_name", "rank", "weight")},
            "is_best": row["rank"] == 1,
            "other": None if row["rank"] == 1 else row["rank"],
        }
        for row in sorted(chosen, key=lambda row: row["rank"])[:5]
    ]


@pytest.fixture(scope="module")
def ask(queues: Path) -> Iterator[Callable[[str], Outcome]]:
    """Return what asks the queues; one session answers all."""
    make = partial(open_input(str(queues)).workspace, None, Options())
    with QuerySession(make) as session:

        def asked(query: str) -> Outcome:
            kept = contextlib.nullcontext(session)
            with mock.patch("brokersql.export.QuerySession", lambda *_: kept):
                return call("sql", queues, query)

        yield asked


@pytest.fixture(scope="module")
def told(cache: None) -> dict[str, Any]:
    """Return what one query over the demo, of all its policies, answers."""
    counted = "select criterion, count(*) as n from exclusion"
    query = f"""
        with
        counts as ({counted} where policy = 'panda_job' group by all),
        shared as (
            from panda_job.memory a inner join panda_analysis.memory b
            using (jedi_task_id, chunk_no, pseudo_queue)
        ),
        sized as (from task_size inner join result using (jedi_task_id)),
        reason as (from verdict_reason where criterion = '-lowmemory')
        select
            (select list(criterion || ',' || n order by n) from counts) as exclusions,
            (select count(*) from shared) as n_shared,
            (select count(distinct jedi_task_id) from sized) as n_sized,
            (select list(distinct unit) from reason) as units,
            (select bool_and(asked > offered and shortfall > 0) from reason) as is_short
    """
    done = call("sql", DEMO, query, "--format", "json")
    assert done.code == 0, done.err
    return done.json["rows"][0]


def test_json_parses_back(run_folder: Path, expected: list[dict[str, object]]) -> None:
    answer = call("sql", run_folder, ROWS, "--format", "json").json
    assert (answer["schema_version"], answer["kind"]) == (1, "sql")
    assert answer["n_rows"] == 5
    assert [each["name"] for each in answer["columns"]] == list(expected[0])
    assert answer["rows"] == expected


def test_text_parses_back(run_folder: Path, expected: list[dict[str, object]]) -> None:
    """As lines of JSON; and as CSV, which is what a pipe gets."""
    done = call("sql", run_folder, ROWS, "--format", "jsonl")
    assert [json.loads(line) for line in done.lines] == expected
    read = list(csv.DictReader(io.StringIO(call("sql", run_folder, ROWS).out)))
    for row, wanted in zip(read, expected, strict=True):
        assert row["queue_name"] == wanted["queue_name"]
        assert int(row["rank"]) == wanted["rank"]
        assert float(row["weight"]) == wanted["weight"]
        assert row["is_best"] == str(wanted["is_best"]).lower()
        assert row["other"] == str(wanted["other"] or "")


def test_binary_rows_parse_back(
    run_folder: Path, tmp_path: Path, expected: list[dict[str, object]]
) -> None:
    """From files, and from a pipe."""
    parquet, arrow = tmp_path / "rows.parquet", tmp_path / "rows.arrow"
    for path in (parquet, arrow):
        assert call("sql", run_folder, ROWS, "--output", path).out == ""
    assert {each.name for each in tmp_path.iterdir()} == {parquet.name, arrow.name}
    assert pq.read_table(parquet).to_pylist() == expected
    piped = spawn("sql", run_folder, ROWS, "--format", "arrow").stdout
    for content in (arrow.read_bytes(), piped):
        assert _arrow(content).to_pylist() == expected


def _arrow(content: bytes) -> pa.Table:
    with ipc.open_stream(content) as reader:
        return reader.read_all()


def test_values_are_shown_as_they_are(run_folder: Path) -> None:
    """Numbers without change, an interval with its units, of JSON what it lacks."""
    ages = (
        "select age(timestamp '2026-03-17 05:00', timestamp '2026-01-15') as age, "
        "interval '-90 seconds' as late"
    )
    age, late = "2 months 2 days 05:00:00", "-00:01:30"
    infinite = "select 'inf'::double as a, 1::double as b"
    for query, form, said in (
        (
            "select 1234567 as n, 0.1::double as x",
            "table",
            "      n    x\n1234567  0.1\n",
        ),
        (ages, "csv", f"age,late\n{age},{late}\n"),
        (ages, "table", age),
        (ages, "jsonl", json.dumps({"age": age, "late": late})),
        (infinite, "jsonl", json.dumps({"a": None, "b": 1.0, "not_finite": True})),
    ):
        done = call("sql", run_folder, query, "--format", form)
        assert said in done.out, (query, form)
        assert "1 row, " in done.err


def test_sentences_of_a_query_give_way_at_their_end(run_folder: Path) -> None:
    prose = "the single named queue of a task before it is told of any other"
    asked = f"select '{prose}' as title, 'A_NAME_THAT_IS_LONG_ENOUGH_FOR_TWO' as name"
    _, line = call("sql", run_folder, asked, columns=60).lines
    assert line.startswith("the single named")
    assert line.endswith("TWO")
    assert "…  " in line


def test_limits_cut_rows(run_folder: Path) -> None:
    query = "from range(42)"
    assert len(call("sql", run_folder, query, "--limit", 3).lines) == 1 + 3
    cut = call("sql", run_folder, query, "--limit", 3, "--format", "table").lines
    assert cut[-1] == "… and 39 more: --limit 0"
    assert len(call("sql", run_folder, query, "--limit", 0).lines) == 1 + 42


def test_nested_columns_and_repeated_names(run_folder: Path) -> None:
    wrong = call("sql", run_folder, "select [1, 2] as parts")
    assert (wrong.code, wrong.out) == (2, "")
    assert "column parts is nested" in wrong.err
    answer = call(
        "sql", run_folder, "select [1] as a, 2 as b, 3 as b", "--format", "json"
    )
    assert answer.json["rows"] == [{"a": [1], "b": 2, "b:1": 3}]


def test_results_facts_and_rules_of_a_run(run_folder: Path) -> None:
    reported = "from exclusion where criterion = '-lowmemory'"
    joined = "candidate inner join queue on candidate.unified_name = queue.queue_name"
    query = f"""
        select
            (select count(*) {reported}) as n_reported,
            (select count(*) from filter_low_memory) as n_failing,
            (select count(*) from queue) as n_queues,
            (select count(*) from memory) as n_memory,
            (select count(*) from resource_class where is_high_memory) as n_wide,
            (select count(*) from {joined}) as n_joined,
            (select count(*) from candidate) as n_candidates
    """
    done = call("sql", run_folder, query, "--format", "json")
    (told,) = done.json["rows"]
    assert 0 < told["n_reported"] <= told["n_failing"]
    assert "note:" not in done.err
    other = call("sql", run_folder, query, "--format", "json", "--profile", "asrun")
    assert other.json["rows"][0]["n_reported"] == told["n_reported"]
    assert other.json["rows"][0]["n_failing"] != told["n_failing"]
    assert "note: result tables are as the run decided" in other.err
    assert (told["n_queues"], told["n_wide"]) == (42, 4)
    assert told["n_memory"] == 45 * 362
    assert told["n_joined"] == told["n_candidates"] > 0


def test_a_snapshot_has_results_too(told: dict[str, Any], run_folder: Path) -> None:
    query = "select criterion, count(*) as n from exclusion group by all"
    rows = call("sql", run_folder, query).lines[1:]
    assert sorted(told["exclusions"]) == sorted(rows)


def test_relations_of_several_policies_side_by_side(told: dict[str, Any]) -> None:
    assert (told["units"], told["is_short"]) == (["MB"], True)
    assert (told["n_sized"], told["n_shared"]) == (62, 0)


def test_facts_stand_on_their_own(demo: Path) -> None:
    """No cycle is run for them, no rule need read them; settings hold."""
    wide = "select count(*) as n from resource_class where is_high_memory"
    one_task = "from task_size where jedi_task_id = 47110000"
    several = f"""
        select ({wide}) as n_wide, (select resource_type {one_task}) as size,
            (select count(*) from share_order) as n_shares
    """
    (facts,) = call("sql", demo, several, "--format", "json").json["rows"]
    assert facts == {"n_wide": 4, "size": "SCORE", "n_shares": 0}
    assert call("sql", demo, wide, "--set", "high_memory_mb=3000").out == "n\n2\n"


def test_a_run_whose_snapshot_is_gone_or_changed(
    run_folder: Path, tmp_path: Path
) -> None:
    """Results outlive it, and are joined with no other; nothing is explained."""
    for key, other, code, said in (
        ("source", "gone", 2, "the snapshot of this run is gone"),
        ("content_hash", "0" * 64, 3, "the snapshot has changed since the run"),
    ):
        run = shutil.copytree(run_folder, tmp_path / key)
        record = json.loads((run / "run.json").read_text())
        record["snapshot"][key] = other
        (run / "run.json").write_text(json.dumps(record))
        alone = call("sql", run, "select count(*) as n from result")
        assert (alone.code, alone.out) == (0, "n\n45\n")
        wrong = call("sql", run, "select count(*) from candidate join queue on true")
        assert (wrong.code, said in wrong.err) == (code, True), wrong.err
        told = call("explain", run, "--task", 47110000)
        assert (told.code, said in told.err) == (3, True), told.err


def test_a_place_that_holds_nothing_or_what_is_damaged(
    run_folder: Path, tmp_path: Path
) -> None:
    for place in (tmp_path, tmp_path / "nothing"):
        wrong = call("sql", place, "select 1")
        assert wrong.code == 3
        assert str(place) in wrong.err
    run = shutil.copytree(run_folder, tmp_path / "run")
    (run / "result.parquet").write_bytes(b"PAR1 and nothing")
    wrong = call("sql", run, "from result")
    assert (wrong.code, "result.parquet" in wrong.err) == (3, True)
    (run / "run.json").write_text("{")
    assert call("sql", run, "from result").code == 3


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ("drop table queue", "drop is switched off"),
        ("pivot queue on status", "a pivot has to name its values here"),
        ("select 1; select 2", "2 statements in one call"),
        ("select * from 'https://example.org/x.csv'", "no file can be read here"),
        ("install httpfs", "install is switched off"),
        ("from checkpoint('copy1')", "checkpoint is switched off"),
        ("show tables", "brokersql sql without a query lists all"),
        ("from sql_auto_complete('se')", "no function sql_auto_complete here"),
        ("from sqlite_scan('x', 'y')", "no function sqlite_scan here"),
        ("select st_point(1, 2)", "no function st_point here"),
        ("select list_transform([1], x -> x)", "a lambda is written lambda x: "),
        (
            "select * from memory cross join read_text('/etc/passwd')",
            "read_text is switched off",
        ),
        ("from nowhere.quue", "no table nowhere.quue\n  did you mean queue"),
        ("from nowhere.queue", "there is queue, not of nowhere: name it alone"),
        ("from dirac.exclusion", "error: no table dirac.exclusion\n"),
        ("select quue_name from queue", 'referenced column "quue_name"'),
        ("select quue_name from queue", '"queue_name"'),
        ("select round('x')", "LINE 1: select round('x')"),
        ("from quue", "did you mean queue"),
        ("from exclusions", "did you mean exclusion?"),
        ("from site_clas", "did you mean site_class"),
        ("from filter_low_memry", "did you mean filter_low_memory"),
        ("select 1 +", "LINE 1: select 1 +"),
        ("select 'x'::integer", "could not convert string"),
    ],
)
def test_what_is_no_query_that_reads_is_refused(
    query: str, said: str, ask: Callable[[str], Outcome]
) -> None:
    """tests/sandbox asks for everything else that is switched off."""
    refused = ask(query)
    assert (refused.code, refused.out) == (2, "")
    assert refused.err.startswith("error: ")
    assert said in refused.err
    assert len(refused.err.splitlines()) <= 3
    assert not re.search("INSTALL|LOAD|SET|auto-", refused.err)


def test_a_query_that_begins_with_a_remark_goes_after_a_sign(run_folder: Path) -> None:
    query = "-- one\nselect 1 as x"
    wrong = call("sql", run_folder, query)
    assert wrong.code == 2
    assert "sql RUN -- QUERY, or give it by stdin" in wrong.err
    assert call("sql", run_folder, "--format", "csv", "--", query).lines == ["x", "1"]


def test_words_in_capitals_stay_so_in_errors(run_folder: Path) -> None:
    wrong = call("sql", run_folder, "select")
    assert wrong.err.startswith("error: SELECT clause without selection list")


def test_a_query_may_read_what_relations_are(ask: Callable[[str], Outcome]) -> None:
    """Their comments are made for it, also where they were there before without."""
    assert ask("select count(*) as n from queue").code == 0
    told = "comment from duckdb_tables() where table_name = 'queue'"
    for query in (f"select {told}", f"select (select count(*) from task) as n, {told}"):
        assert "CRIC pandaqueue" in ask(query).out


def test_limits_of_a_query_are_options(run_folder: Path) -> None:
    slow = "select count(*) from range(1000000000000) a cross join range(1000) b"
    large, one = "select length(repeat('x', 2000000000)) as n", "select 1"
    for query, option, limit, code, said in (
        (slow, "--timeout", "0.7", 2, "stopped after 0.7 s"),
        *(
            (one, "--timeout", each, 2, "lets no query end")
            for each in ("0", "-1", "inf")
        ),
        (one, "--memory-limit", "0KB", 2, "--memory-limit 0KB lets no query run"),
        (one, "--memory-limit", "1KB", 8, "the query needs more memory than it may"),
        (large, "--memory-limit", "100MB", 8, "--memory-limit"),
    ):
        refused = call("sql", run_folder, query, option, limit)
        assert (refused.code, refused.out) == (code, ""), refused.err
        assert said in refused.err
        assert code != 8 or "needs more memory" in refused.err


def test_a_query_comes_from_stdin(run_folder: Path) -> None:
    for words in ((), ("-",)):
        done = spawn("sql", run_folder, *words, stdin=None, input=b"select 42 as n")
        assert done.stdout == b"n\n42\n"


def test_a_query_that_is_no_utf8_is_told(
    run_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    query = b"select 'Z\xfcrich' as x"
    stream = io.TextIOWrapper(io.BytesIO(query), encoding="utf-8")
    monkeypatch.setattr(sys, "stdin", stream)
    for words in ((), (query.decode("utf-8", "surrogateescape"),)):
        wrong = call("sql", run_folder, *words)
        assert wrong.code == 2, words
        assert "the query is no UTF-8 text after select 'Z\n" in wrong.err, words


def test_a_query_alone_goes_to_the_demo() -> None:
    assert call("sql", "select snapshot_id from snapshot").out == "snapshot_id\ndemo\n"


def test_without_a_query_the_tables_are_listed(
    run_folder: Path, demo: Path, no_input: None
) -> None:
    listed = call("sql", run_folder, "--format", "json").json["rows"]
    by_name = {(row["kind"], row["table"]): row for row in listed}
    assert by_name["snapshot", "queue"]["rows"] == 42
    assert by_name["fact", "memory"]["per"] == "jedi_task_id, chunk_no, pseudo_queue"
    assert by_name["result", "result"]["rows"] == 45
    assert by_name["filter", "filter_low_memory"]["title"].startswith("the estimated")
    assert by_name["timeout", "timeout_pending"]["per"] == "unit that it watches"
    assert by_name["step", "upcoming"]["per"] == "panda_id, step"
    for row in listed:
        if row["kind"] != "filter" and row["rows"] != 0:
            query = f"select count(*) from {row['table']}"
            assert row["title"], query


def test_nothing_is_imported_from_the_folder_one_is_in(
    run_folder: Path, tmp_path: Path
) -> None:
    (tmp_path / "brokersql").mkdir()
    (tmp_path / "brokersql" / "__init__.py").write_text("raise SystemExit('imported')")
    words = ("sql", str(run_folder), "select bogus")
    done = subprocess.run(
        [sys.executable, "-P", "-m", "brokersql", *words],
        env=environment({"BROKERSQL_RESIDENT": "0"}),
        cwd=tmp_path,
        capture_output=True,
        check=False,
    )
    alone = call(*words)
    assert (done.returncode, done.stderr.decode()) == (alone.code, alone.err)
    assert b"imported" not in done.stderr
