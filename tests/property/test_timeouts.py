"""Timeouts on random jobs: limits are monotone, and the forecast is what comes true."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from random import Random

import pytest

from brokersql.cycle import FinishedCycle
from brokersql.policy import load_policy
from tests.property.reference.timeouts import World
from tests.spec.whole import decide

N_JOBS = 600
PROFILES = ("page", "asrun")
#: Rules of single jobs, without those that are off.
N_RULES = {"page": 19, "asrun": 23}
LABELS = ("managed", "managed", "managed", "user", "panda", "test", "")
DEFINED = ("pending", "waiting", "defined", "assigned")
ACTIVE = (
    *("activated", "starting", "running", "holding", "transferring"),
    *("sent", "throttled", "stagein", "stageout", "finished"),
)
CLOCKS = (
    *("creation_time", "modification_time", "state_change_time"),
    *("start_time", "end_time"),
)
#: Seconds of the limits, from ten minutes to 21 days.
LIMITS = (
    *(600, 1800, 3600, 7200, 10800, 14400, 21600),
    *(43200, 86400, 172800, 518400, 604800, 1814400),
)
COLUMNS = (
    *("panda_id", "table_name", "job_status", "prod_source_label", "queue_name"),
    *("current_priority", "locked_by", "relocation_flag", "event_service"),
    *("job_definition_id", "job_sub_status", "has_output_report", "workflow"),
    *("working_group", "has_missing_outputs", *CLOCKS),
)
WORLD = {
    "queue": """
        queue_name | status    | workflow | catchall        | params
        A          | online    | slow     |                 |
        B          | offline   | slow     |                 | {"transtimehi": 3}
        C          | paused    |          |                 |
        D          | online    |          | disableReassign |
        E          | brokeroff | fast     |                 | {"transtimelo": 1}
    """,
    "pilot_activity": """
        queue_name | flag       | last_start
        A          | production | 5 h ago
        D          | analysis   | 5 h ago
        E          | production | 10 min ago
        E          | analysis   | 5 h ago
    """,
    "gdp_config": """
        app         | component | key                    | type  | value
        pandaserver | watcher   | HEARTBEAT_TIMEOUT_slow | int   | 6
        pandaserver | watcher   | HEARTBEAT_TIMEOUT_fast | float | 0.5
        pandaserver | watcher   | HEARTBEAT_TIMEOUT_analysis | int | 3
        pandaserver | rebroker  | ANALY_TIMEOUT_phys     | int   | 20
    """,
    "work_queue": "queue_name",
}


@cache
def jobs(seed: int) -> str:
    """Return random jobs whose ages lie around all limits, as a drawn table."""
    dice = Random(seed)

    def age() -> str:
        if dice.random() < 0.1:
            return ""
        size = dice.choice(LIMITS) * dice.choice((1, 1, 1, 3))
        return f"{max(0, size + dice.choice((-3600, -1, 0, 1, 3600)))} s ago"

    def row(number: int) -> list[str]:
        is_defined = dice.random() < 0.25
        return [
            str(number),
            "defined4" if is_defined else "active4",
            dice.choice(DEFINED if is_defined else ACTIVE),
            dice.choice(LABELS),
            dice.choice("AAABCDEX"),
            dice.choice(("", "500", "799", "800", "801", "900", "950")),
            dice.choice(("jedi", "jedi", "jedi", "")),
            dice.choice(("0", "0", "2", "")),
            dice.choice(("", "", "1", "2", "5")),
            str(dice.randrange(N_JOBS // 4)),
            dice.choice(("", "to_transfer")),
            dice.choice(("true", "false", "")),
            dice.choice(("slow", "fast", "other", "")),
            dice.choice(("phys", "")),
            dice.choice(("true", "true", "false", "")),
            *(age() for _ in CLOCKS),
        ]

    lines = [" | ".join(COLUMNS), *(" | ".join(row(n)) for n in range(1, N_JOBS + 1))]
    return "\n".join(lines)


def run(
    profile: str, time: str = "12:00", parameters: Mapping[str, object] | None = None
) -> FinishedCycle:
    drawn = {**WORLD, "job": jobs(20260101), "snapshot": f"snapshot_time\n{time}"}
    return decide("panda_timeout", profile, parameters or {}, drawn)


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
