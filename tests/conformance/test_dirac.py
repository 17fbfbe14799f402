"""Task queues, priorities and what fits a resource are as DIRAC's code had them.

Each scenario is a world of jobs and resources with the facts of up to three engines,
each of which is a profile of ours. Quirks of the running system that we do not repeat
are named with what is decided instead.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from brokersql.database import Database
from tests.conformance.dirac_scenario import (
    ENGINES,
    Scenario,
    play,
    scenarios,
    settings,
    world,
)
from tests.conformance.recorded import NO_CASES

#: Scenario -> pilot -> the task queues that fit by the rule instead of by a quirk.
INSTEAD: Mapping[str, Mapping[str, list[int]]] = {
    # every group asks for all other conditions too (Q1)
    "m16_owner_with_two_groups_quirk": {"user_admin": [4], "prod_admin": [4]},
    # each refused value refuses by itself (Q3)
    "m22e_negative_single_field_two_values_quirk": {"a": []},
    # a task queue is refused where no site is left that it accepts (Q5)
    "m22g_negative_list_quirk": {"a": [3]},
    # one site must both accept and not ban (Q6)
    "m23_multi_site_banned_quirk": {"AB": [2, 4]},
}
#: In the running system blanks alone are an error; they are no requirement.
BLANK_JOBS = {("m01_grouping", 6)}
CASES = [
    pytest.param(scenario, profile, id=f"dirac-{profile}-{scenario['name']}")
    for scenario in scenarios("match", "priority")
    for profile, engine in ENGINES.items()
    if engine in scenario["facts"]
]


def jobs_of(database: Database) -> dict[int, tuple[int, ...]]:
    """Return the jobs of each task queue."""
    found = database.table("select tq_id, job_id from waiting_job order by job_id")
    jobs: dict[int, tuple[int, ...]] = {}
    for row in found.to_pylist():
        jobs[row["tq_id"]] = (*jobs.get(row["tq_id"], ()), row["job_id"])
    return jobs


def without_blanks(scenario: Scenario) -> dict[str, list[dict[str, object]]]:
    """Return the world of a scenario without jobs that an engine could not load."""
    made = world(scenario)
    made["dirac_job"] = [
        row
        for row in made["dirac_job"]
        if (scenario["name"], row["job_id"]) not in BLANK_JOBS
    ]
    return made


@pytest.mark.skipif(not CASES, reason=NO_CASES)
@pytest.mark.parametrize(("scenario", "profile"), CASES)
def test_a_dirac_scenario(scenario: Scenario, profile: str) -> None:
    facts = scenario["facts"][ENGINES[profile]]
    has_blanks = bool(facts.get("insert_errors"))
    made = without_blanks(scenario) if has_blanks else world(scenario)
    database = play(made, profile, **settings(scenario))
    jobs = jobs_of(database)
    _check_task_queues(database, jobs, facts)
    instead = INSTEAD.get(scenario["name"], {})
    for seq, pilot in enumerate(scenario.get("pilots") or [], start=1):
        found = facts.get("pilots", {}).get(pilot["pilot"])
        if found is not None:
            wanted = instead.get(pilot["pilot"], found.get("eligible_tq_keys"))
            _check_pilot(database, jobs, seq, found, wanted)


def _check_task_queues(
    database: Database, jobs: Mapping[int, tuple[int, ...]], facts: Mapping[str, Any]
) -> None:
    """Assert the partition of jobs, CPU segments and priorities."""
    query = "from task_queue inner join task_queue_priority using (tq_id)"
    found = {jobs[row["tq_id"]]: row for row in database.table(query).to_pylist()}
    wanted = {tuple(sorted(each["jobs"])): each for each in facts["task_queues"]}
    assert set(found) == set(wanted)
    for key, each in wanted.items():
        assert found[key]["cpu_time"] == each["cpu_time"]
        # single precision, four decimals
        near = pytest.approx(each["priority"], abs=1.5e-3, rel=1e-5)
        assert found[key]["priority"] == near, f"task queue of {key[0]}"


def _check_pilot(
    database: Database,
    jobs: Mapping[int, tuple[int, ...]],
    seq: int,
    facts: Mapping[str, Any],
    wanted: list[int] | None,
) -> None:
    """Assert whether a request is refused, what fits it, and what is drawn from."""
    standing = database.table("from standing where seq = ?", [seq]).to_pylist()[0]
    if facts.get("ok") is False:
        assert standing["criterion"] == "-wrong_conditions"
        return
    fits = database.rows("select tq_id from survivor where seq = ?", [seq])
    assert sorted(jobs[int(str(tq))][0] for (tq,) in fits) == wanted
