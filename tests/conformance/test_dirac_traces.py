"""What happens step by step, as recorded: insertions, a drain, delays of matches."""

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
    Row,
    Scenario,
    play,
    scenarios,
    table,
    world,
)
from tests.match.worlds import snapshot_of

INSERTIONS = [
    (scenario, profile)
    for scenario in scenarios("priority")
    for profile in ENGINES
    if scenario.get("steps") == "trace"
    and "trace" in scenario["facts"].get(ENGINES[profile], {})
]
DELAYS = [
    case for scenario in scenarios("delay") for case in scenario["facts"]["modern"]
]
UNKNOWN_SHARE = 1000.0


@pytest.mark.parametrize(("scenario", "profile"), INSERTIONS)
def test_dirac_priorities_after_each_insertion(
    scenario: Scenario, profile: str, tmp_path: Path
) -> None:
    facts = scenario["facts"][ENGINES[profile]]
    made = world(scenario)
    jobs, known = made["dirac_job"], _known(scenario) if profile == "modern" else {}
    options = Options(profile=profile)
    snapshot = snapshot_of({**made, "dirac_job": [], "dirac_pilot": []})
    told = {each["after_insert"]: each["task_queues"] for each in facts["trace"]}
    with State.create(tmp_path / "state", snapshot, options) as state:
        for job in jobs:
            state.add(table("dirac_job", [job]))
            found = _priorities(state)
            wanted = {
                each["key"]: each["priority"] * known.get(each["owner_group"], 1.0)
                for each in told[job["job_id"]]
            }
            assert found == pytest.approx(wanted, abs=1.5e-3, rel=1e-5)
        last = {each["key"]: each["priority"] for each in facts["task_queues"]}
        assert _priorities(state) == pytest.approx(last, abs=1.5e-3, rel=1e-5)


@pytest.mark.parametrize("scenario", scenarios("drain"))
def test_a_dirac_queue_is_drained_without_a_stop(scenario: Scenario) -> None:
    """Each job once, as recorded; no request waits for a clean up while jobs are left.

    The running system sends requests away because task queues are empty that it still
    keeps (Q12).
    """
    sequence = scenario["facts"]["modern"]["sequence"]
    recorded = {each["job"]: each["cpu_time"] for each in sequence if each.get("job")}
    asked: list[str] = [each["site"] for each in sequence if each.get("site")]
    pilots: list[Row] = [
        {"seq": seq, "pilot_id": f"{seq}", "cpu_time": 400_000, "site": [site]}
        for seq, site in enumerate([*asked, *"ABABAB"])
    ]
    made = {**world({**scenario, "users": []}), "dirac_pilot": pilots}
    database = play(made, "modern")
    given = database.table("from match order by seq").to_pylist()
    cpu_times = {row["job_id"]: row["cpu_time"] for row in given if row["job_id"]}
    assert cpu_times == recorded
    assert len([row for row in given if row["job_id"]]) == len(recorded)
    accepts = {job["job_id"]: job["sites"] for job in scenario["jobs"]}
    left = dict(accepts)
    for row, site in zip(given, [*asked, *"ABABAB"], strict=True):
        if row["job_id"] is None:
            assert all(sites and site not in sites for sites in left.values())
        else:
            sites = left.pop(row["job_id"])
            assert not sites or site in sites


@pytest.mark.parametrize("case", DELAYS, ids=lambda each: each["case"])
def test_dirac_matching_delays_hold_within_a_cycle(case: Mapping[str, Any]) -> None:
    """Who asks when for which job type, and whether there was a job for it."""
    cfg = case["matching_delay_cfg"]["S1"]
    bursts = cfg.get("Burst", {}).get("JobType", {})
    rules: list[Row] = [
        {
            "site": "S1",
            "attribute": "JobType",
            "value": kind,
            "delay_s": float(wait),
        }
        | ({"burst": bursts[kind]} if kind in bursts else {})
        for kind, wait in cfg["JobType"].items()
    ]
    events = case["events"]
    pilots: list[Row] = [
        {
            "seq": seq,
            "cpu_time": 400_000,
            "site": ["S1"],
            "job_type": [event["wanted_job_type"]],
            "arrival_time": NOW + timedelta(seconds=event["t"]),
        }
        for seq, event in enumerate(events)
    ]
    own = {"owner": "ann", "owner_group": "user", "cpu_time": 9}
    jobs: list[Row] = [
        {"job_id": 2 * n + at, "job_types": [kind], **own}
        for n in range(len(events))
        for at, kind in enumerate(("MC", "User"))
    ]
    made = {"dirac_job": jobs, "dirac_pilot": pilots, "dirac_matching_delay": rules}
    given = play(made, "modern").table("from match order by seq").to_pylist()
    found = [row["job_id"] is not None for row in given]
    assert found == [event["matched"] for event in events]


def _priorities(state: State) -> Mapping[int, float]:
    """Return the priority of each task queue, named by its lowest job."""
    query = """
        select min(job_id), any_value(priority)
        from waiting_job inner join task_queue_priority using (tq_id)
        group by tq_id
    """
    return {int(str(job)): float(str(p)) for job, p in state.database.rows(query)}


def _known(scenario: Scenario) -> Mapping[str, float]:
    """Return by how much the share of each group exceeds what counts until it is known.

    The running system takes a share to be that until it calculates all anew (Q10).
    """
    return {
        each["group"]: each.get("job_share", UNKNOWN_SHARE) / UNKNOWN_SHARE
        for each in scenario["groups"]
    }
