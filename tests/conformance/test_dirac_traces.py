"""What happens step by step, as recorded: jobs come and go, a drain, delays, limits."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from brokersql.cycle import Options
from brokersql.match.state import State
from tests.conformance.dirac_scenario import (
    ENGINES,
    NOW,
    SETUP,
    Row,
    Scenario,
    by_engine,
    cases_of,
    engines,
    inserted,
    limit_world,
    play,
    removed,
    scenarios,
    table,
    world,
)
from tests.match.worlds import snapshot_of
from tests.property.reference.dirac import LIMITED

TRACES = [
    (scenario, profile)
    for scenario in scenarios("priority")
    for profile in engines(scenario)
    if "trace" in scenario["facts"][ENGINES[profile]]
]
UNKNOWN_SHARE = 1000.0


@pytest.mark.parametrize(("scenario", "profile"), TRACES)
def test_dirac_priorities_after_each_step(
    scenario: Scenario, profile: str, tmp_path: Path
) -> None:
    """Jobs come, and go where a pilot that asks for one of them gets it."""
    facts = scenario["facts"][ENGINES[profile]]
    made = world(scenario)
    known = _known(scenario) if profile == "modern" else {}
    jobs = {job["job_id"]: job for job in made["dirac_job"]}
    snapshot = snapshot_of({**made, "dirac_job": [], "dirac_pilot": []})
    options = Options(profile=profile, settings={"recalc": "on_tq_change"})
    with State.create(tmp_path / "state", snapshot, options) as state:
        for each in facts["trace"]:
            for job_id in inserted(each):
                state.add(table("dirac_job", [jobs[job_id]]))
            for job_id in removed(each):
                setup = jobs[job_id]["setup"]
                pilot = {"job_id": job_id, "setup": setup, "cpu_time": 10**9}
                state.match(table("dirac_pilot", [{**pilot, "is_generic": True}]))
            wanted = {
                tuple(row["jobs"]): row["priority"]
                * known.get(row.get("owner_group"), 1)
                for row in each["task_queues"]
                if row["jobs"]
            }
            assert _priorities(state) == pytest.approx(wanted, abs=1.5e-3, rel=1e-5)
        last = {tuple(each["jobs"]): each["priority"] for each in facts["task_queues"]}
        assert _priorities(state) == pytest.approx(last, abs=1.5e-3, rel=1e-5)


@pytest.mark.parametrize(("scenario", "profile"), by_engine(scenarios("drain")))
def test_a_dirac_queue_is_drained_without_a_stop(
    scenario: Scenario, profile: str
) -> None:
    """Each job once, as recorded; no request waits for a clean up while jobs are left.

    The running system sends requests away because task queues are empty that it still
    keeps (Q12).
    """
    sequence = scenario["facts"][ENGINES[profile]]["sequence"]
    recorded = {each["job"]: each["cpu_time"] for each in sequence if each.get("job")}
    asked: list[str] = [each["site"] for each in sequence if each.get("site")]
    asked += sorted(set(asked)) * len(scenario["jobs"])
    pilots: list[Row] = [
        {"seq": seq, "setup": SETUP, "cpu_time": 10**7, "site": [site]}
        for seq, site in enumerate(asked)
    ]
    made = {**world({**scenario, "users": []}), "dirac_pilot": pilots}
    given = play(made, profile).table("from match order by seq").to_pylist()
    cpu_times = {row["job_id"]: row["cpu_time"] for row in given if row["job_id"]}
    assert len([row for row in given if row["job_id"]]) == len(cpu_times)
    assert recorded.items() <= cpu_times.items()
    left = {job["job_id"]: job for job in scenario["jobs"]}
    for row, site in zip(given, asked, strict=True):
        fitting = {job_id for job_id, job in left.items() if _accepts(job, site)}
        if row["job_id"] is None:
            assert not fitting
        else:
            assert row["job_id"] in fitting
            longest = max(cpu_times[job_id] for job_id in fitting)
            assert profile == "modern" or row["cpu_time"] == longest
            del left[row["job_id"]]


def _accepts(job: Mapping[str, Any], site: str) -> bool:
    sites, banned = job.get("sites") or [site], job.get("banned_sites") or []
    return site in sites and site not in banned


@pytest.mark.parametrize(("case", "profile"), cases_of("delay"))
def test_dirac_matching_delays_hold_within_a_cycle(
    case: Mapping[str, Any], profile: str
) -> None:
    """Who asks when for which job type, and whether there was a job for it."""
    rules = [
        rule
        for site, section in case["matching_delay_cfg"].items()
        for rule in _delay_rules(site, section)
    ]
    somewhere = str(rules[0]["site"])
    events = case["events"]
    known = {"t", "site", "wanted_job_type", "refused_values", "matched"}
    assert all(known >= set(event) for event in events)
    pilots: list[Row] = [
        {
            **{"seq": seq, "setup": SETUP, "cpu_time": 400_000},
            "site": [event.get("site", somewhere)],
            "job_type": [event["wanted_job_type"]],
            "arrival_time": NOW + timedelta(seconds=event["t"]),
        }
        for seq, event in enumerate(events)
    ]
    own = {"owner": "ann", "owner_group": "user", "setup": SETUP, "cpu_time": 9}
    jobs: list[Row] = [
        {"job_id": n, "job_types": [event["wanted_job_type"]], **own}
        for n, event in enumerate(events, start=1)
    ]
    made = {"dirac_job": jobs, "dirac_pilot": pilots, "dirac_matching_delay": rules}
    database = play(made, profile, check_matching_delay="true")
    given = database.table("from match order by seq").to_pylist()
    found = [row["job_id"] is not None for row in given]
    assert found == [event["matched"] for event in events]


@pytest.mark.parametrize(("case", "profile"), cases_of("limits"))
def test_dirac_limits_refuse_values(case: Mapping[str, Any], profile: str) -> None:
    """One job asks for each value that a limit names, and one for none of them."""
    made = limit_world(case)
    rules = made["dirac_running_limit"]
    named = sorted({(str(rule["attribute"]), str(rule["value"])) for rule in rules})
    own = {"owner": "x", "owner_group": "x", "setup": SETUP, "cpu_time": 9}
    jobs: list[Row] = [
        {**own, "job_id": n, **_asking(name, value)}
        for n, (name, value) in enumerate([*named, ("Owner", "x")])
    ]
    sent = {"site": [case["site"]], "grid_ce": [case["grid_ce"]]}
    made["dirac_job"] = jobs
    made["dirac_pilot"] = [{"seq": 1, "setup": SETUP, "cpu_time": 400_000, **sent}]
    database = play(made, profile, check_job_limits="true")
    fits = "from survivor inner join waiting_job using (tq_id)"
    fitting = {row["job_id"] for row in database.table(fits).to_pylist()}
    refused: dict[str, list[str]] = {}
    for n, (name, value) in enumerate(named):
        if n not in fitting:
            refused.setdefault(name, []).append(value)
    assert refused == case["refused_values"]
    assert len(named) in fitting


def _asking(name: str, value: str) -> Row:
    return {"job_types": [value]} if name == "JobType" else {LIMITED[name]: value}


def _delay_rules(site: str, section: Mapping[str, Any]) -> list[Row]:
    """Return the delays of a site, as the configuration says them."""
    bursts = section.get("Burst", {})
    return [
        {"site": site, "attribute": attribute, "value": value, "delay_s": float(wait)}
        | ({"burst": burst} if (burst := bursts.get(attribute, {}).get(value)) else {})
        for attribute, waits in section.items()
        if attribute != "Burst"
        for value, wait in waits.items()
    ]


def _priorities(state: State) -> Mapping[tuple[int, ...], float]:
    """Return the priority of each task queue, named by its jobs."""
    query = """
        select list(job_id order by job_id) as jobs, any_value(priority) as priority
        from waiting_job inner join task_queue_priority using (tq_id)
        group by tq_id
    """
    rows = state.database.table(query).to_pylist()
    return {tuple(row["jobs"]): row["priority"] for row in rows}


def _known(scenario: Scenario) -> Mapping[str, float]:
    """Return by how much the share of each group exceeds what counts until it is known.

    The running system takes a share to be that until it calculates all anew (Q10).
    """
    return {
        each["group"]: each.get("job_share", UNKNOWN_SHARE) / UNKNOWN_SHARE
        for each in scenario["groups"]
    }
