"""Worked examples 14 to 16 of spec/production.md 12: the numbers come from there."""

from __future__ import annotations

from tests.spec.check import Spec, both
from tests.spec.panda_task.data import GB, datasets, held, nuclei, tasks


def rule(stem: str) -> Spec:
    """Return a check of one rule."""
    return Spec("panda_task", stem)


def test_14_task_space() -> None:
    """2e11 HS06 s need 57870 GB; the threshold is 102400 GB."""
    said = "space left {} GB, threshold 102400 GB"
    first = {(1, 0, "A"): said.format(92130)}
    rule("space").check(
        stage="filters",
        queue=nuclei("A", "B", "C"),
        endpoint="""
            ddm_endpoint_name | space_free
            A_DATADISK        | 150000
            B_DATADISK        | 160270
            C_DATADISK        | 160271
        """,
        nucleus_rw="""
            nucleus | prod_source_label | gshare | current_priority | rw
            A       | managed           | MC     | 500              | 200000000000
            B       | managed           | MC     | 500              | 200000000000
            C       | managed           | MC     | 500              | 200000000000
        """,
        task_dataset="type: output, storage_token: DATADISK",
        expected=both(page={**first, (1, 0, "B"): said.format(102400)}, asrun=first),
    )


def test_15_nucleus_weight() -> None:
    """Work of 2e9 HS06 s; free 600 of 2000 TB, the same with 100 TB of it expired, and
    all on tape with 2500 of 5000 TB free. The demand of the work is left out.
    """
    rule("ranked").check_fact(
        "ranked",
        "weight",
        queue=nuclei("A", "B", "C"),
        endpoint=f"""
            ddm_endpoint_name | space_total   | space_free    | space_expired | is_tape
            A_DATADISK        | {2000 * 1024} | {600 * 1024}  | 0             | false
            B_DATADISK        | {2000 * 1024} | {500 * 1024}  | {100 * 1024}  | false
            C_DATADISK        | {5000 * 1024} | {2500 * 1024} | 0             | false
            C_DATATAPE        |               |               |               | true
        """,
        queue_endpoint="""
            queue_name | ddm_endpoint_name | write_lan_role
            A          | A_DATADISK        | true
            B          | B_DATADISK        | true
            C          | C_DATADISK        | true
            C          | C_DATATAPE        | false
        """,
        nucleus_rw="""
            nucleus | prod_source_label | gshare | current_priority | rw
            A       | managed           | MC     | 500              | 2000000000
            B       | managed           | MC     | 500              | 2000000000
            C       | managed           | MC     | 500              | 2000000000
        """,
        task=tasks({"io_intensity": "500"}, {"io_intensity": "100"}),
        task_dataset="""
            jedi_task_id | dataset_id | type   | dataset_name | storage_token
            1            | 1          | input  | data         |
            1            | 2          | output | out1         | DATADISK
            2            | 1          | input  | data         |
            2            | 2          | output | out2         | DATADISK
        """,
        dataset=datasets(data=(10, 10 * GB)),
        dataset_replica=f"""
            dataset_name | ddm_endpoint_name | n_files_found | bytes_found
            data         | A_DATADISK        | 8             | {8 * GB}
            data         | B_DATADISK        | 8             | {8 * GB}
            data         | C_DATATAPE        | 10            | {10 * GB}
        """,
        parameters={"rw_output_gb": 0},
        expected=both(
            page={
                (1, 0, "A"): 7.2e-8,
                (1, 0, "B"): 6e-8,
                (1, 0, "C"): 2.5e-10,
                (2, 0, "A"): 9e-8,
                (2, 0, "B"): 7.5e-8,
                (2, 0, "C"): 2.5e-10,
            },
            asrun={
                (1, 0, "A"): 7.2e-8,
                (1, 0, "B"): 7.2e-8,
                (1, 0, "C"): 2.5e-10,
                (2, 0, "A"): 9e-8,
                (2, 0, "B"): 9e-8,
                (2, 0, "C"): 2.5e-10,
            },
        ),
    )


