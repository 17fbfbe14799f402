"""Timeouts on random jobs: limits are monotone, and the forecast is what comes true."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from brokersql.cycle import FinishedCycle
from brokersql.policy import load_policy
from tests.property.reference.timeouts import World
from tests.property.timeout_worlds import timeout_world
from tests.spec.whole import decide

PROFILES = ("page", "asrun")
#: Rules of single jobs, without those that are off.
N_RULES = {"page": 19, "asrun": 23}


def run(
    profile: str, time: str = "12:00", parameters: Mapping[str, object] | None = None
) -> FinishedCycle:
    return decide("panda_timeout", profile, parameters or {}, timeout_world(time))


def hits(cycle: FinishedCycle, table: str = "action") -> set[tuple[object, ...]]:
    rows = cycle.sql(f"select panda_id, rule_id, action, code from {table}").to_pylist()
    return {tuple(row.values()) for row in rows}


def plain(cycle: FinishedCycle, profile: str) -> World:
    """Return the same world for the reference."""
    queues = cycle.sql("select queue_name, status, workflow, catchall from queue")
    fields = {"B": {"transtimehi": 3}, "E": {"transtimelo": 1}}
    starts = cycle.sql("select queue_name, flag, last_start from pilot_activity")
    now = cycle.loaded.snapshot_time
    assert now is not None
    return World(
        now=now,
        is_page=profile == "page",
        jobs=cycle.sql("from job").to_pylist(),
        queues={
            row["queue_name"]: {
                **row,
                **fields.get(row["queue_name"], {}),
                "disable_reassign": row["catchall"] == "disableReassign",
            }
            for row in queues.to_pylist()
        },
        last_start={
            (row["queue_name"], row["flag"]): row["last_start"]
            for row in starts.to_pylist()
        },
        heartbeat={"slow": 6, "fast": 0.5, "analysis": 3},
        analysis_hours={"phys": 20},
    )


@pytest.mark.parametrize("profile", PROFILES)
def test_the_rules_say_what_the_reference_says(profile: str) -> None:
    """At two times, so that most limits lie between them for some job."""
    for time in ("12:00", "17:30:01"):
        cycle = run(profile, time)
        found = hits(cycle)
        assert len({rule for _, rule, *_ in found}) == N_RULES[profile]
        expected = plain(cycle, profile).hits()
        assert (found - expected, expected - found) == (set(), set())


@pytest.mark.parametrize("profile", PROFILES)
def test_what_is_off_are_rules(profile: str) -> None:
    """A name that no rule has would switch nothing off."""
    policy = load_policy("panda_timeout")
    (off,) = (each for each in policy.parameters if each.name == "rules_off")
    value, _ = off.default_of(profile)
    assert isinstance(value, tuple)
    assert set(value) <= {file.header.text("criterion") for file in policy.rules}


@pytest.mark.parametrize("profile", PROFILES)
def test_what_is_foreseen_comes_true(profile: str) -> None:
    """Nine hours later the jobs are hit that were hit, and those that were foreseen."""
    now = run(profile, parameters={"forecast_hours": 9})
    later = run(profile, time="21:00")
    coming = hits(now, "upcoming")
    assert len({rule for _, rule, *_ in coming}) > 15
    assert hits(later) == hits(now) | coming
    assert hits(now) & coming == set()


@pytest.mark.parametrize("profile", PROFILES)
def test_a_longer_limit_never_hits_more(profile: str) -> None:
    """All limits half, as they are, and doubled."""
    units = {"h", "d", "min"}
    limits = {
        each.name: each.default_of(profile)[0]
        for each in load_policy("panda_timeout").parameters
        if each.unit in units and each.per is None and each.name != "forecast_hours"
    }
    numbers = {name: float(str(value)) for name, value in limits.items()}
    short = {name: max(1, int(value / 2)) for name, value in numbers.items()}
    long = {name: int(value * 2) for name, value in numbers.items()}
    few, usual, many = (hits(run(profile, parameters=it)) for it in (long, {}, short))
    assert few < usual < many


@pytest.mark.parametrize("profile", PROFILES)
def test_one_strongest_action_of_each_job_that_is_hit(profile: str) -> None:
    """No action of the job is stronger; and every fact has the grain that it says."""
    cycle = run(profile)
    strength = {"fail": 0, "kill": 1, "reassign": 2}
    actions: dict[int, list[tuple[bool, int]]] = {}
    for row in cycle.action.to_pylist():
        told = (not row["is_strongest"], strength[row["action"]])
        actions.setdefault(row["panda_id"], []).append(told)
    for told in actions.values():
        (marked,) = [rank for is_weaker, rank in told if not is_weaker]
        assert marked == min(rank for _, rank in told)
    assert cycle.database.rows(cycle.program.grain_faults) == []
