"""Worked examples 14 to 16 of spec/production.md 12: the numbers come from there."""

from __future__ import annotations

from tests.spec.check import Spec, both
from tests.spec.panda_task.data import GB, datasets, held


def test_14_task_space() -> None:
    """2e11 HS06 s need 57870 GB; the threshold is 102400 GB."""
    said = "space left {} GB, threshold 102400 GB"
    first = {"A": said.format(92130)}
    Spec("panda_task", "space").check(
        stage="filters",
        queue="queue_name: A | B | C, space_free: 150000 | 160270 | 160271",
        nucleus_rw="nucleus: A | B | C, rw: 200000000000",
        task="type: output, storage_token: DATADISK",
        expected=both(page={**first, "B": said.format(102400)}, asrun=first),
    )


def test_15_nucleus_weight() -> None:
    """Work of 2e9 HS06 s; free 600 of 2000 TB, the same with 100 TB of it expired, and
    all on tape with 2500 of 5000 TB free. The demand of the work is left out."""
    Spec("panda_task", "ranked").check_fact(
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
        task_dataset="""
            jedi_task_id | dataset_id | type   | dataset_name | storage_token
            1            | 1          | input  | data         |
            1            | 2          | output | out1         | DATADISK
            2            | 1          | input  | data         |
            2            | 2          | output | out2         | DATADISK
        """,
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


def test_15_hardly_any_work() -> None:
    """Work of 49.9 HS06 s or none, no data, 150 of 1000 TB free."""
    Spec("panda_task", "ranked").check_fact(
        "ranked",
        "weight",
        queue="queue_name: A | B, space_total: 1024000, space_free: 153600",
        nucleus_rw="nucleus: A, rw: 49.9",
        task="type: output, storage_token: DATADISK",
        expected=both(page={"A": 0.45, "B": 0.45}, asrun={"A": 22.5, "B": 22.5}),
    )


def test_15_the_choice() -> None:
    """Weights of 9e-8 and 1.5e-7 are probabilities of 0.375 and 0.625."""
    Spec("panda_task", "ranked").check_fact(
        "ranked",
        ["weight", "is_chosen"],
        queue="queue_name: A | B, space_total: 2048000, space_free: 614400 | 1024000",
        nucleus_rw="nucleus: A | B, rw: 2000000000 | 3333333333.3333335",
        task="jedi_task_id: 1 | 2 | 3 | 4, type: output, storage_token: DATADISK",
        recorded_draw="jedi_task_id: 1 | 2 | 3 | 4, "
        "u: 0.3 | 0.4 | 0.3749999 | 0.3750001",
        parameters={"rw_output_gb": 0},
        expected={
            task: {"A": (9e-8, chosen == "A"), "B": (1.5e-7, chosen == "B")}
            for task, chosen in enumerate("ABAB", start=1)
        },
    )


def test_16_locality_by_size() -> None:
    """5 GB in 50 files: 0.4 GB is too little, 0.5 GB is where the profiles part."""
    four, five = 4 * 10**8, 5 * GB // 10
    shown = "holds {:.1f} of 5.0 GB, 10.0 % asked"
    first = {"A": shown.format(four / GB)}
    Spec("panda_task", "input_size").check(
        queue="queue_name: A | B | C",
        task="io_intensity: 300",
        dataset=datasets(data=(50, 5 * GB)),
        dataset_replica=held(
            ("data", "A", 50, four), ("data", "B", 50, five), ("data", "C", 50, GB)
        ),
        expected=both(page={**first, "B": shown.format(0.5)}, asrun=first),
    )


def test_16_locality_by_number() -> None:
    """0.9 GB in 200 files: 19 are too few, 20 are where the profiles part."""
    shown = "holds {} of 200 files, 10.0 % asked"
    first = {"A": shown.format(19)}
    nine = 9 * GB // 10
    Spec("panda_task", "input_number").check(
        queue="queue_name: A | B | C",
        task="io_intensity: 300",
        dataset=datasets(data=(200, nine)),
        dataset_replica=held(
            ("data", "A", 19, nine), ("data", "B", 20, nine), ("data", "C", 200, nine)
        ),
        expected=both(page={**first, "B": shown.format(20)}, asrun=first),
    )


def test_16_all_fail() -> None:
    """With 5 GB: dropped for an ioIntensity of 150, or from priority 800 on."""
    Spec("panda_task", "input_size").check(
        queue="queue_name: A | B",
        task="jedi_task_id: 1 | 2 | 3, io_intensity: 150 | 300 | 300, "
        "task_priority: 500 | 799 | 800, current_priority: 500 | 799 | 800",
        dataset=datasets(data=(50, 5 * GB)),
        expected={2: {"A", "B"}},
    )
