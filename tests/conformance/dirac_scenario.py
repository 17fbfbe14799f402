"""The recorded DIRAC scenarios: their worlds as snapshots, their engines as profiles."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

import pyarrow as pa

from brokersql.cycle import Cycle, Options, run_cycle
from brokersql.snapshot import Snapshot, contract
from tests.conformance.recorded import FOLDER

Scenario = Mapping[str, Any]
Row = dict[str, object]

#: Our profiles, and the engine whose facts each must agree with.
ENGINES = {"page": "seed_literal", "dirac2009": "seed", "modern": "modern"}
#: Fields that a scenario may write as one value, where the snapshot has a list.
_LISTS = (
    *("site", "grid_ce", "platform", "job_type", "tag", "required_tag", "owner_group"),
    *("banned_site", "banned_grid_ce", "banned_platform", "banned_job_type"),
    "banned_tag",
)
#: The setup of whoever names none.
SETUP = "Prod"
#: A site of pilots that name none, where the scenario has limits.
SOMEWHERE = "somewhere"
#: The time of every snapshot.
NOW = datetime(2009, 2, 16, 12)


def scenarios(*kinds: str) -> list[Scenario]:
    """Return the recorded scenarios of some kinds, if any are there."""
    files = sorted((FOLDER / "dirac").glob("*.json"))
    found = [json.loads(file.read_text(encoding="utf-8")) for file in files]
    return [each for each in found if each["kind"] in kinds]


def table(name: str, rows: Sequence[Row]) -> pa.Table:
    """Return rows as a snapshot table; a column that a row lacks is NULL."""
    types = contract.tables()[name].column_types
    known = {each for row in rows for each in row}
    assert known <= set(types), f"{name} has no {known - set(types)}"
    schema = pa.schema([(column, _arrow(kind)) for column, kind in types.items()])
    full = [{column: row.get(column) for column in types} for row in rows]
    return pa.Table.from_pylist(full, schema=schema)


def decide(
    tables: Mapping[str, Sequence[Row]], profile: str, **settings: str
) -> Cycle:
    """Run the policy over a world of some tables."""
    rows = {"snapshot": [{"snapshot_id": "s", "vo": "lhcb", "snapshot_time": NOW}]} | {
        **tables
    }
    made = {name: table(name, each) for name, each in rows.items()}
    options = Options(profile=profile, settings=settings, threads=1)
    return run_cycle(Snapshot.open(made), "dirac", options)


def world(scenario: Scenario) -> dict[str, list[Row]]:
    """Return the snapshot tables of a scenario of matches or priorities."""
    pilots = [
        _pilot(seq, row) for seq, row in enumerate(scenario.get("pilots") or [], 1)
    ]
    limits = _limits(scenario.get("negative_condition"))
    for pilot in pilots:
        if limits and "site" not in pilot:
            pilot["site"] = [SOMEWHERE]
    return {
        "dirac_group": [_group(row) for row in scenario["groups"]],
        "dirac_user": [{"user_name": row["user"]} for row in scenario["users"]],
        "dirac_job": [{"setup": SETUP, **row} for row in scenario["jobs"]],
        "dirac_pilot": pilots,
        "dirac_running_limit": limits,
    }


def settings(scenario: Scenario) -> dict[str, str]:
    """Return the settings that a scenario changes."""
    given = scenario.get("scheduling") or {}
    names = {"taskQueueCPUTimeIntervals": "cpu_segments"}
    return {names[key]: value.replace(" ", "") for key, value in given.items()}


def _pilot(seq: int, row: Mapping[str, Any]) -> Row:
    found: Row = {"seq": seq, "pilot_id": row["pilot"], "setup": SETUP}
    for name, value in row.items():
        if name in _LISTS:
            found[name] = value if isinstance(value, list) else [value]
        elif name != "pilot":
            found[name] = value
    return found


def _group(row: Mapping[str, Any]) -> Row:
    return {"group_name" if name == "group" else name: row[name] for name in row}


def _limits(conditions: object) -> list[Row]:
    """Return limits that are reached by what the request must not get."""
    parts = conditions if isinstance(conditions, list) else [conditions or {}]
    return [
        {
            "site": part.get("Site", SOMEWHERE),
            "attribute": attribute,
            "value": value,
            "max_jobs": 0,
        }
        for part in parts
        for attribute, values in part.items()
        if attribute != "Site"
        for value in values
    ]


def _arrow(kind: str) -> pa.DataType:
    if kind.endswith("[]"):
        return pa.list_(_arrow(kind[:-2]))
    return {
        "VARCHAR": pa.string(),
        "BIGINT": pa.int64(),
        "DOUBLE": pa.float64(),
        "BOOLEAN": pa.bool_(),
        "TIMESTAMP": pa.timestamp("us"),
    }[kind]
