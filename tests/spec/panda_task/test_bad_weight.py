"""-bad_weight: what has no finite weight is never chosen, and reported as a defect."""

from __future__ import annotations

from tests.spec.check import Rows, Spec
from tests.spec.panda_task.data import GB, datasets


def test_a_weight_that_is_no_number_is_never_chosen(spec: Spec) -> None:
    """Told as a defect; a task that has nothing else waits, after the final check. Task
    3 has no input, so that its weight at B is one."""
    world = {
        "queue": "queue_name: A | B, is_tape: false | true",
        "task": "jedi_task_id: 1 | 2 | 3",
        "task_dataset": "jedi_task_id: 1 | 2, dataset_name: data | rest",
        "dataset": datasets(data=(10, 10 * GB), rest=(10, 10 * GB)),
        "dataset_replica": "dataset_name: data | data | rest, ddm_endpoint_name: "
        "A_DATADISK | B_DATADISK | B_DATADISK, "
        f"n_files_total: 10, n_files_found: 10, bytes_found: {10 * GB}",
    }
    infinite = {"tape_weight": 1e308, "rw_offset": 0.001, "rw_offset_mode": "offset"}
    defect = "a factor is NULL, NaN or infinite: a defect of a rule or of the data"
    waiting = ("-no_candidates", "no nucleus is left after final check")
    spec.check(parameters=infinite, world=world, expected={"B": {1: defect, 2: defect}})
    outcome = ("status", "criterion", "reason", "nucleus", "n_candidates")
    served = {
        1: ("assigned", None, None, "A", 1),
        2: ("pending", *waiting, None, 0),
        3: ("assigned", None, None, "B", 2),
    }
    rejected = {
        (1, "B"): "-bad_weight",
        2: {"A": "-insize", "B": "-bad_weight"},
        (3, "A"): "-not_drawn",
    }
    spec.check_tables(
        Rows("result", ("jedi_task_id",), outcome, served),
        Rows("exclusion", ("jedi_task_id", "queue_name"), "criterion", rejected),
        parameters=infinite,
        world=world,
    )
