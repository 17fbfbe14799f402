"""Several random worlds as one, so that a cycle of the engine decides on all of them.

Queues, sites, endpoints, tasks and datasets get names of their own per world; shares,
work queues, resource types and settings are those of the first. Every task then sees
the queues of all worlds.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Mapping, Sequence

import pyarrow as pa

from tests.property.world_parts.dice import Row
from tests.property.worlds import random_world
from tests.typed_rows import typed

COMMON = ("snapshot", "gdp_config", "resource_type", "work_queue")
#: The name of every source of containers, which belongs to no world.
ALL = "ALL"
#: Ends of names that rules look at.
ENDS = ("_VP_DISK", "_HOSPITAL")
#: Columns with names of sites and endpoints.
PLACES = ("site_name", "nucleus", "src_site", "dst_site", "ddm_endpoint_name", "rse")
TASKS_PER_WORLD = 10_000
ORDERS_PER_WORLD = 1_000
#: Sites and endpoints by name in longer texts.
NAMED = re.compile(r"(SITE-\d\w*)")


def merged_world(
    seeds: Iterable[int],
    make: Callable[[int], Mapping[str, pa.Table]] = random_world,
    common: Sequence[str] = COMMON,
) -> dict[str, pa.Table]:
    """Return the worlds of these seeds as one; what is common is that of the first."""
    rows: dict[str, list[Row]] = {}
    for place, seed in enumerate(seeds):
        world = {name: table.to_pylist() for name, table in make(seed).items()}
        renamed = rename(world, place)
        for name, found in renamed.items():
            if place == 0 or name not in common:
                rows.setdefault(name, []).extend(found)
    rows["gdp_config"] = first_of_each(rows["gdp_config"])
    sources = [row for row in rows["queue_software"] if row["queue_name"] == ALL]
    for row in sources[1:]:
        rows["queue_software"].remove(row)
    return {name: typed(name, found) for name, found in rows.items()}


def first_of_each(config: list[Row]) -> list[Row]:
    """Return configuration with each key as it is met first."""
    found: dict[tuple[object, ...], Row] = {}
    for row in config:
        found.setdefault((row["component"], row["key"], row["vo"]), row)
    return list(found.values())


def rename(world: Mapping[str, list[Row]], place: int) -> dict[str, list[Row]]:
    """Return a world with names of its own."""
    places = {row["ddm_endpoint_name"] for row in world["endpoint"]}
    queues = sorted((str(row["queue_name"]) for row in world["queue"]), key=len)[::-1]

    def tail(name: str) -> str:
        for end in ENDS:
            if name.endswith(end):
                return f"{name.removesuffix(end)}.{place}{end}"
        return f"{name}.{place}"

    def head(name: str) -> str:
        return f"{name[:4]}w{place}.{name[4:]}"

    def queue(name: str) -> str:
        for known in queues:
            if name == known or name.startswith(f"{known}/"):
                return tail(known) + name[len(known) :]
        return name

    def queue_list(names: str) -> str:
        return ",".join(
            tail(name) if name in places else queue(name) for name in names.split(",")
        )

    def site_params(text: str) -> str:
        def renamed(value: object) -> object:
            if isinstance(value, str):
                return queue_list(value)
            return list(map(queue, value)) if isinstance(value, list) else value

        params = json.loads(text)
        return json.dumps({key: renamed(value) for key, value in params.items()})

    def entity(name: str) -> str:
        if name.isdigit():
            return str(int(name) + shifts["jedi_task_id"])
        return queue(name) if name in queues else tail(name)

    def account(name: str) -> str:
        return tail(name) if name.startswith("/") else name

    def within(text: str) -> str:
        return NAMED.sub(tail(r"\1"), text)

    changes: dict[str, Callable[[str], str]] = {
        **dict.fromkeys(PLACES, tail),
        **dict.fromkeys(("user_name", "orig_user_name", "prod_user_name"), tail),
        **dict.fromkeys(("dataset_name", "container_name", "constituent_name"), head),
        **{"lfn": head, "queue_name": queue, "site": queue_list, "entity": entity},
        **{"storage_token": within, "catchall": within, "task_params": site_params},
        "account": account,
    }
    kept = {("task", "container_name"), ("work_queue", "queue_name")}
    shifts = {
        "jedi_task_id": TASKS_PER_WORLD * place,
        "parent_tid": TASKS_PER_WORLD * place,
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
