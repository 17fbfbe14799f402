"""-bad_weight: what has no finite weight is never chosen, and reported as a defect."""

from __future__ import annotations

from tests.spec.check import Rows, Spec

DEFECT = "a factor is NULL, NaN or infinite: a defect of a rule or of the data"
WORLD = {
    "queue": "queue_name: A",
    "queue_endpoint": "queue_name: A, ddm_endpoint_name: A_TAPE",
    "endpoint": "ddm_endpoint_name: A_TAPE, is_tape: true, read_wan: OFF",
    "dataset_replica": "ddm_endpoint_name: A_TAPE",
}
#: Input on tape, so that the factors are 1e308 both.
NO_NUMBER = {"data_weight": True, "least_weight": 1e308, "tape_data_weight": 1e308}


def test_a_weight_that_is_no_number(spec: Spec) -> None:
    """A product that is infinite is none; with any finite number nothing is said."""
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
