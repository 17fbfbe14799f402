"""The change that would help: made in another run it does what was told."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import Any

import pytest

import brokersql
from brokersql.snapshot import parse_change
from tests.cli.calling import DEMO, call, explained

TASK = 47110000


@pytest.fixture(scope="module")
def alone() -> brokersql.Cycle:
    """Return a cycle over one task of the demo."""
    return brokersql.run(str(DEMO), seed=7, tasks=[TASK])


@pytest.fixture(scope="module")
def story(alone: brokersql.Cycle) -> dict[str, Any]:
    return alone.explain(task=TASK, changes=True).document()


def again(
    option: str, policy: str = "panda_job", tasks: tuple[int, ...] = (TASK,)
) -> brokersql.Cycle:
    """Return a cycle with the change that an option of `run` makes."""
    name, value = option.split(" ", 1)
    key, _, text = value.partition("=")
    update, setting = ([value], {}) if name == "--update" else ([], {key: text})
    return brokersql.run(
        str(DEMO), policy, seed=7, tasks=tasks, update=update, set=setting
    )


def nearest(story: dict[str, Any]) -> list[dict[str, Any]]:
    return [each for each in story["nearest"] if each["change"]]


def test_each_near_miss_comes_to_its_rank_alone(story: dict[str, Any]) -> None:
    changed = nearest(story)
    assert {each["criterion"] for each in changed} >= {"-highmemory", "-transferring"}
    ranks = [each["change"]["rank"] for each in changed]
    assert ranks == sorted(ranks)
    for miss in changed[::3]:
        (move,) = miss["change"]["set"]
        cycle = again(move["option"])
        pair = cycle.explain(task=TASK, queue=miss["queue_name"]).document()
        assert pair["failing"] == []
        assert pair["weights"]["weight"] == miss["change"]["weight"]
        if miss["change"]["chosen"]:
            assert pair["rank"] == miss["change"]["rank"]


def test_one_step_less_is_not_enough(story: dict[str, Any]) -> None:
    seen = 0
    for miss in nearest(story)[:4]:
        (move,) = miss["change"]["set"]
        before, after = move["from"], move["to"]
        if not isinstance(after, int) or isinstance(after, bool):
            continue
        less = after - 1 if after > (before or 0) else after + 1
        option, _, _ = move["option"].rpartition("=")
        pair = again(f"{option}={less}").explain(task=TASK, queue=miss["queue_name"])
        failing = pair.document()["failing"]
        assert [each["criterion"] for each in failing] == [miss["criterion"]]
        seen += 1
    assert seen


@pytest.mark.slow
def test_a_pair_that_fails_twice_needs_two_values(alone: brokersql.Cycle) -> None:
    found = alone.sql(
        "select queue_name from verdict_reason group by queue_name "
        "having count(*) = 2 and bool_and(criterion in ('-lowmemory', '-highmemory', "
        "'-disk', '-status', '-transferring', '-cpucore')) order by queue_name"
    ).to_pylist()
    admitted = 0
    for row in found[:2]:
        queue = row["queue_name"]
        told = alone.explain(task=TASK, queue=queue, changes=True)
        changes = told.document()["changes"]
        for change in changes:
            assert change["verified"]
            options = [move["option"] for move in change["set"]]
            updates = [it.removeprefix("--update ") for it in options]
            assert len(set(updates)) == len(updates)
            cycle = brokersql.run(str(DEMO), seed=7, tasks=[TASK], update=updates)
            pair = cycle.explain(task=TASK, queue=queue).document()
            assert pair["failing"] == []
            assert pair["rank"] == (change["rank"] if change["chosen"] else None)
            admitted += 1
    assert admitted


def test_nothing_of_a_trial_stays(
    alone: brokersql.Cycle, story: dict[str, Any]
) -> None:
    fresh = brokersql.run(str(DEMO), seed=7, tasks=[TASK])
    for name in ("verdict", "weighed", "result", "exclusion"):
        assert alone.table(name).equals(fresh.table(name)), name
    assert alone.sql("from queue order by all").equals(
        fresh.sql("from queue order by all")
    )
    assert story["nearest"]


def test_a_criterion_that_no_value_lifts_is_said_in_words(
    alone: brokersql.Cycle,
) -> None:
    row = alone.sql(
        "from verdict_reason where criterion = '-cache' limit 1"
    ).to_pylist()
    told = alone.explain(task=TASK, queue=row[0]["queue_name"], changes=True)
    assert told.document()["changes"] == []
    assert "No single value lifts" in str(told)
    assert "-cache" in str(told).splitlines()[-3] + str(told).splitlines()[-1]


def test_a_queue_s_levers_bring_what_they_say(cycle: brokersql.Cycle) -> None:
    queue = "BLUERIDGE_SPOT"
    story = cycle.explain(queue=queue, changes=True).document()
    levers = story["changes"]
    work = [(each["tasks"], each["cores"]) for each in levers]
    assert work == sorted(work, reverse=True)
    (best,) = [each for each in levers if each["verified"]]
    assert best["tasks"] >= best["admits"]["tasks"] > best["admits"]["chosen"] > 0
    changed = again(best["change"]["option"], tasks=())
    counts = changed.explain(queue=queue).document()["counts"]
    assert counts["rejected"] == story["rejected_after"] < story["counts"]["rejected"]
    assert counts["chosen"] >= best["admits"]["chosen"]


def test_fix_prints_an_option_of_run_and_nothing_else(run_folder: Path) -> None:
    fixed = explained(run_folder, "--task", TASK, "--fix")
    assert fixed.code == 0, fixed.err
    assert len(fixed.lines) == 1
    option, value = shlex.split(fixed.out)
    assert option == "--update"
    queue = parse_change(value).key[0]
    out = call(
        "explain",
        DEMO,
        "--seed",
        7,
        "--task",
        TASK,
        "--queue",
        queue,
        option,
        value,
        "--no-changes",
    )
    assert "no criterion rejects it" in out.out or "✓ chosen" in out.out
    as_json = explained(run_folder, "--task", TASK, "--fix", "--format", "json")
    assert as_json.json["options"] == [option, value]
    assert as_json.json["kind"] == "explain.fix"


def test_where_nothing_is_to_be_fixed(run_folder: Path) -> None:
    best = call(
        "sql",
        run_folder,
        f"select queue_name from candidate where jedi_task_id = {TASK} and rank = 1",
        "--format",
        "csv",
    ).lines[1]
    done = explained(run_folder, "--task", TASK, "--queue", best, "--fix")
    assert (done.code, done.out) == (0, "")
    assert "no change of one value per criterion" in done.err
    wrong = explained(run_folder, "--criterion", "-disk", "--fix")
    assert wrong.code == 2
    assert wrong.err.startswith("error: --fix needs a task or a queue")
