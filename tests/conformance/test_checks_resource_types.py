"""Tasks and jobs get the recorded resource type, with the six types assumed there."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from tests.conformance.recorded import recorded
from tests.facts.world import World, settings
from tests.typed_rows import cells

LINES = recorded("resource_types")
NAMES = "resource_name min_core max_core min_ram_per_core max_ram_per_core"
TYPES = [
    cells(NAMES, cores + name, least, most, low, high)
    for cores, least, most in (("SCORE", 1, 1), ("MCORE", 2, None))
    for name, low, high in (
        *(("", None, 2000), ("_HIMEM", 2001, 4000)),
        ("_VHIMEM", 4001, None),
    )
]
ASKED = {
    **{"coreCount": "core_count", "ramCount": "ram_count"},
    **{"baseRamCount": "base_ram_count", "ramUnit": "ram_unit"},
}


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
                **{ours: line[name] for name, ours in ASKED.items()},
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
            cells("jedi_task_id core_count ram_count", place, *map(number, counts))
            for place, counts in enumerate(
                (line["coreCount"], line["minRamCount"]) for line in asked
            )
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
