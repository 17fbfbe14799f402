"""The sample of DIRAC: small scenarios, and what plain Python decides about them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import prod
from random import Random
from typing import Any

from tests.conformance.dirac_scenario import Scenario, limit_world, world
from tests.conformance.sample_panda import fewest
from tests.property.reference import dirac
from tests.property.test_dirac import a_job, a_world

Row = dict[str, Any]

#: Engines, and the profile of the reference whose decisions are their facts.
PROFILES = {"seed_literal": "literal", "seed": "dirac2009", "modern": "modern"}
SEEDS = range(3)
USERS = [{"user": "ann"}, {"user": "bob"}]
INTERVALS = 2000
JOBS = range(1, 7)


def scenarios() -> Iterator[Row]:
    """Yield all scenarios with their facts."""
    yield matches()
    yield trace()
    yield limits()


def matches() -> Row:
    """Return a scenario in which each condition alone refuses some task queue."""
    worlds = [a_world(seed) for seed in SEEDS]
    scenario: Row = {
        "name": "sample_matches",
        "kind": "match",
        "purpose": "each condition alone refuses a task queue",
        "groups": [
            {"group" if name == "group_name" else name: row[name] for name in row}
            for row in worlds[0]["dirac_group"]
        ],
        "users": USERS,
        "site_mask": worlds[0]["dirac_site_mask"],
        "platforms": worlds[0]["dirac_platform"],
    }
    rows = [
        (kind, given(row) | {name: shift + row[name]})
        for kind, name in (("jobs", "job_id"), ("pilots", "seq"))
        for shift, each in zip(range(0, 1000, 100), worlds, strict=False)
        for row in each[f"dirac_{kind[:-1]}"]
    ]
    wanted = refusals(with_rows(scenario, rows))
    few = fewest(rows, lambda few: refusals(with_rows(scenario, few)) >= wanted)
    scenario = with_rows(scenario, few)
    return scenario | {"facts": facts(scenario)}


def given(row: Mapping[str, Any]) -> Row:
    """Return what a row says at all."""
    return {name: value for name, value in row.items() if value is not None}


def with_rows(scenario: Row, rows: Sequence[tuple[str, Row]]) -> Row:
    """Return a scenario with these jobs and pilots, who are named by their number."""
    return scenario | {
        "jobs": [row for kind, row in rows if kind == "jobs"],
        "pilots": [
            {"pilot": f"p{row['seq']}"}
            | {name: value for name, value in row.items() if name != "seq"}
            for kind, row in rows
            if kind == "pilots"
        ],
    }


def refusals(scenario: Scenario) -> set[tuple[str, str]]:
    """Return the conditions that alone refuse a task queue, for each engine."""
    made, found = world(scenario), set[tuple[str, str]]()
    for profile in PROFILES.values():
        for queue in dirac.task_queues(made, profile):
            for pilot in made["dirac_pilot"]:
                conditions = dirac.checks(made, queue, pilot, profile)
                failed = [name for name, holds in conditions.items() if not holds]
                found.add((profile, " ".join(failed) if len(failed) < 2 else "several"))
    return found


def facts(scenario: Scenario) -> Row:
    """Return what each engine decides: task queues, and what fits whom how often."""
    made, found = world(scenario), Row()
    for engine, profile in PROFILES.items():
        queues = dirac.task_queues(made, profile)
        values = dirac.priorities(made, queues, profile)
        pilots = zip(scenario["pilots"], made["dirac_pilot"], strict=True)
        found[engine] = {
            "task_queues": stored(made, profile),
            "pilots": {
                named["pilot"]: offer(
                    [
                        (queue, value)
                        for queue, value in zip(queues, values, strict=True)
                        if dirac.fits(made, queue, pilot, profile)
                    ],
                    profile,
                )
                for named, pilot in pilots
            },
        }
    return found


def stored(made: dirac.World, profile: str) -> list[Row]:
    """Return the task queues of a world with their priorities."""
    queues = dirac.task_queues(made, profile)
    values = dirac.priorities(made, queues, profile)
    return [
        {
            "key": queue.jobs[0],
            "jobs": queue.jobs,
            "priority": round(value, 6),
            "cpu_time": queue.cpu_time,
            "owner": queue.owner,
            "owner_group": queue.group,
        }
        for queue, value in zip(queues, values, strict=True)
    ]


def offer(fitting: Sequence[tuple[dirac.Queue, float]], profile: str) -> Row:
    """Return what fits a pilot; but for `modern` the longest alone are drawn from."""
    longest = max((queue.cpu_time for queue, _ in fitting), default=0)
    drawn = {
        queue.jobs[0]: max(value, 0.001)
        for queue, value in fitting
        if profile == "modern" or queue.cpu_time == longest
    }
    return {
        "eligible_tq_keys": [queue.jobs[0] for queue, _ in fitting],
        "analytic_tq_probability": {
            str(key): round(chance(key, drawn), 6) for key in drawn
        },
    }


def chance(key: int, priorities: Mapping[int, float]) -> float:
    """Return how often u / priority is the least for a task queue (Simpson's rule)."""
    own = priorities[key]
    others = [each / own for other, each in priorities.items() if other != key]
    end = min(1, own / max(priorities.values()))
    points = [
        prod(1 - end * n / INTERVALS * each for each in others)
        for n in range(INTERVALS + 1)
    ]
    inner = 4 * sum(points[1:-1:2]) + 2 * sum(points[2:-1:2])
    return end / INTERVALS / 3 * (points[0] + inner + points[-1])


def trace() -> Row:
    """Return a scenario in which jobs come and go one after the other."""
    dice = Random(2)
    steps = [*(("insert", n) for n in JOBS), ("remove", 3), ("remove", 1)]
    plain = ("job_id", "owner", "owner_group", "setup", "cpu_time", "user_priority")
    jobs = [{name: a_job(dice, n)[name] for name in plain} for n in JOBS]
    scenario: Row = {
        "name": "sample_trace",
        "kind": "priority",
        "purpose": "priorities after each insertion and each removal",
        "groups": [
            {"group": "user", "job_share": 1000},
            {"group": "prod", "job_share": 1000, "job_sharing": True},
        ],
        "users": USERS,
        "jobs": jobs,
        "steps": "trace",
    }
    made, found = world(scenario), Row()
    for engine in ("seed", "modern"):
        profile, queues = PROFILES[engine], list[Row]()
        waiting: dict[int, Row] = {}
        steps_made: list[Row] = []
        for step, number in steps:
            if step == "insert":
                waiting[number] = made["dirac_job"][number - 1]
            else:
                del waiting[number]
            queues = stored({**made, "dirac_job": [*waiting.values()]}, profile)
            short = [
                {name: row[name] for name in ("jobs", "priority")} for row in queues
            ]
            steps_made.append({f"after_{step}": number, "task_queues": short})
        found[engine] = {"trace": steps_made, "task_queues": queues}
    return scenario | {"facts": found}


def limits() -> Row:
    """Return a scenario of limits of running jobs, of sites and of single CEs."""
    dice = Random(1)
    values = {
        "JobType": ("MC", "Merge", "User"),
        "Owner": ("ann", "bob"),
        "OwnerGroup": ("prod", "user"),
    }
    cases: list[Row] = []
    for number in range(1, 6):
        running = [
            {
                "site": dice.choice("AAB"),
                "status": dice.choice((*dirac.COUNTED, "Running", "Done")),
                **{name: dice.choice(each) for name, each in values.items()},
            }
            for _ in range(4)
        ]

        def section() -> Row:
            name = dice.choice([*values])
            return {name: {dice.choice(values[name]): dice.randint(0, 4)}}

        case: Row = {
            "case": f"sample{number}",
            "running_limit_cfg": {
                "A": section() | section() | {"CEs": {"ce1": section()}},
                "B": section(),
            },
            "running": running,
            "site": dice.choice("AAB"),
            "grid_ce": dice.choice(("ce1", "ce2")),
        }
        cases.append(case | {"refused_values": refused(case)})
    return {
        "name": "sample_limits",
        "kind": "limits",
        "purpose": "values that a site refuses because enough such jobs run there",
        "facts": {"modern": cases},
    }


def refused(case: Row) -> dict[str, list[str]]:
    """Return the refused values of each attribute."""
    found: dict[str, list[str]] = {}
    ces = frozenset([case["grid_ce"]])
    for name, value in sorted(
        dirac.refused_values(limit_world(case), case["site"], ces)
    ):
        found.setdefault(name, []).append(value)
    return found
