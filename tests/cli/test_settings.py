"""What is set for good: a flag wins over a variable, this over a file."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.calling import call

FILE = """\
format = "json"
color = "never"
profile = "asrun"
threads = 1

[set]
NQUEUED_SAT_CAP = 80
PREASSIGNED_CAP = 7
"""


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the folder of a project with a file of settings, and be there."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("BROKERSQL_CONFIG", raising=False)
    (tmp_path / "brokersql.toml").write_text(FILE, encoding="utf-8")
    return tmp_path


def settings(*more: str) -> dict[str, tuple[str | None, str | None]]:
    rows = call("settings", "--format", "json", *more).json["rows"]
    return {row["setting"]: (row["value"], row["origin"]) for row in rows}


def parameter(name: str, *more: str) -> tuple[object, str]:
    """Return value and origin of a parameter of `panda_job`."""
    shown = call("policy", "show", "panda_job", "--format", "json", *more).json
    found = next(each for each in shown["parameters"] if each["parameter"] == name)
    return found["value"], found["origin"]


def test_the_flag_wins_over_variable_over_file_over_default(
    here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = ("policy", "list", "--columns", "policy")
    assert call(*asked).json["kind"] == "policy.list"
    monkeypatch.setenv("BROKERSQL_FORMAT", "jsonl")
    assert call(*asked).lines[0] == '{"policy": "dirac"}'
    assert call(*asked, "--format", "csv").lines[:2] == ["policy", "dirac"]
    assert call("--format", "csv", *asked).lines[0] == "policy"
    (here / "brokersql.toml").unlink()
    monkeypatch.delenv("BROKERSQL_FORMAT")
    assert call(*asked).lines[0] == "policy"


def test_values_show_their_origin(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BROKERSQL_MEMORY_LIMIT", "4GB")
    monkeypatch.setenv("BROKERSQL_SET", "NW_ACTIVE=true NQUEUED_SAT_CAP=90")
    shown = settings()
    assert shown["color"] == ("never", "brokersql.toml:2")
    assert shown["memory-limit"] == ("4GB", "BROKERSQL_MEMORY_LIMIT")
    assert shown["workers"] == (None, None)
    assert shown["set NW_ACTIVE"] == ("true", "BROKERSQL_SET")
    assert parameter("NQUEUED_SAT_CAP") == (90, "BROKERSQL_SET")
    monkeypatch.delenv("BROKERSQL_SET")
    assert parameter("NQUEUED_SAT_CAP") == (80, "brokersql.toml:7")
    assert parameter("NQUEUED_SAT_CAP", "--set", "NQUEUED_SAT_CAP=5") == (5, "--set")
    assert parameter("NW_ACTIVE") == (False, "profile")
    assert parameter("NW_ACTIVE", "--profile", "page") == (True, "default")


def test_help_shows_what_is_set(here: Path) -> None:
    shown = " ".join(call("run", "--help").out.split())
    assert "[default: (1, of brokersql.toml:4)]" in shown
    root = " ".join(call("--help").out.split())
    assert "BROKERSQL_THREADS, this over brokersql.toml" in root


def test_a_run_takes_the_configuration_and_records_it(
    here: Path, demo: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out, one = here / "out", ("--task", "47110000")
    named = ("--policy", "panda_job", "--policy", "dirac")
    done = call("run", demo, *named, *one, "--out", out, "--format", "json")
    shown = {each["policy"]: each["profile"] for each in done.json["policies"]}
    assert shown["panda_job"] == "asrun"
    record = json.loads((out / "run.json").read_text(encoding="utf-8"))
    first, other = record["policies"]
    values = {each["name"]: each["value"] for each in first["parameters"]}
    assert (values["NQUEUED_SAT_CAP"], other["profile"]) == (80, "page")
    (here / "brokersql.toml").write_text('profile = "page"\n', encoding="utf-8")
    monkeypatch.setenv("BROKERSQL_SET", "NQUEUED_SAT_CAP=1")
    asked = (*one, "--no-changes", "--policy", "panda_job")
    assert "panda_job (asrun)" in call("explain", out, *asked).lines[0]
    assert "panda_job (page)" in call("explain", demo, *asked).lines[0]


def test_the_file_may_be_named_or_stand_in_pyproject(
    here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = here / "other.toml"
    other.write_text("limit = 2\n", encoding="utf-8")
    monkeypatch.setenv("BROKERSQL_CONFIG", str(other))
    assert settings("--limit", "0")["limit"] == ("2", f"{other}:1")
    assert len(call("policy", "list", "--format", "csv").lines) == 3
    monkeypatch.setenv("BROKERSQL_CONFIG", "")
    assert settings()["color"] == (None, None)
    monkeypatch.delenv("BROKERSQL_CONFIG")
    (here / "brokersql.toml").unlink()
    text = "[project]\nname = 'x'\n[tool.brokersql]\nseed = 7\n"
    (here / "pyproject.toml").write_text(text, encoding="utf-8")
    assert settings()["seed"] == ("7", "pyproject.toml:4")


@pytest.mark.parametrize(
    ("text", "place", "hint"),
    [
        ("thread = 2", "brokersql.toml:1: no setting thread", "mean threads?"),
        ("\nlimit = 'x'", "brokersql.toml:2: limit = x", ""),
        ("color = 'red'", "brokersql.toml:1: color = red", "auto, always, never"),
        ("quiet = 'perhaps'", "quiet = perhaps is not true or false", ""),
        ("threads 2", "brokersql.toml:1: no valid TOML", ""),
        ("set = 3", "set is no table", "[set]"),
    ],
)
def test_a_file_with_a_fault(here: Path, text: str, place: str, hint: str) -> None:
    (here / "brokersql.toml").write_text(text, encoding="utf-8")
    wrong = call("policy", "list")
    assert (wrong.code, wrong.out) == (2, "")
    assert place in wrong.err
    assert hint in wrong.err
    assert len(wrong.err.splitlines()) <= 3


def test_parameters_with_a_fault_are_named_by_their_place(
    here: Path, queues: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = here / "brokersql.toml"
    file.write_text("[set]\nNQUEUED_SAT_CP = 80\n", encoding="utf-8")
    told = (
        "warning: brokersql.toml:2: no shipped policy has a parameter NQUEUED_SAT_CP; "
        "did you mean NQUEUED_SAT_CAP"
    )
    run, show = (
        ("run", queues, "--policy", "panda_job"),
        ("policy", "show", "panda_job"),
    )
    for asked in (
        (*run, "--policy", "panda_timeout"),
        (*show, "--set", "NW_ACTIVE=true"),
    ):
        done = call(*asked)
        assert (done.code, done.err.count(told)) == (0, 1), done.err
    file.write_text("[set]\nNQUEUED_SAT_CAP = -1\n", encoding="utf-8")
    for asked in (run, show):
        wrong = call(*asked)
        assert (wrong.code, wrong.out) == (4, "")
        assert wrong.err.startswith(
            "error: brokersql.toml:2: NQUEUED_SAT_CAP: -1 is outside the range"
        )
    monkeypatch.setenv("BROKERSQL_SET", "NQUEUED_SAT_CAP=many")
    wrong = call(*show)
    assert wrong.code == 2
    assert wrong.err.startswith("error: BROKERSQL_SET: NQUEUED_SAT_CAP: 'many' is not")
    assert call(*show, "--set", "NQUEUED_SAT_CAP=5").code == 0


@pytest.mark.parametrize(
    ("variable", "value", "said"),
    [
        ("THREDS", "2", "BROKERSQL_THREDS is no setting: did you mean BROKERSQL_THREA"),
        (
            "SET",
            "NQUEUED_SAT_CAPP=1",
            "NQUEUED_SAT_CAPP; did you mean NQUEUED_SAT_CAP ",
        ),
        ("SET", "NQUEUED_SAT_CAP", "SET: NQUEUED_SAT_CAP is not KEY=VALUE"),
        ("CONFIG", "nowhere.toml", "no file nowhere.toml"),
    ],
)
def test_variables_with_a_fault(
    variable: str, value: str, said: str, here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(f"BROKERSQL_{variable}", value)
    assert said in call("settings").err


def test_rows_by_column_and_order(queues: Path) -> None:
    query = "select queue_name, max_rss, cloud from queue"
    shown = ("--columns", "max_rss,cloud", "--sort", "-max_rss")
    rows = call("sql", queues, query, *shown)
    assert rows.lines[0] == "max_rss,cloud"
    sizes = [int(line.split(",")[0] or 0) for line in rows.lines[1:]]
    assert sizes == sorted(sizes, reverse=True)
    assert len(sizes) > 40
    wrong = call("sql", queues, query, "--sort", "max_rs")
    assert (wrong.code, "did you mean max_rss?" in wrong.err) == (2, True)
    no_such_task = ("explain", queues, "--task", 1)
    for option, value in (("--columns", "bit"), ("--where", "true")):
        for command in (("policy", "show", "panda_job"), no_such_task):
            wrong = call(*command, option, value)
            assert (wrong.code, f"{option} needs rows" in wrong.err) == (2, True)


def test_rows_where_a_condition_holds(run_folder: Path) -> None:
    """SQL over the columns, before order and limit; it can read nothing else."""
    query = "select queue_name, n_queued from candidate"
    where = ("--where", "n_queued > 99 and queue_name not like '%HIMEM%'")
    shown = ("--sort", "n_queued", "--columns", "n_queued")
    rows = call("sql", run_folder, query, *where, *shown)
    sizes = [int(line) for line in rows.lines[1:]]
    assert sizes == sorted(sizes)
    assert min(sizes) > 99
    assert f"{len(sizes)} rows" in rows.err
    assert call("policy", "list", "--where", "policy = 'dirac'").lines[1:] != []
    for condition, shown in (
        ("n_queue > 1", 'referenced column "n_queue" not found'),
        ("n_queue > 1", "\n  the rows have queue_name, n_queued\n"),
        ("n_queued >", "\n  the rows have queue_name, n_queued\n"),
        ("n_queued in (select 1 from read_csv('x.csv'))", "read_csv is switched off"),
        ("n_queued in (from 'x.csv')", "no file can be read here"),
        ("true); drop table x; (select true", "3 statements in one call"),
    ):
        wrong = call("sql", run_folder, query, "--where", condition)
        assert wrong.code == 2
        assert "row no" not in wrong.err and "result_row" not in wrong.err
        assert wrong.err.startswith("error: --where: ")
        assert shown in wrong.err


def test_notices_as_objects(run_folder: Path, tmp_path: Path) -> None:
    done = call("sql", run_folder, "select 1 as x", "--log-format", "json")
    assert done.out == "x\n1\n"
    shown = [json.loads(line) for line in done.err.splitlines()]
    assert [each["level"] for each in shown] == ["news"]
    wrong = call("run", tmp_path / "none", "--log-format", "json")
    assert json.loads(wrong.err)["error"] == "snapshot"
