"""Expected memory of a job: (baseRamCount + ramCount x coreCount) x 0.9, whole MB."""

from __future__ import annotations

import pytest

from tests.spec.check import Spec, both

FACT = "memory"
EIGHT_CORES = "queue_name: Q, core_count: 8"


def task(base: str, ram: str, unit: str) -> str:
    """Draw a task by the memory that it asks for."""
    return f"""
        jedi_task_id | base_ram_count | ram_count | ram_unit
        1            | {base}         | {ram}     | {unit}
    """


@pytest.mark.parametrize(
    ("unit", "page", "asrun"),
    [
        ("MBPerCore", 14850.0, 14850.0),
        ("MBPerCoreFixed", 14850.0, 14850.0),
        ("MB", 14850.0, 1800.0),
        ("", 14850.0, 1800.0),
    ],
)
def test_units(spec: Spec, unit: str, page: float, asrun: float) -> None:
    """D17: base and cores count in any unit on the page, as run in MBPerCore only."""
    spec.check_fact(
        FACT,
        "need_mb",
        queue=EIGHT_CORES,
        task=task("500", "2000", unit),
        expected=both(page={(1, 0, "Q"): page}, asrun={(1, 0, "Q"): asrun}),
    )


@pytest.mark.parametrize(
    ("ram", "need"), [("2222", 1999.0), ("2223", 2000.0), ("2224", 2001.0)]
)
def test_whole_megabytes(spec: Spec, ram: str, need: float) -> None:
    """1999.8, 2000.7 and 2001.6 are cut, not rounded (example 10)."""
    spec.check_fact(
        FACT, "need_mb", task=task("0", ram, "MBPerCore"), expected={(1, 0, "Q"): need}
    )


def test_cores_are_those_of_the_pseudo_queue(spec: Spec) -> None:
    """Not those of the task; a queue without cores counts as one."""
    spec.check_fact(
        FACT,
        "need_mb",
        resource_type="""
            resource_name | min_core | max_core
            SCORE         | 1        | 1
            MCORE         | 2        |
        """,
        queue="queue_name: A | B | C, capability: ucore | | , core_count: 8 | 0 |",
        task="ram_count: 1000, ram_unit: MBPerCore, base_ram_count: , core_count: 4",
        expected={
            (1, 0, "A"): 7200.0,
            (1, 0, "A/SCORE"): 900.0,
            (1, 0, "A/MCORE"): 7200.0,
            (1, 0, "B"): 900.0,
            (1, 0, "C"): 900.0,
        },
    )


def test_memory_of_the_chunk(spec: Spec) -> None:
    """The larger of task and chunk; without any there is no need to meet."""
    spec.check_fact(
        FACT,
        ["ram_mb", "need_mb"],
        task="""
            jedi_task_id | ram_count | ram_unit
            1            | 1000      | MBPerCore
            2            | 3000      | MBPerCore
            3            |           | MBPerCore
            4            | 0         | MBPerCore
            5            |           | MBPerCore
            6            | 1000      | MBPerCore
        """,
        input_chunk="""
            jedi_task_id | ram_count
            1            | 2000
            2            | 2000
            3            | 2000
            4            | 2000
            5            |
            6            |
        """,
        expected={
            (1, 0, "Q"): (2000, 1800.0),
            (2, 0, "Q"): (3000, 2700.0),
            (3, 0, "Q"): (2000, 1800.0),
            (4, 0, "Q"): (2000, 1800.0),
            (5, 0, "Q"): (None, None),
            (6, 0, "Q"): (1000, 900.0),
        },
    )


def test_merge_jobs(spec: Spec) -> None:
    """They have a count of their own, at least 2000 MB; else that of the chunk counts.

    D17: as run, neither base nor cores count for them, on the page both do, the base
    also alone (V12).
    """
    spec.check_fact(
        FACT,
        "need_mb",
        queue="core_count: 2",
        task="""
            jedi_task_id | ram_count | merge_ram_count | ram_unit  | base_ram_count
            1            | 9000      | 1000            | MBPerCore | 500
            2            | 9000      | 4000            | MBPerCore | 500
            3            | 9000      | 1000            | MBPerCore | 500
            4            | 9000      |                 | MBPerCore | 500
            5            | 9000      | 0               | MBPerCore | 500
        """,
        input_chunk="""
            jedi_task_id | is_merging | ram_count
            1            | true       |
            2            | true       | 3000
            3            | true       | 3000
            4            | true       | 1000
            5            | true       |
        """,
        expected=both(
            page={
                (1, 0, "Q"): 4050.0,
                (2, 0, "Q"): 7650.0,
                (3, 0, "Q"): 5850.0,
                (4, 0, "Q"): 2250.0,
                (5, 0, "Q"): 450.0,
            },
            asrun={
                (1, 0, "Q"): 1800.0,
                (2, 0, "Q"): 3600.0,
                (3, 0, "Q"): 2700.0,
                (4, 0, "Q"): 900.0,
                (5, 0, "Q"): None,
            },
        ),
    )
