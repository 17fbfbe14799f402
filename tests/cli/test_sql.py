"""`brokersql sql`: one read-only query over everything, in every format."""

from __future__ import annotations

import csv
import io
import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pyarrow as pa
import pyarrow.ipc as ipc
import pyarrow.parquet as pq
import pytest

from tests.cli.calling import DEMO, call, environment, spawn

ROWS = (
    "select queue_name, core_count, core_power, status = 'online' as is_online, "
    "nullif(status, 'online') as other from queue order by queue_name limit 5"
)


@pytest.fixture
def expected(demo: Path) -> list[dict[str, object]]:
    lines = (demo / "queue.jsonl").read_text(encoding="utf-8").splitlines()
    queues = sorted(map(json.loads, lines), key=lambda row: row["queue_name"])[:5]
    return [
        {
            "queue_name": row["queue_name"],
            "core_count": row["core_count"],
            "core_power": row["core_power"],
            "is_online": row["status"] == "online",
            "other": None if row["status"] == "online" else row["status"],
        }
        for row in queues
    ]


def test_json_parses_back(queues: Path, expected: list[dict[str, object]]) -> None:
    answer = call("sql", queues, ROWS, "--format", "json").json
    assert (answer["schema_version"], answer["kind"]) == (1, "sql")
    assert answer["n_rows"] == 5
    assert [each["name"] for each in answer["columns"]] == list(expected[0])
    assert answer["rows"] == expected


def test_json_lines_parse_back(queues: Path, expected: list[dict[str, object]]) -> None:
    done = call("sql", queues, ROWS, "--format", "jsonl")
    assert [json.loads(line) for line in done.lines] == expected


def test_csv_is_what_a_pipe_gets(
    queues: Path, expected: list[dict[str, object]]
) -> None:
    read = list(csv.DictReader(io.StringIO(call("sql", queues, ROWS).out)))
    for row, wanted in zip(read, expected, strict=True):
        assert row["queue_name"] == wanted["queue_name"]
        assert int(row["core_count"]) == wanted["core_count"]
        assert float(row["core_power"]) == wanted["core_power"]
        assert row["is_online"] == str(wanted["is_online"]).lower()
        assert row["other"] == (wanted["other"] or "")


@pytest.mark.parametrize("suffix", ["parquet", "arrow"])
def test_binary_files_parse_back(
    suffix: str, queues: Path, tmp_path: Path, expected: list[dict[str, object]]
) -> None:
    path = tmp_path / f"rows.{suffix}"
    assert call("sql", queues, ROWS, "--output", path).out == ""
    table = pq.read_table(path) if suffix == "parquet" else _arrow(path.read_bytes())
    assert table.to_pylist() == expected
    assert [each.name for each in tmp_path.iterdir()] == [path.name]


def test_an_arrow_stream_goes_through_a_pipe(
    queues: Path, expected: list[dict[str, object]]
) -> None:
    done = spawn("sql", queues, ROWS, "--format", "arrow")
    assert _arrow(done.stdout).to_pylist() == expected


def _arrow(content: bytes) -> pa.Table:
    with ipc.open_stream(content) as reader:
        return reader.read_all()


def test_a_table_shows_values_as_they_are(queues: Path) -> None:
    done = call(
        "sql", queues, "select 1234567 as n, 0.1::double as x", "--format", "table"
    )
    assert done.lines == ["      n    x", "1234567  0.1"]
    assert "1 row, " in done.err


def test_sentences_of_a_query_give_way_at_their_end(queues: Path) -> None:
    prose = "the single named queue of a task before it is told of any other"
    asked = f"select '{prose}' as title, 'A_NAME_THAT_IS_LONG_ENOUGH_FOR_TWO' as name"
    _, line = call("sql", queues, asked, columns=60).lines
    assert line.startswith("the single named")
    assert line.endswith("TWO")
    assert "…  " in line


