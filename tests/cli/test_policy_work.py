"""`brokersql policy lineage|lint|test|new`: from a new policy to one that is held."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from brokersql.policy import load_policy, shipped_policies
from tests.cli.calling import DEMO, call


@pytest.fixture(scope="module")
def mine(tmp_path_factory: pytest.TempPathFactory, cache: None) -> Path:
    """Return the policy that `policy new` makes."""
    folder = tmp_path_factory.mktemp("policies") / "mine"
    made = call("policy", "new", folder)
    assert made.code == 0
    files = ("policy.toml", "filters/small_queue.sql", "tests/small_queue.sql")
    assert made.lines == [f"{folder}/{name}" for name in files]
    return folder


def lineage(*more: str) -> list[dict[str, str | None]]:
    return call("policy", "lineage", *more, "--format", "json").json["rows"]


def test_what_a_rule_rests_on_down_to_the_snapshot() -> None:
    rows = lineage("panda_job/low_memory")
    assert {row["file"] for row in rows} == {"low_memory"}
    need = {(row["table"], row["source"]) for row in rows if row["column"] == "need_mb"}
    assert {("cfg", "memory_compensation"), ("task", "ram_count")} <= need
    assert {row["relation"] for row in rows} == {"candidate", "memory", "pseudo_queue"}
    lines = call("policy", "lineage", "panda_job/low_memory", "--format", "table").lines
    (told,) = [line for line in lines if line.startswith("memory.need_mb ")]
    assert "task.ram_count" in told
    assert "memory_compensation" in told
    assert "cfg." not in told


def test_what_a_column_or_a_parameter_touches() -> None:
    touched = {row["file"] for row in lineage("panda_job", "--of", "queue.max_rss")}
    assert {"low_memory", "pseudo_queue"} <= touched
    assert "transferring" not in touched
    files = load_policy("panda_job").files
    read = {it.stem for it in files if "cfg.nqueued_sat_cap" in it.text}
    rows = lineage("panda_job", "--of", "NQUEUED_SAT_CAP")
    assert read == {row["file"] for row in rows if row["relation"] == "cfg"}
    wrong = call("policy", "lineage", "panda_job", "--of", "queue.max_rs")
    assert (wrong.code, "did you mean queue.max_rss" in wrong.err) == (2, True)


def test_the_graph_of_files_as_text_that_others_draw() -> None:
    graph = ("policy", "lineage", "panda_job/low_memory", "--graph")
    drawn = call(*graph, "mermaid").lines
    assert drawn[0] == "graph LR"
    assert "    low_memory --> memory" in drawn
    assert '    "low_memory" -> "memory";' in call(*graph, "dot").lines
    assert call(*graph, "svg").code == 2


@pytest.mark.parametrize("parent", ["panda_job", "panda_analysis"])
def test_a_new_policy_is_sound_and_its_tests_hold_its_rule(
    mine: Path, tmp_path: Path, parent: str
) -> None:
    if parent != "panda_job":
        mine = tmp_path / "mine"
        assert call("policy", "new", mine, "--extends", parent).code == 0
    assert call("policy", "check", mine).code == 0
    done = call("policy", "test", mine, "--mutants", "--format", "json")
    assert done.code == 0, done.err
    kinds = [(row["kind"], row["ok"]) for row in done.json["rows"]]
    assert kinds == [("expect", True)] * 3 + [("mutant", True)]
    assert "3 of 3 expectations met, 1 of 1 rule held by a test" in done.err
    assert call("policy", "new", mine).code == 2
    for other in ("dirac", "panda_job_hint"):
        wrong = call("policy", "new", mine.parent / "other", "--extends", other)
        assert (wrong.code, "panda_analysis, panda_job, panda_job_l" in wrong.err) == (
            *(2, True),
        )


@pytest.mark.parametrize("name", ["panda_timeout", 'a "policy"'])
def test_the_next_step_takes_the_new_policy(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.chdir(tmp_path)
    made = call("policy", "new", name)
    assert made.code == 0, made.err
    first, then = made.err.removeprefix("next: ").split("; then ")
    place = shlex.split(first)[-1]
    assert place == shlex.split(then)[-1]
    shown = call("policy", "show", f"{place}/small_queue")
    assert (shown.code, "small_queue" in shown.out) == (0, True)


def test_tests_that_fail_say_where(mine: Path, tmp_path: Path) -> None:
    folder = tmp_path / "mine"
    (folder / "tests").mkdir(parents=True)
    (folder / "policy.toml").write_text(f'title = "mine"\nextends = "{mine}"\n')
    none = call("policy", "test", folder)
    assert (none.code, "has no tests" in none.err) == (4, True)
    cases = folder / "tests" / "some.sql"
    cases.write_text(
        "-- test: one task\n-- task: 47110000\n"
        "-- expect: a lie\nselect count(*) = 0 from result\n"
        "-- expect: no truth\nselect 1 as x\n"
        "-- expect: no table\nselect true from nowhere\n"
        "-- test: a script\nupdate queue set max_rs = 1;\n"
        "-- expect: never seen\nselect true\n",
        encoding="utf-8",
    )
    done = call("policy", "test", folder, "--format", "table")
    assert done.code == 4
    assert f"  {cases}:3: does not hold" in done.lines
    assert any("gives no single truth value" in line for line in done.lines)
    assert f"  {cases}:5: gives no single truth value" in done.lines
    assert "--sql" not in done.out
    assert sum(line.startswith("✗") for line in done.lines) == 4
    assert "the cycle fails" in done.out
    for text, message in (
        ("select 1", ":1: no test begins here"),
        ("-- test: a\nselect 1", ":1: the test expects nothing"),
        ("-- test: a\n-- set: x\n", ":2: -- set: x"),
    ):
        cases.write_text(text, encoding="utf-8")
        wrong = call("policy", "test", folder)
        assert (wrong.code, message in wrong.err) == (4, True)


def test_lint_sees_what_could_surprise(tmp_path: Path) -> None:
    folder = tmp_path / "mine"
    for stage in ("filters", "facts"):
        (folder / stage).mkdir(parents=True)
    (folder / "policy.toml").write_text(
        'title = "mine"\nextends = "panda_job"\nfilters = ["status", "odd"]\n'
        'drop = ["filters", "set_rules"]\n'
        '[parameters.READ_BY_NOBODY]\ntype = "BIGINT"\ndefault = 1\n'
        'meaning = "nothing"\n',
        encoding="utf-8",
    )
    status = next(it for it in load_policy("panda_job").filters if it.stem == "status")
    header = "".join(
        f"{line}\n" for line in status.text.splitlines() if line.startswith("-- ")
    )
    (folder / "facts" / "lonely.sql").write_text(
        "-- title: x\n-- grain: queue_name\n-- source: x\n"
        "select queue.queue_name from queue\n",
        encoding="utf-8",
    )
    (folder / "facts" / "first_queue.sql").write_text(
        "-- title: x\n-- grain: queue_name\n-- source: x\n"
        "select queue.queue_name, sum(queue.core_power) as power,"
        " row_number() over (order by queue.max_rss) as place\n"
        "from queue group by queue.queue_name, queue.max_rss\n",
        encoding="utf-8",
    )
    (folder / "filters" / "odd.sql").write_text(
        header + "select candidate.jedi_task_id, candidate.chunk_no,"
        " candidate.pseudo_queue, 'odd' as detail\nfrom candidate\n"
        "inner join first_queue using (queue_name)\n"
        "where first_queue.place > 1 and candidate.pseudo_queue not in"
        " (select endpoint.site_name from endpoint)\n",
        encoding="utf-8",
    )
    found = call("policy", "lint", folder, "--format", "json").json["rows"]
    own = {(row["kind"], Path(row["file"]).name) for row in found}
    assert {
        ("null-list", "odd.sql"),
        ("tie", "first_queue.sql"),
        ("float-sum", "first_queue.sql"),
        ("unread-fact", "lonely.sql"),
        ("unread-parameter", "policy.toml"),
    } <= own
    unread = [row for row in found if row["kind"] == "unread-parameter"]
    place = [(row["line"], row["message"].split()[-1]) for row in unread]
    assert place == [(5, "READ_BY_NOBODY")]  # its own only, where it is written
    assert call("policy", "lint", folder, "--exit-code", "--format", "csv").code == 10


@pytest.mark.parametrize("policy", shipped_policies())
def test_shipped_policies_leave_lint_nothing_but_depth(policy: str) -> None:
    found = call("policy", "lint", policy, "--format", "json").json["rows"]
    assert {row["kind"] for row in found} <= {"depth"}


def test_lint_sees_rules_that_never_decide(run_folder: Path) -> None:
    asked = ("policy", "lint", "panda_job", "--over", run_folder)
    lint = call(*asked, "--format", "json").json["rows"]
    found = {Path(row["file"]).stem: row["kind"] for row in lint}
    query = (
        "select parse_filename(criterion.file, true) as stem, count(*) as n, "
        "count(*) filter (bit_count(verdict.reject_mask) = 1) as n_alone "
        "from criterion left join verdict on verdict.policy = criterion.policy and "
        "(verdict.reject_mask >> criterion.bit) & 1 = 1 "
        "where criterion.policy = 'panda_job' and criterion.bit is not null "
        "group by all"
    )
    rows = call("sql", run_folder, query, "--format", "json").json["rows"]
    counts = {row["stem"]: (row["n"], row["n_alone"]) for row in rows}
    for stem, kind in found.items():
        if kind in ("shadowed", "never-alone"):
            n, n_alone = counts[stem]
            assert n > 0 == n_alone, stem
    assert "shadowed" in found.values()
    assert "low_memory" not in found
    other = call("policy", "lint", "panda_task", "--over", run_folder)
    assert other.code in (0, 2)
    text = call(*asked).out
    assert "rejected by -non_pledged too" in text


def test_a_rule_that_gives_no_detail_shows_a_dash(tmp_path: Path) -> None:
    rule = tmp_path / "mine" / "filters" / "small_queue.sql"
    assert call("policy", "new", rule.parents[1]).code == 0
    text = re.sub(r"(?m)^ .* as detail$", "    null as detail", rule.read_text())
    rule.write_text(text.replace("offered < asked", "offered >= asked"))
    asked = ("--task", 47110182, "--queue", "DUNMORE_UCORE", "--no-changes")
    told = call("explain", DEMO, "--policy", rule.parents[1], *asked)
    assert "  detail   –" in told.out
