"""Tasks and jobs get the recorded resource type, with the six types assumed there."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from tests.conformance.recorded import recorded
from tests.facts.world import World, settings

LINES = recorded("resource_types")
TYPES = [
    {
        "resource_name": cores + name,
        "min_core": 1 if cores == "SCORE" else 2,
        "max_core": 1 if cores == "SCORE" else None,
        "min_ram_per_core": low,
        "max_ram_per_core": high,
    }
    for cores in ("SCORE", "MCORE")
    for name, low, high in (
        ("", None, 2000),
        ("_HIMEM", 2001, 4000),
        ("_VHIMEM", 4001, None),
    )
]


def number(value: object) -> object:
    """Return a recorded number; PanDA also writes NULL as a text."""
    return None if value == "NULL" else value


def lines(kind: str) -> list[Mapping[str, Any]]:
    """Return the lines about tasks, or those about jobs."""
    found = [line for line in LINES if line["kind"] == kind]
    assert found
    return found


@pytest.mark.parametrize("profile", ["asrun", "page"])
def test_every_task_has_its_type(profile: str) -> None:
    asked = lines("task")
    world = World(
        settings(profile),
        resource_type=TYPES,
        task=[
            {
                "jedi_task_id": number,
                "core_count": line["coreCount"],
                "ram_count": line["ramCount"],
                "base_ram_count": line["baseRamCount"],
                "ram_unit": line["ramUnit"],
            }
            for number, line in enumerate(asked)
        ],
    )
    found = [row["resource_type"] for row in world.rows("task_size")]
    assert found == [line["expected"] for line in asked]


def test_every_job_has_its_type() -> None:
    asked = lines("job")
    world = World(
        settings("asrun"),
        resource_type=TYPES,
        task=[
            {
                "jedi_task_id": place,
                "core_count": number(line["coreCount"]),
                "ram_count": number(line["minRamCount"]),
            }
            for place, line in enumerate(asked)
        ],
    )
    world.make("resource_class")
    rows = world.database.rows(
        "select jedi_task_id, arg_min(resource_name, order_no) from task "
        "cross join cfg inner join resource_class on "
        "lies_within(cores_of_task(core_count, any_core_count), min_core, max_core) "
        "and lies_within(job_ram_per_core("
        "ram_count, cores_of_task(core_count, any_core_count)), "
        "min_ram_per_core, max_ram_per_core) group by all order by all"
    )
    assert [row[1] for row in rows] == [line["expected"] for line in asked]
