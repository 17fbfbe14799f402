"""`explain --user`: what throttles the analysis tasks of one user; `--nucleus`."""

from __future__ import annotations

from pathlib import Path

import pytest

import brokersql
from brokersql.explain.user import throttle_lines, throttles_of
from brokersql.report.look import Look
from brokersql.snapshot import Snapshot
from brokersql.snapshot.generate import generate
from tests.cli.calling import call

ANALYSIS = "panda_analysis"


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a small synthetic world with analysis tasks and nuclei."""
    folder = tmp_path_factory.mktemp("world") / "S"
    generate(folder, "S", seed=3)
    return folder


@pytest.fixture(scope="module")
def cycle(world: Path) -> brokersql.Cycle:
    return brokersql.run(str(world), ANALYSIS)


def test_every_throttle_stands_there_with_value_and_limit(
    cycle: brokersql.Cycle,
) -> None:
    story = cycle.explain(user="user0003").document()
    assert story["kind"] == "explain.user"
    by_what = {each["what"]: each for each in story["throttles"]}
    assert list(by_what["running jobs"]) == [
        *("criterion", "what", "value", "limit", "unit", "excess", "inputs")
    ]
    (row,) = cycle.sql(
        "select any_value(n_running_jobs) as jobs, any_value(job_cap) as cap "
        "from user_cap where name = 'user0003'"
    ).to_pylist()
    assert (by_what["running jobs"]["value"], by_what["running jobs"]["limit"]) == (
        row["jobs"],
        row["cap"],
    )
    assert by_what["queued jobs"]["limit"] == 2 * row["cap"]
    assert by_what["disk"]["excess"] is None


def test_inputs_tell_their_age_and_whether_they_count(world: Path) -> None:
    """15 minutes count for the class of a task, one second more does not."""
    stale = "to_seconds(15 * 60 + 1)"
    cycle = brokersql.run(
        Snapshot.open(str(world)).rewritten(
            [
                "update evaluation set ts = (select snapshot_time from snapshot) - "
                f"if(metric = 'analy_task_eval', {stale}, to_minutes(15))"
            ]
        ),
        ANALYSIS,
    )
    (row,) = cycle.sql(
        "select jedi_task_id from analysis_task inner join evaluation "
        "on entity = jedi_task_id::varchar where gshare = 'User Analysis' "
        "and metric = 'analy_task_eval' order by jedi_task_id limit 1"
    ).to_pylist()
    throttles = throttles_of(cycle, row["jedi_task_id"])
    (share,) = (each for each in throttles if each.criterion == "-throttle_share")
    by_source = {each.source: each.document() for each in share.inputs}
    assert by_source["class of the task"] == {
        "source": "class of the task",
        "age_s": 901,
        "limit_s": 900,
        "stale": True,
    }
    others = [each for each in throttles if each is not share]
    assert not any(each.inputs for each in others)
    told = throttle_lines(throttles, Look())[-1]
    assert "! class of the task 15 min, absent (limit 15 min)" in told


def test_the_throttle_that_hits_is_the_one_beyond_its_limit(
    cycle: brokersql.Cycle,
) -> None:
    story = cycle.explain(user="user0003").document()
    hit = {
        each["criterion"] for each in story["tasks"] if each["status"] == "throttled"
    }
    beyond = {each["criterion"] for each in story["throttles"] if each["excess"]}
    assert hit == beyond == {"-throttle_near_quota"}
    decided = {row["jedi_task_id"]: row["status"] for row in cycle.result.to_pylist()}
    assert all(decided[it["jedi_task_id"]] == it["status"] for it in story["tasks"])
    lines = str(cycle.explain(user="user0003")).splitlines()
    assert lines[1] == "✗ throttled: 2 of 3 tasks"
    assert any(line.startswith("✗  disk, but for merging") for line in lines)


def test_a_throttled_task_tells_of_its_user(cycle: brokersql.Cycle) -> None:
    story = cycle.explain(task=45000011)
    assert (
        story.document()["throttles"]
        == cycle.explain(user="user0003").document()["throttles"]
    )
    assert "✗  disk, but for merging" in str(story)
    free = cycle.explain(task=45000015)
    assert free.document()["throttles"] == []


def test_a_lower_cap_throttles_and_says_what_frees(world: Path) -> None:
    cap = "CAP_RUNNING_USER_JOBS=900"
    done = call("explain", world, "--user", "user0003", "--set", cap)
    assert done.code == 0, done.err
    (line,) = [each for each in done.lines if "running jobs" in each][:1]
    assert line.split()[:5] == ["✗", "running", "jobs", "983", "900"]
    assert line.endswith("83 jobs less")


def test_who_owns_no_task_is_a_usage_error(world: Path) -> None:
    wrong = call("explain", world, "--user", "user003")
    assert wrong.code == 2
    assert wrong.err.splitlines() == [
        "error: no analysis task of user003",
        "  did you mean user0003 or user0004 or user0002?",
    ]
    both = call("explain", world, "--user", "user0003", "--task", "45000011")
    assert both.err.startswith("error: --user goes alone")
    other = call("explain", world, "--user", "x", "--policy", "panda_job")
    assert other.err.startswith("error: panda_job knows no users")


def test_a_nucleus_is_told_by_the_task_brokerage(world: Path) -> None:
    told = call(
        "explain", world, "--nucleus", "US-T1-001", "--no-changes", "--format", "json"
    )
    assert told.code == 0, told.err
    assert told.json["policy"] == "panda_task"
    assert told.json["counts"]["chosen"] + told.json["counts"]["rejected"] >= 3
    both = call("explain", world, "--nucleus", "A", "--queue", "B")
    assert both.err.startswith("error: --nucleus and --queue exclude each other")
