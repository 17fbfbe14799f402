"""The recorded DIRAC scenarios: their worlds as snapshots, engines as profiles."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from functools import cache
from typing import Any

import pytest
from _pytest.mark import ParameterSet

from brokersql.core.database import Database
from brokersql.cycle import Options, Plan
from brokersql.cycle import play as run
from brokersql.policy import load_policy, resolve_parameters
from brokersql.snapshot import contract
from tests.conformance.recorded import ROOTS
from tests.property.reference.dirac import LIMITED
from tests.typed_rows import cells
from tests.typed_rows import typed as table

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
#: What a scenario sets for all jobs and pilots of its world.
OWN = ("scheduling", "negative_condition", "site_mask", "platforms")
#: The setup of whoever names none.
SETUP = "Prod"
#: Where the configuration of the snapshot's vo and that setup stands.
PATH = f"/Operations/lhcb/{SETUP}/JobScheduling"
#: A site of pilots that name none, where the scenario has limits.
SOMEWHERE = "somewhere"
#: How far apart the numbers of worlds are that are merged.
APART = 100_000
#: The time of every snapshot.
NOW = datetime(2009, 2, 16, 12)


def engines(scenario: Scenario) -> list[str]:
    """Return the profiles whose engine something is recorded of."""
    return [name for name, engine in ENGINES.items() if engine in scenario["facts"]]


def is_quirk(scenario: Scenario) -> bool:
    """Tell whether a scenario shows what is not copied (spec/dirac.md 3.1)."""
    return "quirk" in scenario["name"] or scenario["name"][:3] in ("m24", "m27")


def scenarios(*kinds: str) -> list[Scenario]:
    """Return the recorded scenarios of some kinds, if any are there."""
    files = sorted(file for root in ROOTS for file in root.glob("dirac/*.json"))
    found = [json.loads(file.read_text(encoding="utf-8")) for file in files]
    return [each for each in found if each["kind"] in kinds]


def by_engine(given: Sequence[Scenario]) -> list[ParameterSet]:
    """Return scenarios as values of a test, with each profile that is recorded."""
    return [
        pytest.param(scenario, profile, id=f"dirac-{profile}-{scenario['name']}")
        for scenario in given
        for profile in engines(scenario)
    ]


def cases_of(kind: str) -> list[ParameterSet]:
    """Return the cases that scenarios of a kind consist of as values of a test."""
    return [
        pytest.param(case, profile, id=f"dirac-{profile}-{case['case']}")
        for scenario in scenarios(kind)
        for profile in engines(scenario)
        for case in scenario["facts"][ENGINES[profile]]
    ]


@cache
def _database() -> Database:
    """Return the database that all worlds stand in, one after the other."""
    database = Database.open(threads=1)
    database.run(contract.schema())
    return database


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
    run(Plan.of("dirac"), database, Options(threads=1), lambda *_: parameters)
    return database


def world(scenario: Scenario) -> dict[str, list[Row]]:
    """Return the snapshot tables of a scenario of matches or priorities."""
    pilots = [
        pilot_row(seq, row) for seq, row in enumerate(scenario.get("pilots") or [], 1)
    ]
    limits = _limits(scenario.get("negative_condition"))
    limited = sorted({str(row["site"]) for row in limits})
    for pilot in pilots:
        if limits and "site" not in pilot:
            pilot["site"] = limited
    return {
        "dirac_site_mask": scenario.get("site_mask", []),
        "dirac_platform": scenario.get("platforms", []),
        "dirac_group": [_group(row) for row in scenario["groups"]],
        "dirac_user": [{"user_name": row["user"]} for row in scenario["users"]],
        "dirac_job": [{"setup": SETUP, **row} for row in scenario["jobs"]],
        "dirac_pilot": pilots,
        "dirac_running_limit": limits,
        "dirac_cfg": _scheduling(scenario.get("scheduling") or {}),
    }


def limit_world(case: Mapping[str, Any]) -> dict[str, list[Row]]:
    """Return the limits of a case, and the jobs that run."""
    rules = [
        {"site": site, "ce": ce, "attribute": name, "value": value, "max_jobs": most}
        for site, section in case["running_limit_cfg"].items()
        for ce, limits in ((None, section), *section.get("CEs", {}).items())
        for name, values in limits.items()
        if name != "CEs"
        for value, most in values.items()
    ]
    running = [
        {"job_id": -n, "site": job["site"], "status": job["status"]}
        | {LIMITED[name]: value for name, value in job.items() if name in LIMITED}
        for n, job in enumerate(case["running"], start=1)
    ]
    return {"dirac_running_limit": rules, "dirac_running_job": running}


def inserted(step: Mapping[str, Any]) -> list[int]:
    """Return the job that comes at a step of a trace, if one does."""
    return [step["after_insert"]] if "after_insert" in step else []


def removed(step: Mapping[str, Any]) -> list[int]:
    """Return the job that goes at a step of a trace, if one does."""
    return [step["after_remove"]] if "after_remove" in step else []


def is_sharing(scenario: Scenario, profile: str) -> bool:
    """Tell whether a scenario may share a world: setups keep them apart."""
    has_facts = ENGINES[profile] in scenario["facts"]
    has_own = any(map(scenario.get, OWN))
    return has_facts and profile != "modern" and not has_own


def merged(worlds: Sequence[Mapping[str, Sequence[Row]]]) -> dict[str, list[Row]]:
    """Return one world of several, in which groups and setups keep them apart."""
    found: dict[str, list[Row]] = {}
    for at, each in enumerate(worlds):
        for name, table_rows in each.items():
            found.setdefault(name, []).extend(_moved(row, at) for row in table_rows)
    return found


def _moved(row: Row, at: int) -> Row:
    """Return a row with the names and numbers of a place in a merged world."""
    made = dict(row)
    for name in ("group_name", "owner_group", "setup"):
        value = made.get(name)
        if isinstance(value, list):
            made[name] = [f"{at}.{each}" for each in value]
        elif value is not None:
            made[name] = f"{at}.{value}"
    for name in ("seq", "job_id"):
        if name in made:
            made[name] = int(str(made[name])) + at * APART
    if made.get("attribute") == "OwnerGroup":
        made["value"] = f"{at}.{made['value']}"
    return made


def history(scenario: Scenario) -> dict[str, list[Row]]:
    """Return the snapshot tables of a scenario of share corrections.

    Its usage is a mean over each span; rows lie between the ends of spans.
    """
    rows: list[Row] = []
    inner: Mapping[str, float] = {}
    end = 0
    for span, usage in sorted(
        (int(key), each) for key, each in scenario["history"].items()
    ):
        for name in sorted({*usage, *inner}):
            rest = usage.get(name, 0) * span - inner.get(name, 0) * end
            assert rest > -1e-6, "less ran in a span than in its end"
            row = {"group_name": name, "user_name": "u", "status": "Running"}
            start = NOW - timedelta(seconds=span)
            stop = NOW - timedelta(seconds=end)
            times = {"bucket_start": start, "bucket_end": stop}
            rows.append({**row, **times, "n_jobs": rest / (span - end)})
        inner, end = usage, span
    shares = scenario["shares"].items()
    job = {"owner": "u", "cpu_time": 1, "setup": SETUP}
    return {
        "dirac_group": [{"group_name": g, "job_share": float(v)} for g, v in shares],
        "dirac_job": [
            {"job_id": n, "owner_group": name, **job}
            for n, (name, _) in enumerate(shares, start=1)
        ],
        "dirac_running_history": rows,
        "dirac_cfg": [{"path": PATH, "content": _cfg(scenario["corrector"])}],
    }


def platform_world(table: object, facts: Sequence[Any]) -> dict[str, list[Row]]:
    """Return a table of platforms, and resources that send what facts are about."""
    rows = table.items() if isinstance(table, dict) else []
    systems: list[Row] = [
        {"platform": name, "os": system.strip()}
        for name, each in rows
        for system in (each.split(",") if isinstance(each, str) else each)
    ]
    pilots = [
        {"seq": seq, "cpu_time": 1, "platform": as_list(each["argument"])}
        for seq, each in enumerate(facts, start=1)
    ]
    return {"dirac_platform": systems, "dirac_pilot": pilots}


def as_list(value: Any) -> list[Any]:
    """Return a list of what may be a single value."""
    return value if isinstance(value, list) else [value]


def _scheduling(options: Mapping[str, str]) -> list[Row]:
    """Return the options of JobScheduling that a scenario has of its own."""
    return [
        {"path": PATH, "content": f"{key} = {value}"} for key, value in options.items()
    ]


def _cfg(options: Mapping[str, Any]) -> str:
    """Return the text of an instance of a corrector, as the pages write it."""
    lines: list[str] = []
    for key, value in options.items():
        if isinstance(value, dict):
            lines += [key, "{", _cfg(value), "}"]
        else:
            lines.append(f"  {key} = {value}")
    if "TimeSpan" in options or "Weight" in options or "MaxCorrection" in options:
        return "\n".join(lines)
    head = ["ShareCorrections", "{", "ShareCorrectorsToStart = WMSHistory"]
    return "\n".join([*head, "WMSHistory {", "Instance {", *lines, "}", "}", "}"])


def pilot_row(seq: int, row: Mapping[str, Any]) -> Row:
    """Return the request that a recorded pilot makes, with the usual setup."""
    found: Row = {"seq": seq, "pilot_id": row["pilot"], "setup": SETUP}
    for name, value in row.items():
        if name in _LISTS:
            found[name] = as_list(value)
        elif name != "pilot":
            found[name] = value
    return found


def _group(row: Mapping[str, Any]) -> Row:
    return {"group_name" if name == "group" else name: row[name] for name in row}


def _limits(conditions: Any) -> list[Row]:
    """Return limits that are reached by what the request must not get."""
    parts = conditions if isinstance(conditions, list) else [conditions or {}]
    names = "site attribute value max_jobs"
    return [
        cells(names, part.get("Site", SOMEWHERE), attribute, value, 0)
        for part in parts
        for attribute, values in part.items()
        if attribute != "Site"
        for value in values
    ]
