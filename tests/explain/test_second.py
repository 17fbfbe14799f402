"""A nucleus opens the brokerage behind it; a criterion tells how much is missing."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import brokersql


def test_a_nucleus_tells_why_its_queues_refuse_the_jobs(
    nuclei: brokersql.Cycle,
) -> None:
    """Each queue with all that fails there, the reported criterion first."""
    cycle = nuclei
    reported = {
        (row["jedi_task_id"], row["pseudo_queue"]): row["criterion"]
        for row in cycle.sql("from main.asked_pair").to_pylist()
    }
    rejected = [
        row for row in cycle.exclusion.to_pylist() if row["criterion"] == "-job"
    ]
    assert rejected
    for row in rejected[:2]:
        task, nucleus = row["jedi_task_id"], row["queue_name"]
        story = cycle.explain(task=task, queue=nucleus)
        queues: list[dict[str, Any]] = story.document()["job_brokerage"]
        assert queues
        for each in queues:
            first, *_ = each["failing"]
            assert first["criterion"] == reported[task, each["queue_name"]]
            assert first["detail"] in str(story)
        n_failing = [len(each["failing"]) for each in queues]
        assert n_failing == sorted(n_failing)
        assert f"0 of {len(queues)} queue" in str(story)
    chosen = cycle.candidate.to_pylist()[0]
    fits = cycle.explain(task=chosen["jedi_task_id"], queue=chosen["queue_name"])
    assert any(not each["failing"] for each in fits.document()["job_brokerage"])
    assert "could run its jobs" in str(fits)


def test_what_lets_a_queue_in_lets_its_nucleus_in(
    world: str, nuclei: brokersql.Cycle
) -> None:
    """The only queue that could run the jobs gets too little memory."""
    first = nuclei.candidate.to_pylist()[0]
    task, nucleus = first["jedi_task_id"], first["queue_name"]
    queues = nuclei.explain(task=task, queue=nucleus).document()["job_brokerage"]
    short = [
        f"queue:{each['unified_name']}.max_rss=1000"
        for each in queues
        if not each["failing"]
    ]
    cycle = brokersql.run(world, "panda_task", seed=7, tasks=[task], update=short)
    story = cycle.explain(task=task, queue=nucleus, changes=True)
    document = story.document()
    assert document["criterion"] == "-job"
    move = document["changes"][0]["set"][0]
    needed = {
        reason["requested"]
        for each in document["job_brokerage"]
        for reason in each["failing"]
        if reason["criterion"] == "-lowmemory" and len(each["failing"]) == 1
    }
    assert (move["column"], move["from"]) == ("max_rss", 1000)
    assert move["to"] == min(needed)
    inputs = {each["column"] for each in document["failing"][0]["inputs"]}
    assert inputs > {"max_rss", "ram_count"}
    (marked,) = [line for line in str(story).splitlines() if "▸" in line]
    assert "job check  " in marked and "▸ -job" in marked
    option = move["option"].removeprefix("--update ")
    after = brokersql.run(
        world, "panda_task", seed=7, tasks=[task], update=[*short, option]
    )
    assert after.explain(task=task, queue=nucleus).document()["failing"] == []


def test_only_a_nucleus_has_a_second_brokerage(jobs: brokersql.Cycle) -> None:
    row = jobs.exclusion.to_pylist()[0]
    story = jobs.explain(task=row["jedi_task_id"], queue=row["queue_name"])
    assert story.document()["job_brokerage"] == []


def test_a_criterion_and_a_queue_tell_the_same_change(cycle: brokersql.Cycle) -> None:
    """Decided again it lets in some of what stood alone, and no change says so too.

    Classes of what is missing hold all that the criterion bars.
    """
    story = cycle.explain(criterion="-lowmemory", changes=True)
    told = story.document()
    found = told["shortfalls"]
    classes = found["classes"]
    assert found["unit"] == "MB"
    n_alone = told["counts"]["queues_barred_alone"]
    assert sum(each["pairs"] for each in classes) == n_alone
    edges = [each["up_to"] for each in classes]
    assert edges[-1] is None
    assert all(after == 2 * before for before, after in pairwise(edges[:-1]))
    assert "shortfall MB" in str(story)
    tried = {it["queue_name"]: it for it in told["queues"][:2]}
    assert [it["change"] is None for it in tried.values()] == [False, True]
    for name, barred in tried.items():
        changes = cycle.explain(queue=name, changes=True).document()["changes"]
        (mine,) = [it for it in changes if it["criterion"] == "-lowmemory"]
        assert mine["change"] == barred["change"]
        assert mine["verified"] == (barred["change"] is not None)


def test_a_criterion_that_compares_no_numbers_has_no_shortfall(
    jobs: brokersql.Cycle,
) -> None:
    story = jobs.explain(criterion="-cache")
    assert story.document()["shortfalls"] is None
    assert "shortfall" not in str(story)
