"""One task decided on its own is decided as in the cycle of all tasks."""

from __future__ import annotations

import pytest

import brokersql
from brokersql.explain import explain_subject
from tests.cli.calling import DEMO, call


def ids(cycle: brokersql.Cycle) -> list[int]:
    found = cycle.result.column("jedi_task_id").to_pylist()
    return sorted({int(str(each)) for each in found})


@pytest.mark.parametrize("policy", ["panda_job", "panda_analysis", "panda_task"])
def test_stories_are_those_of_the_whole_cycle(
    policy: str,
    world: str,
    jobs: brokersql.Cycle,
    analysis: brokersql.Cycle,
    nuclei: brokersql.Cycle,
) -> None:
    """So are those of the cycle of all work, where it answers about one task."""
    (whole,) = (it for it in (jobs, analysis, nuclei) if it.policy == policy)
    explainer = brokersql.Explainer(world, policy, seed=7)
    tasks = ids(whole)
    assert len(tasks) >= 4
    for task in tasks[:: len(tasks) // 4][::-1]:
        story, told = explainer.explain(task), whole.explain(task=task)
        assert (story.document(), str(story)) == (told.document(), str(told))
        about = explain_subject(whole.about([task]), task)
        assert (about.document(), str(about)) == (told.document(), str(told))
        for miss in story.document()["nearest"][:1]:
            queue = miss["queue_name"]
            at_queue = explainer.explain(task, queue).document()
            assert at_queue == whole.explain(task=task, queue=queue).document()


def test_changes_are_looked_for_after_another_task(
    world: str, jobs: brokersql.Cycle
) -> None:
    """What is tried for a task is gone when the next one is decided.

    Of one that waits values of the policy are tried too, then of one that is assigned.
    """
    explainer = brokersql.Explainer(world, seed=7)
    first = ids(jobs)[3]
    before = explainer.explain(first).document()
    results = jobs.result.to_pylist()
    for status in ("pending", "assigned"):
        found = (row["jedi_task_id"] for row in results if row["status"] == status)
        for task in sorted(found, reverse=True):
            told = explainer.explain(task, changes=True).document()
            if any(each["change"] for each in told["nearest"]):
                break
        else:
            pytest.fail(f"no change helps any {status} task")
        assert (
            told == explain_subject(jobs.about([task]), task, changes=True).document()
        )
    assert explainer.explain(first).document() == before


def test_a_task_that_the_policy_does_not_decide(
    world: str, jobs: brokersql.Cycle
) -> None:
    explainer = brokersql.Explainer(world, "panda_analysis", seed=7)
    with pytest.raises(brokersql.UsageError, match="is no work of panda_analysis"):
        explainer.explain(ids(jobs)[0])
    with pytest.raises(brokersql.UsageError, match="no task 5 "):
        explainer.explain(5)
    with pytest.raises(brokersql.UsageError, match="no task 1 "):
        jobs.about([1])


@pytest.mark.parametrize(
    ("policy", "message"),
    [("panda_timeout", "has no jobs"), ("dirac", "decides about pilots")],
)
def test_a_policy_that_decides_about_something_else(policy: str, message: str) -> None:
    explainer = brokersql.Explainer(DEMO, policy)
    with pytest.raises(brokersql.UsageError, match=message):
        explainer.explain(47110182)


def test_decisions_in_turn_are_told_as_they_were_made(
    world: str, nuclei: brokersql.Cycle
) -> None:
    """What a cycle gave away before counts: alone, the last task has other weights."""
    columns = "workqueue_id, gshare, prod_source_label"
    rows = nuclei.sql(
        f"select jedi_task_id, {columns} from main.task inner join result "
        "using (jedi_task_id) order by current_priority, jedi_task_id"
    )
    last, *others = rows.to_pylist()
    alike = [
        f"task:{other['jedi_task_id']}.{name}={last[name]}"
        for other in others
        for name in columns.split(", ")
    ]
    task = last["jedi_task_id"]
    whole = brokersql.run(world, "panda_task", seed=7, update=alike)
    document = whole.explain(task=task).document()
    alone = brokersql.run(world, "panda_task", seed=7, update=alike, tasks=[task])
    assert alone.explain(task=task).document() != document
    updates = [word for each in alike for word in ("--update", each)]
    options = ("--seed", 7, "--task", task, "--no-changes", "--format", "json")
    told = call("explain", world, *updates, *options).json
    for name in ("result", "candidates", "losers"):
        assert told[name] == document[name]
