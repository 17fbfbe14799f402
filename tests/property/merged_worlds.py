"""Several random worlds as one, so that a cycle of the engine decides on all of them.

Queues, sites, endpoints, tasks and datasets get names of their own per world; shares,
work queues, resource types and settings are those of the first. Every task then sees
the queues of all worlds.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

import pyarrow as pa

from tests.property.world_parts.dice import Row, arrow
from tests.property.worlds import random_world

COMMON = ("snapshot", "gdp_config", "resource_type", "work_queue")
#: The name of every source of containers, which belongs to no world.
ALL = "ALL"
TASKS_PER_WORLD = 10_000
ORDERS_PER_WORLD = 1_000


def merged_world(seeds: Iterable[int]) -> dict[str, pa.Table]:
    """Return the worlds of these seeds as one."""
    rows: dict[str, list[Row]] = {}
    for place, seed in enumerate(seeds):
        world = {name: table.to_pylist() for name, table in random_world(seed).items()}
        renamed = rename(world, place)
        for name, found in renamed.items():
            if place == 0 or name not in COMMON:
                rows.setdefault(name, []).extend(found)
    sources = [row for row in rows["queue_software"] if row["queue_name"] == ALL]
    for row in sources[1:]:
        rows["queue_software"].remove(row)
    return {name: arrow(name, found) for name, found in rows.items()}


def rename(world: Mapping[str, list[Row]], place: int) -> dict[str, list[Row]]:
    """Return a world with names of its own."""
    queues = sorted((str(row["queue_name"]) for row in world["queue"]), key=len)[::-1]

    def tail(name: str) -> str:
        return f"{name}.{place}"

    def head(name: str) -> str:
        return f"{name[:4]}w{place}.{name[4:]}"

    def queue(name: str) -> str:
        for known in queues:
            if name == known or name.startswith(f"{known}/"):
                return tail(known) + name[len(known) :]
        return name

    def queue_list(names: str) -> str:
        return ",".join(queue(name) for name in names.split(","))

    changes: dict[str, Callable[[str], str]] = {
        "queue_name": queue,
        "site": queue_list,
        "site_name": tail,
        "nucleus": tail,
        "src_site": tail,
        "dst_site": tail,
        "ddm_endpoint_name": tail,
        "dataset_name": head,
        "container_name": head,
        "lfn": head,
    }
    kept = {("task", "container_name"), ("work_queue", "queue_name")}
    shifts = {
        "jedi_task_id": TASKS_PER_WORLD * place,
        "queue_order": ORDERS_PER_WORLD * place,
    }

    def cell(table: str, column: str, value: object) -> object:
        if isinstance(value, str) and column in changes:
            return value if (table, column) in kept else changes[column](value)
        if isinstance(value, int) and column in shifts:
            return value + shifts[column]
        return value

    return {
        table: [{c: cell(table, c, value) for c, value in row.items()} for row in rows]
        for table, rows in world.items()
    }
