"""Resource types are data; cores and memory per core decide which one work has."""

from __future__ import annotations

from tests.spec.check import Spec
from tests.spec.stage import Key
from tests.spec.world import RESOURCE_TYPES

SPEC = Spec("panda_job", "task_size")
LIMITS = "min_core | max_core | min_ram_per_core | max_ram_per_core"
CATCH_ALL = "Undefined | 1 | | |"
TASKS = """
    jedi_task_id | core_count | ram_count | base_ram_count | ram_unit
    1            | 1          | 2222      |                | MB
    2            | 1          | 2223      |                | MB
    3            | 1          | 2224      |                | MB
    4            | 1          | 1112      |                | MB
    5            | 1          | 3335      |                | MB
    6            | 8          | 2000      |                | MBPerCore
    7            | 8          | 2000      | 4000           | MBPerCoreFixed
    8            | 8          | 16000     | 0              | MB
    9            | 0          | 20000     |                | MB
    10           |            |           |                |
    11           | 2          | 2000      |                | MBPerCore
"""


def test_the_types_seen_in_production() -> None:
    """MB per core are cut, not rounded; the base is shared; 0 cores count as eight. A
    type that takes all comes last."""
    expected: dict[Key, object] = {
        (1,): ("SCORE", 1999),
        (2,): ("SCORE", 2000),
        (3,): ("SCORE_HIMEM", 2001),
        (4,): ("SCORE_LOMEM", 1000),
        (5,): ("SCORE_VHIMEM", 3001),
        (6,): ("MCORE", 1800),
        (7,): ("MCORE_HIMEM", 2250),
        (8,): ("MCORE", 1800),
        (9,): ("MCORE_HIMEM", 2250),
        (10,): ("SCORE_LOMEM", 0),
        (11,): ("MCORE", 1800),
    }
    for types in (RESOURCE_TYPES, f"{RESOURCE_TYPES.rstrip()}\n    {CATCH_ALL}"):
        SPEC.check_fact(
            "task_size",
            ["resource_type", "ram_per_core_mb"],
            resource_type=types,
            task=TASKS,
            expected=expected,
        )


def test_types_are_data() -> None:
    """Other names and limits; what fits none is Undefined; the narrower comes first."""
    expected: dict[Key, object] = {
        **{(task,): "SMALL" for task in (1, 4, 10, 11)},
        **{(task,): "Undefined" for task in (2, 3)},
        **{(task,): "EIGHT" for task in (6, 7, 8, 9)},
        (5,): "BIG",
    }
    SPEC.check_fact(
        "task_size",
        "resource_type",
        resource_type=f"""
            resource_name | {LIMITS}
            SMALL         |   |   |      | 1999
            EIGHT         | 8 | 8 |      |
            BIG           | 1 | 1 | 3000 |
        """,
        task=TASKS,
        expected=expected,
    )


def test_what_a_type_is() -> None:
    """High memory: it may have more than 2000 MB per core, or any number."""
    kinds = {"SCORE": (True, False), "MCORE": (False, True)}
    memory = {"_LOMEM": False, "": False, "_HIMEM": True, "_VHIMEM": True}
    expected: dict[Key, object] = {
        (f"{cores}{suffix}",): (*kind, is_high)
        for cores, kind in kinds.items()
        for suffix, is_high in memory.items()
    }
    SPEC.check_fact(
        "resource_class",
        ["is_single_core", "is_multi_core", "is_high_memory"],
        resource_type=f"""
            {RESOURCE_TYPES}
            {CATCH_ALL}
            AT_2000 | 1 | 1 | 0 | 2000
            ABOVE   | 1 | 1 | 0 | 2001
            BARE    |   |   |   |
        """,
        expected={
            **expected,
            ("Undefined",): (False, False, True),
            ("AT_2000",): (True, False, False),
            ("ABOVE",): (True, False, True),
            ("BARE",): (False, False, True),
        },
    )
