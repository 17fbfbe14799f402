"""The recorded DIRAC scenarios: their worlds as snapshots, engines as profiles."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from datetime import datetime
from functools import cache
from typing import Any

import pyarrow as pa

from brokersql.compiler import PairProgram, compile_policy
from brokersql.cycle import Options
from brokersql.cycle.pairs import PairStage
from brokersql.cycle.timing import Clock
from brokersql.database import Database
from brokersql.policy import load_policy, resolve_parameters
from brokersql.snapshot import contract
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


@cache
def _database() -> Database:
    """Return the database that all worlds stand in, one after the other."""
    database = Database.open(threads=1)
    database.run(contract.schema())
    return database


@cache
def _program() -> PairProgram:
    program = compile_policy(load_policy("dirac"))
    assert isinstance(program, PairProgram)
    return program


def play(
    tables: Mapping[str, Sequence[Row]], profile: str, **overrides: str
) -> Database:
    """Return a database in which the policy has decided about a world."""
    database = _database()
    database.use_schemas(("main",))
    database.run("drop schema if exists dirac cascade")
    given = {"snapshot": [{"snapshot_id": "s", "vo": "lhcb", "snapshot_time": NOW}]}
    for name in contract.tables():
        if name.startswith("dirac_") or name in given:
            rows = tables.get(name, given.get(name, []))
            database.register("given_rows", table(name, rows))
            database.run(f"delete from {name}")
            database.run(f"insert into {name} from given_rows")
            database.unregister("given_rows")
    parameters = resolve_parameters(load_policy("dirac"), profile, overrides)
    PairStage(database, _program(), parameters).play(Clock(), Options(threads=1))
    return database


def table(name: str, rows: Sequence[Row]) -> pa.Table:
    """Return rows as a snapshot table; a column that a row lacks is NULL."""
    types = contract.tables()[name].column_types
    known = {each for row in rows for each in row}
    assert known <= set(types), f"{name} has no {known - set(types)}"
    schema = pa.schema([(column, _arrow(kind)) for column, kind in types.items()])
    full = [{column: row.get(column) for column in types} for row in rows]
    return pa.Table.from_pylist(full, schema=schema)


def world(scenario: Scenario) -> dict[str, list[Row]]:
    """Return the snapshot tables of a scenario of matches or priorities."""
    pilots = [
        _pilot(seq, row) for seq, row in enumerate(scenario.get("pilots") or [], 1)
    ]
    limits = _limits(scenario.get("negative_condition"))
    limited = sorted({str(row["site"]) for row in limits})
    for pilot in pilots:
        if limits and "site" not in pilot:
            pilot["site"] = limited
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


def _limits(conditions: Any) -> list[Row]:
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