def test_15_hardly_any_work() -> None:
    """Work of 49.9 HS06 s or none, no data, 150 of 1000 TB free."""
    rule("ranked").check_fact(
        "ranked",
        "weight",
        queue=nuclei("A", "B"),
        endpoint=f"""
            ddm_endpoint_name | space_total   | space_free
            A_DATADISK        | {1000 * 1024} | {150 * 1024}
            B_DATADISK        | {1000 * 1024} | {150 * 1024}
        """,
        nucleus_rw="""
            nucleus | prod_source_label | gshare | current_priority | rw
            A       | managed           | MC     | 500              | 49.9
        """,
        task_dataset="type: output, storage_token: DATADISK",
        expected=both(
            page={(1, 0, "A"): 0.45, (1, 0, "B"): 0.45},
            asrun={(1, 0, "A"): 22.5, (1, 0, "B"): 22.5},
        ),
    )


def test_15_the_choice() -> None:
    """Weights of 9e-8 and 1.5e-7 are probabilities of 0.375 and 0.625."""
    at_a = {1, 3}
    rule("ranked").check_fact(
        "ranked",
        ["weight", "is_chosen"],
        queue=nuclei("A", "B"),
        endpoint=f"""
            ddm_endpoint_name | space_total   | space_free
            A_DATADISK        | {2000 * 1024} | {600 * 1024}
            B_DATADISK        | {2000 * 1024} | {1000 * 1024}
        """,
        nucleus_rw="""
            nucleus | prod_source_label | gshare | current_priority | rw
            A       | managed           | MC     | 500              | 2000000000
            B       | managed           | MC     | 500              | 3333333333.3333335
        """,
        task="\n".join(["jedi_task_id", *"1234"]),
        task_dataset="""
            jedi_task_id | type   | storage_token
            1            | output | DATADISK
            2            | output | DATADISK
            3            | output | DATADISK
            4            | output | DATADISK
        """,
        recorded_draw="""
            jedi_task_id | u
            1            | 0.3
            2            | 0.4
            3            | 0.3749999
            4            | 0.3750001
        """,
        parameters={"rw_output_gb": 0},
        expected={
            (task, 0, name): (weight, (name == "A") is (task in at_a))
            for task in (1, 2, 3, 4)
            for name, weight in (("A", 9e-8), ("B", 1.5e-7))
        },
    )


def test_16_locality_by_size() -> None:
    """5 GB in 50 files: 0.4 GB is too little, 0.5 GB is where the profiles part."""
    four, five = 4 * 10**8, 5 * GB // 10
    shown = "holds {:.1f} of 5.0 GB, 10.0 % asked"
    first = {(1, 0, "A"): shown.format(four / GB)}
    rule("input_size").check(
        queue=nuclei("A", "B", "C"),
        task=tasks({"io_intensity": "300"}),
        dataset=datasets(data=(50, 5 * GB)),
        dataset_replica=held(
            ("data", "A", 50, four), ("data", "B", 50, five), ("data", "C", 50, GB)
        ),
        expected=both(page={**first, (1, 0, "B"): shown.format(0.5)}, asrun=first),
    )


def test_16_locality_by_number() -> None:
    """0.9 GB in 200 files: 19 are too few, 20 are where the profiles part."""
    shown = "holds {} of 200 files, 10.0 % asked"
    first = {(1, 0, "A"): shown.format(19)}
    nine = 9 * GB // 10
    rule("input_number").check(
        queue=nuclei("A", "B", "C"),
        task=tasks({"io_intensity": "300"}),
        dataset=datasets(data=(200, nine)),
        dataset_replica=held(
            ("data", "A", 19, nine), ("data", "B", 20, nine), ("data", "C", 200, nine)
        ),
        expected=both(page={**first, (1, 0, "B"): shown.format(20)}, asrun=first),
    )


def test_16_all_fail() -> None:
    """With 5 GB: dropped for an ioIntensity of 150, or from priority 800 on."""
    task = {"io_intensity": "300"}
    low = {"task_priority": "799", "current_priority": "799"}
    high = {"task_priority": "800", "current_priority": "800"}
    rule("input_size").check(
        queue=nuclei("A", "B"),
        task=tasks({"io_intensity": "150"}, {**task, **low}, {**task, **high}),
        dataset=datasets(data=(50, 5 * GB)),
        expected={(2, 0, "A"), (2, 0, "B")},
    )