def test_limits_cut_rows(queues: Path) -> None:
    query = "select queue_name from queue order by 1"
    assert len(call("sql", queues, query, "--limit", 3).lines) == 1 + 3
    cut = call("sql", queues, query, "--limit", 3, "--format", "table").lines
    assert cut[-1] == "… and 39 more: --limit 0"
    assert len(call("sql", queues, query, "--limit", 0).lines) == 1 + 42


def test_nested_columns_and_repeated_names(queues: Path) -> None:
    wrong = call("sql", queues, "select [1, 2] as parts")
    assert (wrong.code, wrong.out) == (2, "")
    assert "column parts is nested" in wrong.err
    answer = call("sql", queues, "select [1] as a, 2 as b, 3 as b", "--format", "json")
    assert answer.json["rows"] == [{"a": [1], "b": 2, "b:1": 3}]


def test_numbers_that_json_lacks(queues: Path) -> None:
    query = "select 'inf'::double as a, 1::double as b"
    (row,) = call("sql", queues, query, "--format", "json").json["rows"]
    assert row == {"a": None, "b": 1.0, "not_finite": True}


def test_results_facts_and_rules_of_a_run(run_folder: Path) -> None:
    reported = "from exclusion where criterion = '-lowmemory'"
    joined = "candidate inner join queue on candidate.unified_name = queue.queue_name"
    query = f"""
        select
            (select count(*) {reported}) as n_reported,
            (select count(*) from filter_low_memory) as n_failing,
            (select count(*) from queue) as n_queues,
            (select count(*) from memory) as n_memory,
            (select count(*) from {joined}) as n_joined,
            (select count(*) from candidate) as n_candidates
    """
    (told,) = call("sql", run_folder, query, "--format", "json").json["rows"]
    assert 0 < told["n_reported"] <= told["n_failing"]
    assert told["n_queues"] == 42
    assert told["n_memory"] == 45 * 362
    assert told["n_joined"] == told["n_candidates"] > 0


def test_a_snapshot_has_results_too(demo: Path, run_folder: Path) -> None:
    query = """
        select criterion, count(*) as n from exclusion
        where policy = 'panda_job' group by all order by all
    """
    assert call("sql", demo, query).out == call("sql", run_folder, query).out


@pytest.mark.slow
def test_facts_stand_on_their_own(demo: Path, run_folder: Path) -> None:
    """No cycle is run for them, no rule need read them; settings hold."""

    def one(query: str, *more: str, where: Path = demo) -> object:
        done = call("sql", where, query, "--format", "json", *more)
        assert done.code == 0, done.err
        return done.json["rows"][0]["n"]

    wide = "select count(*) as n from resource_class where is_high_memory"
    one_task = "from task_size where jedi_task_id = 47110000"
    several = f"""
        select ({wide}) as n_wide, (select resource_type {one_task}) as size,
            (select count(*) from share_order) as n_shares
    """
    (told,) = call("sql", demo, several, "--format", "json").json["rows"]
    assert told == {"n_wide": 4, "size": "SCORE", "n_shares": 0}
    assert one(wide, "--set", "high_memory_mb=3000") == 2
    assert one(wide, where=run_folder) == 4
    both = "select count(distinct task_size.jedi_task_id) as n from task_size, result"
    assert one(f"{both} where task_size.jedi_task_id = result.jedi_task_id") == 62


def test_results_outlive_their_snapshot(run_folder: Path, tmp_path: Path) -> None:
    run = tmp_path / "run"
    shutil.copytree(run_folder, run)
    record = json.loads((run / "run.json").read_text())
    record["snapshot"]["source"] = "gone"
    (run / "run.json").write_text(json.dumps(record))
    assert call("sql", run, "select count(*) from result").out == "count_star()\n45\n"
    wrong = call("sql", run, "from queue")
    assert wrong.code == 2
    assert "the snapshot of this run is gone" in wrong.err
    assert call("explain", run, "--task", 47110000).code == 3


