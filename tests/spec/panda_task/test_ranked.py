"""Surviving nuclei with the weights of the task's turn, ranked.

The one that is drawn is reported as +set, the others as +use (spec 2.6).
"""

from __future__ import annotations

from tests.spec.check import Spec, both
from tests.spec.panda_task.data import GB, datasets, held

THREE = {
    "queue": "queue_name: A | B | C",
    "nucleus_rw": "nucleus: A | B | C, rw: 128 | 64 | 64",
}


def test_rank_and_report(spec: Spec) -> None:
    """By falling weight, then by name, whichever is drawn."""
    spec.check_fact(
        "ranked",
        ["weight", "rank", "is_chosen", "criterion"],
        world=THREE,
        recorded_draw="u: 0.1",
        expected={
            "A": (1 / 128, 3, True, "+set"),
            "B": (1 / 64, 1, False, "+use"),
            "C": (1 / 64, 2, False, "+use"),
        },
    )


def test_the_weight_is_the_product(spec: Spec) -> None:
    """Example 15: work of 2e9 HS06 s; free 600 of 2000 TB, the same with 100 TB of it
    expired, and all on tape with 2500 of 5000 TB free. The demand of the work is left
    out."""
    spec.check_fact(
        "ranked",
        "weight",
        queue="queue_name: A | B | C",
        queue_endpoint="queue_name: A | B | C | C, ddm_endpoint_name: "
        "A_DATADISK | B_DATADISK | C_DATADISK | C_DATATAPE, "
        "space_total: 2048000 | 2048000 | 5120000 |, space_expired: 0 | 102400 | 0 |, "
        "space_free: 614400 | 512000 | 2560000 |, is_tape: | | | true, "
        "write_lan_role: true | true | true | false",
        nucleus_rw="nucleus: A | B | C, rw: 2000000000",
        task="jedi_task_id: 1 | 2, io_intensity: 500 | 100",
        task_dataset="jedi_task_id: 1 | 1 | 2 | 2, dataset_id: 1 | 2 | 1 | 2, "
        "type: input | output | input | output, dataset_name: data | out | data | out, "
        "storage_token: | DATADISK | | DATADISK",
        dataset=datasets(data=(10, 10 * GB)),
        dataset_replica=held(
            ("data", "A_DATADISK", 8, 8 * GB),
            ("data", "B_DATADISK", 8, 8 * GB),
            ("data", "C_DATATAPE", 10, 10 * GB),
        ),
        parameters={"rw_output_gb": 0},
        expected=both(
            page={
                1: {"A": 7.2e-8, "B": 6e-8, "C": 2.5e-10},
                2: {"A": 9e-8, "B": 7.5e-8, "C": 2.5e-10},
            },
            asrun={
                1: {"A": 7.2e-8, "B": 7.2e-8, "C": 2.5e-10},
                2: {"A": 9e-8, "B": 9e-8, "C": 2.5e-10},
            },
        ),
    )


def test_the_tables_of_the_result(spec: Spec) -> None:
    """`candidate` holds the nucleus of the task, `weighed` all with their factors."""
    drawn = {**THREE, "queue": "queue_name: A | B", "recorded_draw": "u: 0.9"}
    keys = ["jedi_task_id", "queue_name"]
    weights = ["weight", "work", "data", "tape", "space", "free"]
    told = [*weights, "criterion", "is_bootstrap", "for_jumbo", "n_running_cap"]
    spec.check_cycle(
        "candidate", keys, "weight", world=drawn, profile="page", expected={"B": 1 / 64}
    )
    spec.check_cycle(
        "weighed",
        keys,
        told,
        world=drawn,
        profile="page",
        expected={
            "A": (1 / 128, 1 / 128, 1.0, 1.0, 1.0, 1.0, "+use", False, False, None),
            "B": (1 / 64, 1 / 64, 1.0, 1.0, 1.0, 1.0, "+set", False, False, None),
        },
    )
