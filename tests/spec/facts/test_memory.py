"""Expected memory of a job: (baseRamCount + ramCount x coreCount) x 0.9, whole MB."""

from __future__ import annotations

from tests.spec.check import Spec, both


def test_units(spec: Spec) -> None:
    """D17: base and cores count in any unit on the page, as run in MBPerCore only. V12:
    so does a base alone (5 to 7), for which as run nothing is asked. Megabytes are cut,
    not rounded: 16005.6 and 2000.7 of them (8; example 10)."""
    spec.check_fact(
        "memory",
        "need_mb",
        queue="core_count: 8",
        task="jedi_task_id: 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8, "
        "base_ram_count: 500 | 500 | 500 | 500 | 500 | 500 | 500 | 0, "
        "ram_count: 2000 | 2000 | 2000 | 2000 | 0 | | | 2223, "
        "ram_unit: MBPerCore | MBPerCoreFixed | MB | | MBPerCore | MB | | MB",
        expected=both(
            page={
                **dict.fromkeys((1, 2, 3, 4), 14850.0),
                **{5: 450.0, 6: 450.0, 7: 450.0, 8: 16005.0},
            },
            asrun={
                **{1: 14850.0, 2: 14850.0, 3: 1800.0, 4: 1800.0, 8: 2000.0},
                **dict.fromkeys((5, 6, 7)),
            },
        ),
    )


def test_cores_are_those_of_the_pseudo_queue(spec: Spec) -> None:
    """Not those of the task; a queue without cores counts as one."""
    spec.check_fact(
        "memory",
        "need_mb",
        resource_type="resource_name: SCORE | MCORE, min_core: 1 | 2, max_core: 1 |",
        queue="queue_name: A | B | C, capability: ucore | | , core_count: 8 | 0 |",
        task="ram_count: 1000, ram_unit: MBPerCore, base_ram_count: , core_count: 4",
        expected={
            **{"A": 7200.0, "A/SCORE": 900.0, "A/MCORE": 7200.0},
            **{"B": 900.0, "C": 900.0},
        },
    )


def test_memory_of_the_chunk(spec: Spec) -> None:
    """The larger of task and chunk; without any there is no need to meet. A chunk that
    is not said to merge (7) does not."""
    seven = "jedi_task_id: 1 | 2 | 3 | 4 | 5 | 6 | 7"
    spec.check_fact(
        "memory",
        ["ram_mb", "need_mb"],
        task=f"{seven}, ram_unit: MBPerCore, ram_count: 1000 | 3000 | | 0 | | 1000 | 9",
        input_chunk=f"{seven}, ram_count: 2000 | 2000 | 2000 | 2000 | | | 2000, "
        "is_merging: false | false | false | false | false | false |",
        expected={
            **dict.fromkeys((1, 3, 4, 7), (2000, 1800.0)),
            **{2: (3000, 2700.0), 5: (None, None), 6: (1000, 900.0)},
        },
    )


def test_merge_jobs(spec: Spec) -> None:
    """They have a count of their own, at least 2000 MB; else that of the chunk counts.
    D17: as run, neither base nor cores count for them, on the page both do, the base
    also alone (V12)."""
    five = "jedi_task_id: 1 | 2 | 3 | 4 | 5"
    spec.check_fact(
        "memory",
        "need_mb",
        queue="core_count: 2",
        task=f"{five}, ram_count: 9000, merge_ram_count: 1000 | 4000 | 1000 | | 0, "
        "ram_unit: MBPerCore, base_ram_count: 500",
        input_chunk=f"{five}, is_merging: true, ram_count: | 3000 | 3000 | 1000 |",
        expected=both(
            page={1: 4050.0, 2: 7650.0, 3: 5850.0, 4: 2250.0, 5: 450.0},
            asrun={1: 1800.0, 2: 3600.0, 3: 2700.0, 4: 900.0, 5: None},
        ),
    )
