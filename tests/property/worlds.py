"""Small random worlds in which every criterion can fire.

A world has three to eight queues, one to four tasks, two nuclei and few endpoints. A
few topics of a world are hot: there values stand exactly at a limit, one beside it, or
are NULL; elsewhere they are usual, so that some queues survive to be weighed.
"""

from __future__ import annotations

import pyarrow as pa

from tests.property.world_parts.dice import NOW, Dice, Row, Tables
from tests.property.world_parts.grid import make_grid, site_names
from tests.property.world_parts.load import make_load
from tests.property.world_parts.waiting import add_waiting
from tests.property.world_parts.work import make_work
from tests.typed_rows import typed

CONFIG = (
    ("jobbroker", "NW_ACTIVE", "bool", ("True", "False")),
    ("jobbroker", "NW_QUEUE_IMPORTANCE", "float", ("0.6", "1", "0")),
    ("jobbroker", "NW_THRESHOLD", "float", ("1.5", "1.75")),
    ("jobbroker", "NW_WEIGHT_MULTIPLIER", "float", ("1.1",)),
    ("jobbroker", "NQUEUED_SAT_CAP", "int", ("151", "10", "many")),
    ("jobbroker", "NQUEUED_NUC_CAP_FOR_JOBS", "int", ("40", "30", "50")),
    ("jobbroker", "IO_INTENSITY_CUTOFF", "int", ("99", "100", "300")),
    ("jobbroker", "SIZE_CUTOFF_TO_MOVE_INPUT", "int", ("1", "2", "0")),
    ("jobbroker", "NUM_CUTOFF_TO_MOVE_INPUT", "int", ("1", "2", "0")),
    ("jobbroker", "MAX_DISKIO_DEFAULT", "int", ("100", "0", "800")),
    ("jobbroker", "MAX_PRIO_TO_BOOTSTRAP", "int", ("500", "499")),
    ("jobbroker", "MAX_MISSING_INPUT_FILES", "int", ("0", "11")),
    ("jobbroker", "MIN_INPUT_COMPLETENESS", "int", ("50", "95", "100")),
    ("jobbroker", "MIN_WEIGHT_managed", "float", ("0.5", "1")),
    ("jobbroker", "MIN_WEIGHT_managed_MC", "float", ("0.9", "0")),
    ("jobbroker", "NQUEUELIMITSITE_MC", "int", ("5", "30", "0")),
    ("jobbroker", "STORAGE_MIN_FREE_SIZE", "int", ("900", "901", "0", "250")),
    ("core", "WORK_SHORTAGE", "bool", ("True", "False")),
    ("core", "WORK_SHORTAGE", "str", ("True",)),
    ("taskbrokerage", "NQUEUED_NUC_CAP", "int", ("1",)),
)


def random_world(seed: int) -> dict[str, pa.Table]:
    """Return the tables of a small world that the production job brokerage reads."""
    dice = Dice(seed)
    sites = site_names(dice)
    tables: Tables = {"snapshot": [make_snapshot(dice, seed)]}
    tables.update(make_grid(dice, sites))
    tables.update(make_load(dice, tables["queue"], sites))
    tables.update(make_work(dice, tables["queue"], tables["endpoint"]))
    tables["gdp_config"] = make_config(dice)
    return {name: typed(name, rows) for name, rows in tables.items()}


def waiting_world(seed: int) -> dict[str, pa.Table]:
    """Return the tables of a small world in which tasks wait for a nucleus."""
    tables = {name: table.to_pylist() for name, table in random_world(seed).items()}
    add_waiting(Dice(seed), tables)
    return {name: typed(name, rows) for name, rows in tables.items()}


def make_snapshot(dice: Dice, seed: int) -> Row:
    """Return the snapshot row."""
    return {
        "snapshot_id": f"world-{seed}",
        "snapshot_time": NOW,
        "vo": "atlas",
        "schema_version": 1,
        "source": "random",
        "random_seed": seed,
        "lock_owner": dice.choice(("own-host", "own-host", None)),
    }


def make_config(dice: Dice) -> list[Row]:
    """Return configuration rows; pledges and links bring their own keys."""
    rows: list[Row] = []
    keys: set[tuple[str, str | None]] = set()
    for component, key, kind, values in CONFIG:
        wanted = dice.pick("config", False, True, False)
        if key == "WORK_SHORTAGE" and "pledge" in dice.hot:
            wanted = True
        if key == "NW_ACTIVE" and "network" in dice.hot:
            wanted = dice.chance(70)
        vo = dice.pick("config", "atlas", None, "other")
        if wanted and (key, vo) not in keys:
            keys.add((key, vo))
            rows.append(
                {
                    "app": dice.pick("config", "jedi", "jedi", "pandaserver"),
                    "component": component,
                    "key": key,
                    "vo": vo,
                    "type": kind,
                    "value": dice.choice(values),
                }
            )
    return rows