def test_a_damaged_run(run_folder: Path, tmp_path: Path) -> None:
    run = tmp_path / "run"
    shutil.copytree(run_folder, run)
    (run / "result.parquet").write_bytes(b"PAR1 and nothing")
    wrong = call("sql", run, "from result")
    assert wrong.code == 3
    assert "result.parquet" in wrong.err
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
        ("select quue_name from queue", '"queue_name"'),
        ("select round('x')", "LINE 1: select round('x')"),
    ],
)
def test_nothing_can_be_changed_and_no_file_read(
    query: str, said: str, queues: Path
) -> None:
    """tests/sandbox asks for everything else that is switched off."""
    refused = call("sql", queues, query)
    assert (refused.code, refused.out) == (2, "")
    assert refused.err.startswith("error: ")
    assert said in refused.err
    assert len(refused.err.splitlines()) <= 3
    assert not re.search("INSTALL|LOAD|SET|auto-", refused.err)


def test_limits_of_a_query_are_options(queues: Path) -> None:
    slow = "select count(*) from range(1000000000000) a cross join range(1000) b"
    refused = call("sql", queues, slow, "--timeout", "0.7")
    assert (refused.code, refused.out) == (2, "")
    assert "stopped after 0.7 s" in refused.err
    for none in (0, -1, "inf"):
        refused = call("sql", queues, "select 1", "--timeout", none)
        assert (refused.code, refused.out) == (2, "")
        assert "lets no query end" in refused.err
    large = "select length(repeat('x', 2000000000)) as n"
    refused = call("sql", queues, large, "--memory-limit", "100MB")
    assert refused.code == 8
    assert "needs more memory" in refused.err
    assert "--memory-limit" in refused.err


def test_facts_are_asked_in_the_same_sandbox(queues: Path) -> None:
    query = "select * from memory cross join read_text('/etc/passwd')"
    refused = call("sql", queues, query)
    assert refused.code == 2
    assert "read_text is switched off" in refused.err


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ("from quue", "did you mean queue"),
        ("from exclusions", "did you mean exclusion?"),
        ("from site_clas", "did you mean site_class"),
        ("from filter_low_memry", "did you mean filter_low_memory"),
        ("select quue_name from queue", 'referenced column "quue_name"'),
        ("select 1 +", "LINE 1: select 1 +"),
        ("select 'x'::integer", "could not convert string"),
    ],
)
def test_faulty_queries_say_what_is_near(query: str, said: str, queues: Path) -> None:
    wrong = call("sql", queues, query)
    assert wrong.code == 2
    assert said in wrong.err


def test_a_query_comes_from_stdin(queues: Path) -> None:
    piped = spawn("sql", queues, stdin=None, input=b"select 42 as n")
    assert piped.stdout == b"n\n42\n"
    assert spawn("sql", queues, "-", stdin=None, input=b"select 42 as n").stdout == (
        piped.stdout
    )


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


def test_relations_of_several_policies_side_by_side(demo: Path) -> None:
    query = (
        "select count(*) filter (where a.ram_mb = b.ram_mb) as n "
        "from panda_job.memory a join panda_analysis.memory b "
        "using (jedi_task_id, chunk_no, pseudo_queue)"
    )
    assert call("sql", demo, query).code == 0
    reasons = call(
        *("sql", demo, "--format", "json"),
        "select criterion, unit, asked > offered as is_more, shortfall > 0 as is_short "
        "from verdict_reason where criterion = '-lowmemory' group by all",
    )
    assert reasons.json["rows"] == [
        {"criterion": "-lowmemory", "unit": "MB", "is_more": True, "is_short": True}
    ]


def test_nothing_is_imported_from_the_folder_one_is_in(tmp_path: Path) -> None:
    (tmp_path / "brokersql").mkdir()
    (tmp_path / "brokersql" / "__init__.py").write_text("raise SystemExit('imported')")
    words = ("sql", str(DEMO), "from resul")
    done = subprocess.run(
        [sys.executable, "-P", "-m", "brokersql", *words],
        env=environment({"BROKERSQL_RESIDENT": "0"}),
        cwd=tmp_path,
        capture_output=True,
        check=False,
    )
    alone = spawn(*words)
    assert (done.returncode, done.stderr) == (alone.returncode, alone.stderr)
    assert b"imported" not in done.stderr
