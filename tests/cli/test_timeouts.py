"""Timeouts and fast rebrokerage on the command line: run, explain, sql, policy."""

from __future__ import annotations

import json
from pathlib import Path

import pyarrow.parquet as pq
import pytest

from tests.cli.calling import call, explained

POLICY = ("--policy", "panda_timeout")
BOTH = ("--policy", "panda_job", *POLICY)
RULES = {f"TO-{number:02}" for number in range(1, 24)} | {"FR"}
#: On the page four rules are off, and the only analysis job that is late has a workflow
#: with a longer limit of its own.
QUIET = {"TO-09", "TO-14", "TO-18", "TO-22", "TO-23"}


def test_run_writes_actions_of_its_own(demo: Path, tmp_path: Path) -> None:
    done = call("run", demo, *POLICY, "--out", tmp_path)
    assert done.code == 0
    written = {path.name for path in tmp_path.iterdir()}
    assert written == {"action.parquet", "criterion.parquet", "run.json"}
    action = pq.read_table(tmp_path / "action.parquet")
    rows = action.to_pylist()
    assert [f"{each.name} {each.type}" for each in action.schema] == [
        *("policy string", "panda_id int64", "rule_id string", "action string"),
        *("code int32", "age_s int64", "is_strongest bool"),
    ]
    assert {row["rule_id"] for row in rows} == RULES - QUIET
    strongest = [row["panda_id"] for row in rows if row["is_strongest"]]
    assert sorted(strongest) == sorted({row["panda_id"] for row in rows})
    record = json.loads((tmp_path / "run.json").read_text())
    assert record["policies"][0]["units"] == 35
    again = call("run", demo, *POLICY, "--threads", "1", "--out", tmp_path / "again")
    assert again.code == 0
    one, other = (each / "action.parquet" for each in (tmp_path, tmp_path / "again"))
    assert one.read_bytes() == other.read_bytes()


def test_the_summary_tells_which_rules_act_and_which_will(demo: Path) -> None:
    done = call("run", demo, *POLICY)
    lines = done.out.splitlines()
    assert lines[1].split()[:6] == ["panda_timeout", "page", "35", "7", "10", "5"]
    assert "Which rules act (22 of 35 jobs)" in lines
    assert "In the next 24 hours, if nothing happens (6 jobs)" in lines
    assert any(line.split()[:4] == ["TO-07", "reassign", "51", "1"] for line in lines)
    assert "--policy panda_timeout --criterion FR" in done.err
    nothing = call("run", demo, *POLICY, "--task", "47110182")
    assert nothing.out.startswith("No work: ")


def test_actions_stand_beside_placements(run_folder: Path, demo: Path) -> None:
    acting = call("run", demo, *BOTH, "--format", "json").json["policies"][1]
    assert (acting["jobs"], acting["exempt"]) == (35, 1)
    first = {"rule_id": "TO-01", "action": "kill", "code": 4, "jobs": 1}
    assert acting["rules"][0] == {**first, "decisive": 1, "oldest_s": 5400}
    assert acting["upcoming"][0]["rule_id"] == "TO-11"
    # as rows they stand beside each other in test_run.py
    head, row = call("run", demo, *POLICY, "--format", "csv").out.splitlines()
    assert ",jobs,fail,kill,reassign," in head
    assert row.startswith("panda_timeout,page,")
    assert ",35,7,10,5," in row
    told = pq.read_table(run_folder / "criterion.parquet").column("policy").to_pylist()
    assert set(told) == {"panda_job", "panda_timeout"}


def test_a_task_is_told_by_both(demo: Path) -> None:
    done = call("run", demo, *BOTH, "--task", "47110000")
    assert "task 47110000 · chunk 0 · panda_job" in done.out
    assert "task 47110000 · panda_timeout (page)" in done.out


