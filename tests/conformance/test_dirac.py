"""Task queues, priorities and what fits a resource are as DIRAC's code had them.

Each scenario is a world of jobs and resources with the facts of up to three engines,
each of which is a profile of ours. Quirks of the running system that we do not repeat
are named with what is decided instead.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from operator import itemgetter
from typing import Any

import pytest

from brokersql.core.database import Database
from tests.conformance.dirac_scenario import (
    APART,
    ENGINES,
    Row,
    Scenario,
    as_list,
    by_engine,
    engines,
    history,
    is_quirk,
    is_sharing,
    merged,
    platform_world,
    play,
    removed,
    scenarios,
    world,
)
from tests.property.reference.dirac import fits, task_queues

#: Profile -> the parameters that make it decide as its recorded engine.
AS_RECORDED: Mapping[str, Mapping[str, str]] = {
    "page": dict.fromkeys(("ce_strict", "platform_strict", "masked_ce_only"), "false"),
    "dirac2009": {},
    "modern": {},
}
#: Scenario -> the parameters by which a quirk is repeated; Q1 has none (DECISIONS.md).
QUIRKS: Mapping[str, Mapping[str, str]] = {
    "m22e_negative_single_field_two_values_quirk": {"limit_values_compat": "true"},
    "m22g_negative_list_quirk": {"limit_sites_compat": "true"},
    "m23_multi_site_banned_quirk": {"sites_compat": "true"},
}
#: What the running system says where it refuses a request -> how we do.
REFUSALS = {"Wrong conditions": "-wrong_conditions"}
SCENARIOS = scenarios("match", "priority")


@dataclass(frozen=True, slots=True)
class Decided:
    """What was decided about a scenario; task queues are named by their lowest job.

    That draws fit these chances, tests/match/test_draws.py shows.
    """

    queues: Mapping[tuple[int, ...], tuple[int, float, str, str]]
    fits: Mapping[int, list[int]]
    reasons: Mapping[int, str | None]
    chances: Mapping[int, Mapping[int, float]]
    job_chances: Mapping[int, Mapping[int, float]]


def decided(scenario: Scenario, profile: str, **parameters: str) -> Decided:
    """Return what is decided about a scenario, with other parameters if any.

    Those that may share a world are decided about together.
    """
    name = None if is_sharing(scenario, profile) else scenario["name"]
    found = decided_at_once(name, profile, tuple(parameters.items()))
    return found[scenario["name"]]


@cache
def decided_at_once(
    name: str | None, profile: str, parameters: tuple[tuple[str, str], ...]
) -> Mapping[str, Decided]:
    """Return what is decided about one scenario, or all that may share a world."""
    together = [
        each
        for each in SCENARIOS
        if (each["name"] == name if name else is_sharing(each, profile))
    ]
    found = decided_in_one(together, profile, **dict(parameters))
    return {each["name"]: made for each, made in zip(together, found, strict=True)}


def decided_in_one(
    together: Sequence[Scenario], profile: str, **parameters: str
) -> list[Decided]:
    """Return what is decided about scenarios that stand in one world."""
    made = merged([loadable(each, profile) for each in together])
    database = play(made, profile, recalc="per_cycle", **parameters)
    keep_chances(database)
    return [read(database, at, profile == "page") for at, _ in enumerate(together)]


def keep_chances(database: Database) -> None:
    """Compute the chances of draws once for all that ask."""
    database.create_table_as("told_draw", "from draw_chance")
    database.create_table_as("told_job", "from job_chance")


def loadable(scenario: Scenario, profile: str) -> dict[str, list[dict[str, object]]]:
    """Return the world of a scenario without jobs that its engine could not load, or
    that a trace removes. A list of blanks is an error there; here no requirement."""
    made = world(scenario)
    facts = scenario["facts"][ENGINES[profile]]
    failed = facts.get("insert_errors", {})
    gone = [job_id for step in facts.get("trace", []) for job_id in removed(step)]
    made["dirac_job"] = [
        row
        for row in made["dirac_job"]
        if str(row["job_id"]) not in failed or not _has_blanks(row)
        if row["job_id"] not in gone
    ]
    return made


def _has_blanks(row: Row) -> bool:
    """Tell whether a list of a job has blanks only."""
    lists = [each for each in row.values() if isinstance(each, list) and each]
    return any(not "".join(map(str, each)).strip() for each in lists)


def read(database: Database, at: int, has_jobs: bool) -> Decided:
    """Return what was decided about the scenario that stands at a place of a world.

    Chances of jobs are recorded of the pages only, so of others they are not asked.
    """
    base = at * APART
    bounds = [base, base + APART]
    jobs: dict[int, tuple[int, ...]] = {}
    for row in rows(database, "waiting_job where job_id between ? and ?", bounds):
        jobs[row["tq_id"]] = (*jobs.get(row["tq_id"], ()), row["job_id"] - base)
    jobs = {tq: tuple(sorted(each)) for tq, each in jobs.items()}
    pilots = "where seq between ? and ?"
    fits: dict[int, list[int]] = {}
    for row in rows(database, f"survivor {pilots}", bounds):
        fits.setdefault(row["seq"] - base, []).append(jobs[row["tq_id"]][0])
    chances: dict[int, dict[int, float]] = {}
    for row in rows(database, f"told_draw {pilots}", bounds):
        drawn = chances.setdefault(row["seq"] - base, {})
        drawn[jobs[row["tq_id"]][0]] = row["chance"]
    queues = "task_queue inner join task_queue_priority using (tq_id)"
    by_class = {
        (row["tq_id"], row["user_priority"]): row
        for row in (rows(database, "told_job", []) if has_jobs else [])
    }
    window: dict[tuple[int, int], int] = {}
    by_job: dict[int, dict[int, float]] = {}
    waiting = "waiting_job where job_id between ? and ? order by job_id"
    for row in rows(database, waiting, bounds) if has_jobs else []:
        key = (row["tq_id"], row["user_priority"])
        window[key] = window.get(key, 0) + 1
        found = by_class[key]
        if window[key] <= found["n_in_window"]:
            each = by_job.setdefault(jobs[row["tq_id"]][0], {})
            each[row["job_id"] - base] = found["chance"] / found["n_in_window"]
    return Decided(
        queues={
            jobs[row["tq_id"]]: (
                *(row["cpu_time"], row["priority"], row["owner"]),
                row["owner_group"].removeprefix(f"{at}."),
            )
            for row in rows(database, queues, [])
            if row["tq_id"] in jobs
        },
        fits={seq: sorted(each) for seq, each in fits.items()},
        reasons={
            row["seq"] - base: row["criterion"]
            for row in rows(database, f"standing {pilots}", bounds)
        },
        chances=chances,
        job_chances=by_job,
    )


def rows(database: Database, relation: str, bounds: list[int]) -> list[dict[str, Any]]:
    """Return the rows of a relation, of some numbers only where bounds are given."""
    return database.table(f"from {relation}", bounds).to_pylist()


@pytest.mark.parametrize(("scenario", "profile"), by_engine(SCENARIOS))
def test_a_dirac_scenario(scenario: Scenario, profile: str) -> None:
    """The page is read here as leniently as its engine reads it."""
    found = decided(scenario, profile, **AS_RECORDED[profile])
    check_scenario(scenario, profile, found)


def check_scenario(scenario: Scenario, profile: str, found: Decided) -> None:
    """Assert what is recorded; where it is a quirk, what fits by the rules instead."""
    facts = scenario["facts"][ENGINES[profile]]
    wanted = {tuple(sorted(each["jobs"])): each for each in facts["task_queues"]}
    assert set(found.queues) == set(wanted)
    for key, each in wanted.items():
        # single precision, four decimals
        near = pytest.approx(each["priority"], abs=1.5e-3, rel=1e-5)
        whose = (each["owner"], each["owner_group"])
        assert found.queues[key] == (each["cpu_time"], near, *whose), key
    rule = "literal" if profile == "page" else profile
    instead = by_rule(scenario, profile, rule) if is_quirk(scenario) else {}
    for seq, pilot in enumerate(scenario.get("pilots") or [], start=1):
        name = pilot["pilot"]
        told = facts.get("pilots", {}).get(name, {"ok": None})
        if told.get("ok") is False:
            assert found.reasons[seq] == REFUSALS[told["error"]]
        elif "eligible_tq_keys" in told:
            fitting = instead.get(name, told["eligible_tq_keys"])
            assert found.fits.get(seq, []) == fitting, name
            if "job_id" not in pilot and fitting == told["eligible_tq_keys"]:
                _check_chances(found, seq, told)


def by_rule(scenario: Scenario, profile: str, rule: str) -> dict[str, list[int]]:
    """Return which task queues fit each pilot by plain loops over the rules."""
    made = loadable(scenario, profile)
    queues = task_queues(made, rule)
    return {
        str(pilot["pilot_id"]): [
            each.jobs[0] for each in queues if fits(made, each, pilot, rule)
        ]
        for pilot in made["dirac_pilot"]
    }


def _check_chances(found: Decided, seq: int, told: Mapping[str, Any]) -> None:
    """Assert the exact chances of task queues and of jobs, where they are recorded.

    Those of the running engines were computed from priorities as they store them.
    """
    exact = told.get("tq_probability")
    recorded = exact or told.get("analytic_tq_probability")
    if not recorded:
        return
    near = 1e-9 if exact else 1e-5
    drawn = {str(tq): chance for tq, chance in found.chances[seq].items()}
    assert drawn == pytest.approx(recorded, abs=near)
    if by_job := told.get("job_probability"):
        jobs = {
            str(job): chance * part
            for tq, chance in found.chances[seq].items()
            for job, part in found.job_chances[tq].items()
        }
        assert jobs == pytest.approx(by_job, abs=near)


@pytest.mark.parametrize(
    "scenario",
    [each for each in SCENARIOS if "page" in engines(each)],
    ids=itemgetter("name"),
)
def test_the_page_is_stricter_than_its_recorded_engine(scenario: Scenario) -> None:
    """A resource that sends no platform, or no CE, gets no job that requires one.

    And the CE has to be required at masked sites alone.
    """
    found = decided(scenario, "page")
    wanted = by_rule(scenario, "page", "page")
    for seq, name in enumerate(wanted, start=1):
        if found.reasons[seq] != REFUSALS["Wrong conditions"]:
            assert found.fits.get(seq, []) == wanted[name], name


@pytest.mark.parametrize(
    ("scenario", "profile"),
    by_engine([each for each in SCENARIOS if each["name"] in QUIRKS]),
)
def test_a_dirac_quirk_is_repeated_where_a_parameter_says_so(
    scenario: Scenario, profile: str
) -> None:
    found = decided(scenario, profile, **QUIRKS[scenario["name"]])
    for seq, pilot in enumerate(scenario["pilots"], start=1):
        told = scenario["facts"][ENGINES[profile]]["pilots"][pilot["pilot"]]
        assert found.fits.get(seq, []) == told["eligible_tq_keys"]
        _check_chances(found, seq, told)


@pytest.mark.parametrize(("scenario", "profile"), by_engine(scenarios("corrector")))
def test_a_dirac_correction(scenario: Scenario, profile: str) -> None:
    database = play(history(scenario), profile, enable_shares_correction="true")
    query = "select entity, factor from share_correction where scope = ''"
    found = {row["entity"]: row["factor"] for row in database.table(query).to_pylist()}
    wanted = scenario["facts"][ENGINES[profile]]["factor"]
    assert found == pytest.approx(wanted, rel=1e-6, abs=1e-9)


PLATFORMS = [
    pytest.param(scenario, profile, table, id=f"dirac-{profile}-{table}")
    for scenario in scenarios("platform")
    for profile in engines(scenario)
    for table in scenario["tables"]
]


@pytest.mark.parametrize(("scenario", "profile", "table"), PLATFORMS)
def test_dirac_platforms(scenario: Scenario, profile: str, table: str) -> None:
    """A resource has its own platforms, and those whose systems contain one of them.

    Where the running system finds none, an error there, these are its own alone. What
    it does so for is the job: profile modern leaves the resource as it is.
    """
    told = scenario["facts"][ENGINES[profile]]
    facts = [each for each in told if each["table"] == table]
    world = platform_world(scenario["tables"][table], facts)
    database = play(world, profile, platform_compat="true")
    query = "select seq, platforms from request order by seq"
    found = [set(row["platforms"]) for row in database.table(query).to_pylist()]
    assert found == [
        {*as_list(each["argument"]), *_unless_error(each["getDIRACPlatform"])}
        for each in facts
    ]


def _unless_error(found: Any) -> list[str]:
    return [] if "error" in found else found
