"""Resource types are data; cores and memory per core decide which one work has."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pytest

from tests.facts.world import Row, World, settings


def kind(name: str, *limits: int | None) -> Row:
    """Return one resource type: least and most cores, least and most MB per core."""
    columns = ("min_core", "max_core", "min_ram_per_core", "max_ram_per_core")
    return {"resource_name": name, **dict(zip(columns, limits, strict=True))}


#: The eight types seen in production.
PRODUCTION: Sequence[Row] = [
    kind(prefix + suffix, *cores, *ram)
    for prefix, cores in (("SCORE", (1, 1)), ("MCORE", (2, None)))
    for suffix, ram in (
        ("_LOMEM", (0, 1000)),
        ("", (1001, 2000)),
        ("_HIMEM", (2001, 3000)),
        ("_VHIMEM", (3001, None)),
    )
]
CATCH_ALL = kind("Undefined", 1, None, None, None)
#: name: (cores, RAM, base RAM, unit, the type, MB per core)
TASKS: Mapping[
    str, tuple[int | None, int | None, int | None, str | None, str, float]
] = {
    "cut, not rounded": (1, 2222, None, "MB", "SCORE", 1999),
    "at the border": (1, 2223, None, "MB", "SCORE", 2000),
    "above the border": (1, 2224, None, "MB", "SCORE_HIMEM", 2001),
    "low memory, most": (1, 1112, None, "MB", "SCORE_LOMEM", 1000),
    "very high memory, least": (1, 3335, None, "MB", "SCORE_VHIMEM", 3001),
    "per core": (8, 2000, None, "MBPerCore", "MCORE", 1800),
    "base is shared by the cores": (
        *(8, 2000, 4000, "MBPerCoreFixed"),
        *("MCORE_HIMEM", 2250),
    ),
    "in all": (8, 16000, 0, "MB", "MCORE", 1800),
    "any number of cores is eight": (0, 20000, None, "MB", "MCORE_HIMEM", 2250),
    "nothing is said": (None, None, None, None, "SCORE_LOMEM", 0),
    "two cores": (2, 2000, None, "MBPerCore", "MCORE", 1800),
}


def types_of(
    types: Sequence[Row], profile: str = "page"
) -> dict[str, tuple[str, float]]:
    """Return type and memory per core of each of the tasks."""
    world = World(
        settings(profile),
        resource_type=types,
        task=[
            {
                "jedi_task_id": number,
                "core_count": cores,
                "ram_count": ram,
                "base_ram_count": base,
                "ram_unit": unit,
            }
            for number, (cores, ram, base, unit, *_) in enumerate(TASKS.values())
        ],
    )
    rows = world.rows("task_size")
    return {
        name: (row["resource_type"], row["ram_per_core_mb"])
        for name, row in zip(TASKS, rows, strict=True)
    }


@pytest.mark.parametrize("profile", ["page", "asrun"])
def test_the_types_seen_in_production(profile: str) -> None:
    expected = {name: (task[4], task[5]) for name, task in TASKS.items()}
    assert types_of(PRODUCTION, profile) == expected
    assert types_of([CATCH_ALL, *PRODUCTION], profile) == expected


def test_types_of_much_memory() -> None:
    """Those that may have more than 2000 MB per core, or any number."""
    most = {"A": 2000, "B": 2001, "C": None}
    types = [kind(name, 1, 1, 0, limit) for name, limit in most.items()]
    world = World(settings("page"), resource_type=types)
    rows = world.rows("resource_class")
    found = {row["resource_name"]: row["is_high_memory"] for row in rows}
    assert found == {"A": False, "B": True, "C": True}


def test_types_are_data() -> None:
    """Other names and limits; what fits none is Undefined; the narrower comes first."""
    types = [
        kind("SMALL", None, None, None, 1999),
        kind("EIGHT", 8, 8, None, None),
        kind("BIG", 1, 1, 3000, None),
    ]
    found = {name: found for name, (found, _) in types_of(types).items()}
    assert found == {
        **dict.fromkeys(TASKS, "SMALL"),
        "at the border": "Undefined",
        "above the border": "Undefined",
        "very high memory, least": "BIG",
        **dict.fromkeys(
            [
                "per core",
                "base is shared by the cores",
                "in all",
                "any number of cores is eight",
            ],
            "EIGHT",
        ),
    }


def test_what_a_type_is() -> None:
    types = [*PRODUCTION, CATCH_ALL, kind("BARE", None, None, None, None)]
    rows = {
        row["resource_name"]: (
            row["is_single_core"],
            row["is_multi_core"],
            row["is_high_memory"],
        )
        for row in World(settings("page"), resource_type=types).rows("resource_class")
    }
    assert rows == {
        "SCORE_LOMEM": (True, False, False),
        "SCORE": (True, False, False),
        "SCORE_HIMEM": (True, False, True),
        "SCORE_VHIMEM": (True, False, True),
        "MCORE_LOMEM": (False, True, False),
        "MCORE": (False, True, False),
        "MCORE_HIMEM": (False, True, True),
        "MCORE_VHIMEM": (False, True, True),
        "Undefined": (False, False, True),
        "BARE": (False, False, True),
    }
