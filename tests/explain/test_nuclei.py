"""Task brokerage draws a nucleus, and a nucleus opens the brokerage behind it."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

import brokersql
from tests.cli.calling import explained

U = ("u_from", "u_to", "u")


def draws(cycle: brokersql.Cycle, task: int) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return the nucleus that is drawn, and all by name."""
    story = cycle.explain(task=task).document()
    (chosen,) = story["candidates"]
    found = {each["queue_name"]: each for each in [chosen, *story["losers"]]}
    return chosen, dict(sorted(found.items()))


def drawn_tasks(cycle: brokersql.Cycle) -> list[int]:
    rows = cycle.result.to_pylist()
    return [row["jedi_task_id"] for row in rows if row["n_candidates"] > 1]


def test_chances_are_the_weights_and_the_draw_decides(
    nuclei: brokersql.Cycle,
) -> None:
    """Each nucleus takes its part of the draw, by name; u lies in the choice's."""
    tasks = drawn_tasks(nuclei)
    assert len(tasks) > 1
    for task in tasks:
        chosen, found = draws(nuclei, task)
        total = sum(each["weight"] for each in found.values())
        for each in found.values():
            assert each["chance"] == pytest.approx(each["weight"] / total)
            assert each["u_to"] - each["u_from"] == pytest.approx(each["chance"])
        parts = list(found.values())
        assert (parts[0]["u_from"], parts[-1]["u_to"]) == (0, 1)
        assert all(one["u_to"] == next_["u_from"] for one, next_ in pairwise(parts))
        assert chosen["u_from"] < chosen["u"] <= chosen["u_to"]
        assert {each["u"] for each in parts} == {chosen["u"]}
        losers = [each for each in parts if each is not chosen]
        assert {each["criterion"] for each in losers} == {"-not_drawn"}


def test_a_draw_is_told_as_a_draw(nuclei: brokersql.Cycle) -> None:
    """No rank and no cut; the losers are not drawn, and say by what chance."""
    task = drawn_tasks(nuclei)[0]
    chosen, found = draws(nuclei, task)
    story = nuclei.explain(task=task)
    assert story.document()["result"]["nucleus"] == chosen["queue_name"]
    text = str(story)
    assert "cut: best" not in text
    assert "n_running_cap" not in text
    head = next(line for line in text.splitlines() if "weight =" in line)
    assert "rank" not in head
    percent = {name: f"{100 * each['chance']:.1f} %" for name, each in found.items()}
    (taken,) = (line for line in text.splitlines() if "◂ u" in line)
    assert chosen["queue_name"] in taken
    assert percent[chosen["queue_name"]] in taken
    for name in found.keys() - {chosen["queue_name"]}:
        told = str(nuclei.explain(task=task, queue=name))
        assert f"-not_drawn: chance {percent[name]}" in told
    winner = str(nuclei.explain(task=task, queue=chosen["queue_name"]))
    assert f"✓ chosen: chance {percent[chosen['queue_name']]}" in winner


def test_the_largest_weight_is_told_as_a_ranking(world: str) -> None:
    """With nucleus_choice max nothing is drawn: rank and cut, no chance."""
    setting = {"nucleus_choice": "max"}
    cycle = brokersql.run(world, "panda_task", seed=7, set=setting)
    task = drawn_tasks(cycle)[0]
    chosen, found = draws(cycle, task)
    assert chosen["weight"] == max(each["weight"] for each in found.values())
    assert {each[key] for each in found.values() for key in U} == {None}
    text = str(cycle.explain(task=task))
    assert "of the largest weight" in text
    assert "cut: best 1" in text
    assert "chance" not in text


def test_a_change_leads_to_a_chance(world: str) -> None:
    """Where more space is asked, some nuclei fail by it alone; all tasks are told.

    One of them made DuckDB 2.0 end in an internal error.
    """
    setting = {"DISK_THRESHOLD": 1000}
    cycle = brokersql.run(world, "panda_task", seed=7, set=setting)
    short: list[int] = []
    for row in cycle.result.to_pylist():
        document = cycle.explain(task=row["jedi_task_id"]).document()
        blockers = {each["criterion"] for each in document["nearest"]}
        if "-space" in blockers and document["candidates"]:
            short.append(row["jedi_task_id"])
    story = cycle.explain(task=short[0], changes=True)
    (change,) = (it["change"] for it in story.document()["nearest"] if it["change"])
    assert 0 < change["chance"] < 1
    (head,) = (line for line in str(story).splitlines() if "only blocker" in line)
    assert ("chance" in head, "rank" in head) == (True, False)
    assert f"{100 * change['chance']:.1f} %" in str(story)


def test_what_digs_deeper_names_a_nucleus(nuclei: brokersql.Cycle, world: str) -> None:
    task = next(
        row["jedi_task_id"]
        for row in nuclei.exclusion.to_pylist()
        if row["criterion"] == "-job"
    )
    done = explained(world, "--task", task, "--seed", 7, "--no-changes")
    assert done.code == 0, done.err
    (line,) = (line for line in done.err.splitlines() if line.startswith("next:"))
    assert f"--task {task} --nucleus " in line


def test_a_nucleus_tells_why_its_queues_refuse_the_jobs(
    nuclei: brokersql.Cycle,
) -> None:
    """Each queue with all that fails there, the reported criterion first."""
    reported = {
        (row["jedi_task_id"], row["pseudo_queue"]): row["criterion"]
        for row in nuclei.sql("from main.asked_pair").to_pylist()
    }
    exclusions = nuclei.exclusion.to_pylist()
    rejected = [row for row in exclusions if row["criterion"] == "-job"]
    assert rejected
    for row in rejected[:2]:
        task, nucleus = row["jedi_task_id"], row["queue_name"]
        story = nuclei.explain(task=task, queue=nucleus)
        queues: list[dict[str, Any]] = story.document()["job_brokerage"]
        assert queues
        for each in queues:
            first, *_ = each["failing"]
            assert first["criterion"] == reported[task, each["queue_name"]]
            assert first["detail"] in str(story)
        n_failing = [len(each["failing"]) for each in queues]
        assert n_failing == sorted(n_failing)
        assert f"0 of {len(queues)} queue" in str(story)
    chosen = nuclei.candidate.to_pylist()[0]
    fits = nuclei.explain(task=chosen["jedi_task_id"], queue=chosen["queue_name"])
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
