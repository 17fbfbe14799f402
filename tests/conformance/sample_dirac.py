"""What plain Python decides about the small scenarios of DIRAC in the sample."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import prod
from typing import Any

from tests.conformance.dirac_scenario import (
    Scenario,
    inserted,
    limit_world,
    removed,
    world,
)
from tests.property.reference import dirac

Row = dict[str, Any]

#: Engines, and the profile of the reference whose decisions are their facts.
PROFILES = {"seed_literal": "literal", "seed": "dirac2009", "modern": "modern"}
INTERVALS = 2000


def matches(scenario: Scenario) -> Row:
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


def trace(scenario: Scenario) -> Row:
    """Return the priorities after each insertion and each removal of a job."""
    made, found = world(scenario), Row()
    for engine, told in scenario["facts"].items():
        queues, steps = list[Row](), list[Row]()
        waiting: dict[int, Row] = {}
        for step in told["trace"]:
            waiting |= {n: made["dirac_job"][n - 1] for n in inserted(step)}
            for number in removed(step):
                del waiting[number]
            left = {**made, "dirac_job": [*waiting.values()]}
            queues = stored(left, PROFILES[engine])
            names = ("jobs", "priority")
            short = [{name: row[name] for name in names} for row in queues]
            steps.append({**step, "task_queues": short})
        found[engine] = {"trace": steps, "task_queues": queues}
    return found


def limits(scenario: Scenario) -> Row:
    """Return the values that sites refuse: enough such jobs run there, or at a CE."""
    cases = scenario["facts"]["modern"]
    return {"modern": [{**case, "refused_values": refused(case)} for case in cases]}


def refused(case: Row) -> dict[str, list[str]]:
    """Return the refused values of each attribute."""
    found: dict[str, list[str]] = {}
    ces = frozenset([case["grid_ce"]])
    for name, value in sorted(
        dirac.refused_values(limit_world(case), case["site"], ces)
    ):
        found.setdefault(name, []).append(value)
    return found


#: Kinds of scenarios, and what their facts are.
FACTS: Mapping[str, Callable[[Scenario], Row]] = {
    "match": matches,
    "priority": trace,
    "limits": limits,
}
