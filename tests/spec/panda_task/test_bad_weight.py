"""-bad_weight: what has no finite weight is never chosen, and reported as a defect."""

from __future__ import annotations

from tests.spec.check import Spec
from tests.spec.panda_task.data import GB, datasets, nuclei, tasks

REPLICAS = f"""
    dataset_name | ddm_endpoint_name | n_files_total | n_files_found | bytes_found
    data         | A_DATADISK        | 10            | 10            | {10 * GB}
    data         | B_DATADISK        | 10            | 10            | {10 * GB}
    rest         | B_DATADISK        | 10            | 10            | {10 * GB}
"""


def test_a_weight_that_is_no_number_is_never_chosen(spec: Spec) -> None:
    """Told as a defect; a task that has nothing else waits, after the final check.

    Task 3 has no input, so that its weight at B is one.
    """
    world = {
        "queue": nuclei("A", "B"),
        "task": tasks({}, {}, {}),
        "task_dataset": "jedi_task_id: 1 | 2, dataset_name: data | rest",
        "dataset": datasets(data=(10, 10 * GB), rest=(10, 10 * GB)),
        "endpoint": "ddm_endpoint_name: A_DATADISK | B_DATADISK, is_tape: false | true",
        "dataset_replica": REPLICAS,
    }
    infinite = {"tape_weight": "inf"}
    defect = "a factor is NULL, NaN or infinite: a defect of a rule or of the data"
    spec.check(
        parameters=infinite,
        world=world,
        expected={(1, 0, "B"): defect, (2, 0, "B"): defect},
    )
    spec.check_cycle(
        "result",
        ("jedi_task_id",),
        ("status", "criterion", "reason", "nucleus", "n_candidates"),
        parameters=infinite,
        world=world,
        expected={
            (1,): ("assigned", None, None, "A", 1),
            (2,): (
                "pending",
                "-no_candidates",
                "no nucleus is left after final check",
                None,
                0,
            ),
            (3,): ("assigned", None, None, "B", 2),
        },
    )
    spec.check_cycle(
        "exclusion",
        ("jedi_task_id", "queue_name"),
        "criterion",
        parameters=infinite,
        world=world,
        expected={
            (1, "B"): "-bad_weight",
            (2, "A"): "-insize",
            (2, "B"): "-bad_weight",
            (3, "A"): "-not_drawn",
        },
    )
