"""`explain --user`: what throttles the analysis tasks of one user; `--nucleus`."""

from __future__ import annotations

import pytest

import brokersql
from brokersql.explain.user import throttle_lines, throttles_of
from brokersql.render.table import Display
from brokersql.snapshot import Snapshot
from brokersql.snapshot.generate import generate
from tests.cli.calling import call

ANALYSIS = "panda_analysis"


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Return a small synthetic world with analysis tasks and nuclei."""
    folder = tmp_path_factory.mktemp("world") / "S"
    generate(folder, "S", seed=3)
    return str(folder)


@pytest.fixture(scope="module")
def cycle(world: str) -> brokersql.Cycle:
    """Return a cycle with all throttles, of which user0003 is at the cap of cores."""
    settings = {"NEAR_QUOTA": 0.9, "cap_running_user_cores": 1998}
    return brokersql.run(world, ANALYSIS, set=settings)


def test_every_throttle_stands_there_with_value_and_limit(
    cycle: brokersql.Cycle,
) -> None:
    story = cycle.explain(user="user0003").document()
    assert story["kind"] == "explain.user"
    by_what = {
        each["what"]: each for each in story["throttles"] if 45000011 in each["tasks"]
    }
    (row,) = cycle.sql(
        "select n_running_jobs as jobs, job_cap as cap from user_cap "
        "where jedi_task_id = 45000011"
    ).to_pylist()
    running = by_what["running jobs"]
    assert (running["value"], running["limit"]) == (row["jobs"], row["cap"])
    assert by_what["queued jobs"]["limit"] == 2 * row["cap"]
    assert by_what["disk"]["excess"] is None
    cores = by_what["running cores"]
    assert (cores["value"], cores["limit"], cores["excess"]) == (1998, 1998, None)


def test_inputs_tell_their_age_and_whether_they_count(world: str) -> None:
    """15 minutes count for the class of a task, one second more does not."""
    odd = "coalesce(try_cast(entity as bigint) % 2, 0)"
    age = f"if(metric = 'analy_task_eval', to_seconds(900 + {odd}), to_minutes(15))"
    now = "(select snapshot_time from snapshot)"
    aged = Snapshot.open(world).rewritten([f"update evaluation set ts = {now} - {age}"])
    cycle = brokersql.run(aged, ANALYSIS)
    rows = cycle.sql(
        "select min(jedi_task_id) as task from analysis_task inner join evaluation "
        "on entity = jedi_task_id::varchar where gshare = 'User Analysis' "
        "and metric = 'analy_task_eval' group by jedi_task_id % 2 order by task % 2"
    ).to_pylist()
    tasks = [row["task"] for row in rows]
    found = throttles_of(cycle, tasks)
    for task, told in zip(tasks, ([900, 900, False], [901, 900, True]), strict=True):
        throttles = found[task]
        (share,) = (it for it in throttles if it["criterion"] == "-throttle_share")
        by_source = {each["source"]: each for each in share["inputs"]}
        task_class = by_source["class of the task"]
        assert [task_class[key] for key in ("age_s", "limit_s", "stale")] == told
        assert [each["stale"] for each in share["inputs"]].count(True) == told[2]
        others = [each for each in throttles if each is not share]
        assert not any(each["inputs"] for each in others)
    lines = throttle_lines(throttles, Display())
    assert "! class of the task 15 min, absent (limit 15 min)" in lines[-1]


def test_the_throttle_that_hits_is_the_one_beyond_its_limit(
    cycle: brokersql.Cycle,
) -> None:
    """Tasks with other values have a table of their own.

    A task of a working group counts as that group, with its caps and quota.
    """
    told = cycle.explain(user="user0003")
    story, lines = told.document(), str(told).splitlines()
    hit = {
        (each["jedi_task_id"], each["criterion"])
        for each in story["tasks"]
        if each["status"] == "throttled"
    }
    beyond = {
        (task, each["criterion"])
        for each in story["throttles"]
        for task in each["tasks"]
        if each["excess"]
    }
    assert hit == beyond
    assert {criterion for _, criterion in hit} == {"-throttle_near_quota"}
    decided = {row["jedi_task_id"]: row["status"] for row in cycle.result.to_pylist()}
    assert all(decided[it["jedi_task_id"]] == it["status"] for it in story["tasks"])
    assert lines[1] == "✗ throttled: 2 of 3 tasks"
    assert any(line.startswith("✗  disk, but for merging") for line in lines)
    rows = cycle.sql(
        "select jedi_task_id, group_name, job_cap from analysis_task "
        "inner join user_cap using (jedi_task_id) where user_name = 'user0003'"
    ).to_pylist()
    limits = {
        task: each["limit"]
        for each in story["throttles"]
        for task in each["tasks"]
        if each["what"] == "running jobs"
    }
    assert limits == {each["jedi_task_id"]: each["job_cap"] for each in rows}
    assert len(set(limits.values())) == 2
    (grouped,) = [each for each in rows if each["group_name"] is not None]
    group = grouped["group_name"]
    assert f"1 task of group {group}: {grouped['jedi_task_id']}" in lines
    assert "2 tasks: 45000011, 45000049" in lines
    alike = cycle.explain(user=group).document()
    assert all(each["tasks"] for each in alike["throttles"])


def test_a_throttled_task_tells_of_its_user(cycle: brokersql.Cycle) -> None:
    story = cycle.explain(task=45000011)
    told = story.document()["throttles"]
    of_user = cycle.explain(user="user0003").document()["throttles"]
    mine = [each for each in of_user if 45000011 in each["tasks"]]
    keys = ("what", "value", "limit")
    assert [[it[key] for key in keys] for it in mine] == [
        [it[key] for key in keys] for it in told
    ]
    lines = str(story).splitlines()
    assert any(line.startswith("✗  disk, but for merging") for line in lines)
    about = "This is about the user, not about the task; no queue decided it. "
    assert f"{about}The user's 1 other task waits for the same." in lines
    free = cycle.explain(task=45000015)
    assert free.document()["throttles"] == []
    assert free.document()["otherwise"] is None


def test_what_a_task_would_get_without_its_throttle_is_what_it_then_gets(
    cycle: brokersql.Cycle, world: str
) -> None:
    freed = brokersql.run(world, ANALYSIS, set={"NEAR_QUOTA": 1})
    assert freed.explain(task=45000011).document()["result"]["status"] == "assigned"
    before = cycle.result
    for task in (45000011, 45000049):
        story = cycle.explain(task=task, changes=True)
        found = story.document()["otherwise"]
        then = freed.explain(task=task).document()
        assert found.items() >= then["result"].items()
        assert found["n_initial"] == then["n_initial"]
        best = next((each["queue_name"] for each in then["candidates"]), None)
        assert found["best"] == best
        unified = {it["unified_name"] for it in then["candidates"] + then["losers"]}
        assert found["n_passing"] == len(unified)
        said = f"If it were not throttled: {found['n_passing']} of {found['n_initial']}"
        assert f"{said} queues would pass, best {best} (verified)." in str(story)
    assert cycle.result == before


def test_an_owner_whose_quota_cannot_be_read_waits(world: str) -> None:
    broken = "update account_usage set bytes = null where account = 'user0003'"
    unread = Snapshot.open(world).rewritten([broken])
    story = brokersql.run(unread, ANALYSIS).explain(task=45000011)
    assert story.document()["result"]["criterion"] == "-throttle_quota_lookup"
    (failed,) = (it for it in story.document()["throttles"] if it["unit"] == "look-ups")
    assert (failed["value"], failed["limit"], failed["excess"]) == (1, 0, 1)


def test_a_lower_cap_throttles_and_says_what_frees(world: str) -> None:
    cap = "CAP_RUNNING_USER_JOBS=900"
    done = call("explain", world, "--user", "user0003", "--set", cap)
    assert done.code == 0, done.err
    (line,) = [each for each in done.lines if "running jobs" in each][:1]
    assert line.split()[:5] == ["✗", "running", "jobs", "983", "900"]
    assert line.endswith("83 jobs less")


def test_what_cannot_be_asked_of_a_user_or_a_nucleus(world: str) -> None:
    user = ("--user", "user0003")
    for asked, *said in (
        (
            ("--user", "user003"),
            "error: no analysis task of user003\n"
            "  did you mean user0003 or user0004 or user0002?\n",
        ),
        (("--user", "exotica"), "  7 users own some, near: phys-exotics, "),
        (("--user", ""), "error: --user is empty"),
        ((*user, "--task", "45000011"), "error: --user goes alone"),
        ((*user, "--policy", "panda_job"), "error: panda_job knows no users"),
        (("--nucleus", "NOPE"), "no nucleus NOPE (", " nuclei)"),
        (
            ("--nucleus", "A", "--queue", "B"),
            "error: --nucleus and --queue exclude each other",
        ),
    ):
        wrong = call("explain", world, *asked)
        assert (wrong.code, wrong.out) == (2, ""), asked
        assert [each for each in said if each not in wrong.err] == [], asked
        assert asked != ("--nucleus", "NOPE") or "queue" not in wrong.err


def test_a_nucleus_is_told_by_the_task_brokerage(world: str) -> None:
    asked = ("--nucleus", "US-T1-001", "--no-changes", "--format", "json")
    told = call("explain", world, *asked)
    assert told.code == 0, told.err
    assert told.json["policy"] == "panda_task"
    assert told.json["counts"]["chosen"] + told.json["counts"]["rejected"] >= 3
