"""-bad_weight: what has no finite weight is never chosen, and told as a defect."""

from __future__ import annotations

import pytest

from tests.spec.check import Spec

DEFECT = "a factor is NULL, NaN or infinite: a defect of a rule or of the data"
#: inf - inf for the satellites A and B; the queue N of the nucleus has no such link.
NO_NUMBER = {"NW_ACTIVE": True, "NW_QUEUE_IMPORTANCE": 1e308}
QUEUES = "queue_name: N | A | B, job_seed: std | std | std"


def test_a_weight_that_is_no_number(spec: Spec) -> None:
    """NaN comes before all that could be said of the queue, even that it is empty."""
    spec.check(
        parameters=NO_NUMBER,
        queue=QUEUES,
        expected={(1, 0, "A"): DEFECT, (1, 0, "B"): DEFECT},
    )


def test_a_link_that_can_be_weighed(spec: Spec) -> None:
    """With any finite number nothing is said."""
    spec.check(parameters={"NW_ACTIVE": True}, queue=QUEUES, expected={})


@pytest.mark.parametrize("priority", [100, 500, 1000])
def test_it_is_never_chosen(spec: Spec, priority: int) -> None:
    """Whether the queue could start empty, as any other or for express work."""
    world = {
        "queue": QUEUES,
        "task": f"jedi_task_id | current_priority\n1 | {priority}",
    }
    keys = ("jedi_task_id", "queue_name")
    spec.check_cycle(
        "exclusion",
        keys,
        ("criterion", "class", "detail"),
        parameters=NO_NUMBER,
        world=world,
        expected={(1, name): ("-bad_weight", "misconfigured", DEFECT) for name in "AB"},
    )
    spec.check_cycle(
        "candidate",
        keys,
        "rank",
        parameters=NO_NUMBER,
        world=world,
        expected={(1, "N")},
    )


def test_a_jumbo_task_at_a_jumbo_queue(spec: Spec) -> None:
    """It would be taken without any cap, if it had a weight."""
    spec.check_cycle(
        "exclusion",
        ("queue_name",),
        "criterion",
        parameters=NO_NUMBER,
        queue="queue_name: N | A, job_seed: std | std, catchall: | useJumboJobs",
        task="split_rule: NJ=4",
        expected={("A",): "-bad_weight"},
    )


def test_where_no_other_queue_is_left(spec: Spec) -> None:
    """The chunk waits, and its reason is the final check."""
    spec.check_cycle(
        "result",
        ("jedi_task_id",),
        ("status", "reason", "n_candidates", "n_selected"),
        parameters=NO_NUMBER,
        expected={(1,): ("pending", "no queue is left after final check", 1, 0)},
    )