def test_profile_and_settings(demo: Path) -> None:
    query = "select count(*) as n from action where rule_id = 'TO-01'"
    slow = call("sql", demo, query, *POLICY, "--set", "pending_hours=2")
    assert slow.out == "n\n0\n"
    spared = call("sql", demo, "select count(*) as n from exempt", "--profile", "asrun")
    assert spared.out == "n\n0\n"
    rules = "select distinct rule_id from action"
    asrun = call("sql", demo, rules, *POLICY, "--profile", "asrun")
    assert set(asrun.out.splitlines()[1:]) == RULES
    asked = (query.replace("01", "23"), *POLICY, "--profile", "asrun")
    keyed = call("sql", demo, *asked, "--set", "ANALY_TIMEOUT=20")
    assert keyed.out == "n\n0\n"


def test_explain_tells_the_jobs_of_a_queue_a_task_and_a_rule(run_folder: Path) -> None:
    queue = explained(run_folder, *POLICY, "--queue", "MIDSHIRE_UCORE")
    assert "7 failed, 7 killed, 4 reassigned of 30 jobs" in queue.out
    assert "In the next 24 hours, if nothing happens" in queue.out
    assert "next: brokersql policy show panda_timeout/TO-12" in queue.err
    task = explained(run_folder, *POLICY, "--task", "47110000", "--format", "json")
    told = json.loads(task.out)
    assert (told["kind"], told["n_jobs"]) == ("explain.task", 30)
    assert told["jobs"][0]["rule_id"] == "TO-12"
    rule = explained(run_folder, "--criterion", "TO-07")
    assert "sql/panda_timeout/timeouts/activated.sql" in rule.out
    assert "no rule acts on 1 job: disableReassign" in rule.out
    unnamed = explained(run_folder, "--queue", "MIDSHIRE_UCORE", "--no-changes")
    assert "tasks looked at it" in unnamed.out  # of a run, about placement


@pytest.mark.parametrize(
    ("asked", "message"),
    [
        (("--criterion", "TO-99"), "no rule TO-99"),
        (("--queue", "MIDSHIRE"), "no queue MIDSHIRE"),
        (("--task", "47110182"), "task 47110182 has no jobs"),
        (("--task", "1"), "no task 1 in"),
    ],
)
def test_what_is_not_there_is_a_usage_error(
    demo: Path, asked: tuple[str, ...], message: str
) -> None:
    done = explained(demo, *POLICY, *asked)
    assert (done.code, message in done.err) == (2, True), done.err


def test_a_query_finds_the_policy_that_knows_its_relations(
    run_folder: Path, demo: Path
) -> None:
    coming = "select count(*) from upcoming"
    rule = "select panda_id from timeout_pending"
    for place in (run_folder, demo):
        found = call("sql", place, f"select ({coming}) as n, ({rule}) as panda_id")
        assert found.out == "n,panda_id\n13,6812000005\n"
    query = "select policy, count(*) > 0 from criterion group by all"
    both = call("sql", run_folder, query)
    assert sorted(both.out.splitlines()[1:]) == ["panda_job,true", "panda_timeout,true"]
    excess = call("sql", demo, "select queue_name, n_to_kill from queue_excess")
    assert excess.out == "queue_name,n_to_kill\nRHEINTAL_HIMEM,25\n"


def test_the_policy_is_shown_checked_and_rendered() -> None:
    shown = call("policy", "show", "panda_timeout").out
    assert "1 exemption, 25 timeouts, 1 pick" in shown
    assert "pending_hours 1 h" in shown
    assert call("policy", "show", "panda_timeout/TO-10").out.startswith(
        "sql/panda_timeout/timeouts/inactive_queue.sql"
    )
    assert call("policy", "check", "panda_timeout").code == 0
    rendered = call("policy", "render", "panda_timeout").out
    assert "-- criterion: TO-23\n" in rendered
    assert "create table timer as" in rendered


def test_a_task_of_a_run_that_decided_none(pilots_run: Path) -> None:
    refused = call("explain", pilots_run, "--task", 47110182)
    assert refused.code == 2
    assert refused.err.splitlines() == [
        "error: this run decided no tasks",
        "  --policy: dirac, panda_timeout",
    ]
