"""-bad_weight: what has no finite weight is never chosen, and reported as a defect."""

from __future__ import annotations

from tests.spec.check import Rows, Spec

DEFECT = "a factor is NULL, NaN or infinite: a defect of a rule or of the data"
WORLD = {"queue": "queue_name\nA", "task_dataset": "type: pseudo_input, queue_name:"}
NO_NUMBER = {"data_weight": True, "least_weight": "nan"}


def test_a_weight_that_is_no_number(spec: Spec) -> None:
    """One factor that is NaN is enough; with any finite number nothing is said."""
    spec.check(parameters=NO_NUMBER, world=WORLD, expected={"A": DEFECT})
    spec.check(parameters={"data_weight": True}, world=WORLD, expected={})


def test_it_is_never_chosen(spec: Spec) -> None:
    """It takes no place either: the chunk waits."""
    waits = {1: ("pending", "no queue is left after final check")}
    bad = {("A", 1): ("-bad_weight", DEFECT)}
    spec.check_tables(
        Rows("exclusion", ("queue_name", "round"), ("criterion", "detail"), bad),
        Rows("result", ("jedi_task_id",), ("status", "reason"), waits),
        parameters=NO_NUMBER,
        world=WORLD,
    )
