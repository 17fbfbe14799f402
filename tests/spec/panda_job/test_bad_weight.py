"""-bad_weight: what has no finite weight is never chosen, and told as a defect."""

from __future__ import annotations

from tests.spec.check import Rows, Spec

DEFECT = "a factor is NULL, NaN or infinite: a defect of a rule or of the data"
#: inf - inf for the satellites A and B; the queue N of the nucleus has no such link.
NO_NUMBER = {"NW_ACTIVE": True, "NW_QUEUE_IMPORTANCE": 1e308}
QUEUES = "queue_name: N | A | B, job_seed: std"


def test_a_weight_that_is_no_number(spec: Spec) -> None:
    """NaN comes before all that could be said of the queue, even that it is empty. With
    any finite number nothing is said."""
    spec.check(parameters=NO_NUMBER, queue=QUEUES, expected={"A": DEFECT, "B": DEFECT})
    spec.check(parameters={"NW_ACTIVE": True}, queue=QUEUES, expected={})


def test_it_is_never_chosen(spec: Spec) -> None:
    """Whether the queue could start empty, as any other or for express work."""
    tasks = (1, 2, 3)
    bad = ("-bad_weight", "misconfigured", DEFECT)
    chosen = {(task, "N") for task in tasks}
    defects = {(task, name): bad for task in tasks for name in "AB"}
    keys = ("jedi_task_id", "queue_name")
    spec.check_tables(
        Rows("exclusion", keys, ("criterion", "class", "detail"), defects),
        Rows("candidate", keys, "rank", chosen),
        parameters=NO_NUMBER,
        queue=QUEUES,
        task="jedi_task_id: 1 | 2 | 3, current_priority: 100 | 500 | 1000",
    )


def test_a_jumbo_task_at_a_jumbo_queue(spec: Spec) -> None:
    """It would be taken without any cap, if it had a weight."""
    spec.check_cycle(
        "exclusion",
        ("queue_name",),
        "criterion",
        parameters=NO_NUMBER,
        queue="queue_name: N | A, job_seed: std, catchall: | useJumboJobs",
        task="split_rule: NJ=4",
        expected={"A": "-bad_weight"},
    )


def test_where_no_other_queue_is_left(spec: Spec) -> None:
    """The chunk waits, and its reason is the final check."""
    spec.check_cycle(
        "result",
        ("jedi_task_id",),
        ("status", "reason", "n_candidates", "n_selected"),
        parameters=NO_NUMBER,
        expected={1: ("pending", "no queue is left after final check", 1, 0)},
    )
