"""A cycle of all work, asked about a task, answers as a cycle of this task alone."""

from __future__ import annotations

import pytest

import brokersql
from brokersql.core.errors import UsageError
from brokersql.explain import explain_subject


def first_of_each(cycle: brokersql.Cycle) -> dict[str, int]:
    """Return a task of each outcome."""
    found: dict[str, int] = {}
    for row in cycle.result.to_pylist():
        found.setdefault(row["status"], row["jedi_task_id"])
    return found


@pytest.mark.slow
def test_it_answers_as_a_cycle_of_the_task(
    jobs: brokersql.Cycle, analysis: brokersql.Cycle, world: str
) -> None:
    n_compared = 0
    for whole, settings in ((jobs, {}), (analysis, {"NEAR_QUOTA": 0.9})):
        for status, task in first_of_each(whole).items():
            is_changed = whole is jobs or status == "pending"
            alone = brokersql.run(
                world, whole.policy, seed=7, tasks=[task], set=settings
            )
            alone.stage.whole = whole
            stories = [
                explain_subject(each, task, changes=is_changed)
                for each in (alone, whole.about([task]))
            ]
            assert stories[0].document() == stories[1].document()
            assert str(stories[0]) == str(stories[1])
            alone.database.close()
            n_compared += 1
    assert n_compared >= 5


def test_it_knows_the_tasks(jobs: brokersql.Cycle) -> None:
    with pytest.raises(UsageError, match="no task 1 "):
        jobs.about([1])
