"""The task brokerage decides as plain loops do, on random and on recorded worlds.

Two descriptions of one specification, one in SQL files and one in Python; the plain one
asks the plain job brokerage which nuclei can run jobs.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from pathlib import Path

import pytest

from brokersql.cycle import FinishedCycle
from tests.conformance.recorded import FOLDER, panda_cases
from tests.property.engine_runs import Reference, failing
from tests.property.merged_worlds import merged_world
from tests.property.reference.task_brokerage import TaskOutcome, broker_tasks
from tests.property.reference.world import load_world, world_of
from tests.property.worlds import waiting_world
from tests.typed_rows import typed

WORLDS_PER_CYCLE = 10
#: Worlds in which each switch between the profiles changes some decision.
FIRST_SEEDS = (10, 30, 40)
NOT_DRAWN = "-not_drawn"
CASES = panda_cases("task", [FOLDER])


@pytest.mark.parametrize("first", FIRST_SEEDS)
def test_the_engine_does_what_plain_loops_do(first: int) -> None:
    seeds = range(first, first + WORLDS_PER_CYCLE)
    source = merged_world(seeds, waiting_world)
    REFERENCE.check(source, world_of(source))


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_recorded_worlds(case: Path) -> None:
    """What was recorded of asrun, tests/conformance compares with the engine."""
    rows = load_world(case).tables
    REFERENCE.check(case, world_of({name: typed(name, rows[name]) for name in rows}))


def decisions(cycle: FinishedCycle) -> dict[int, TaskOutcome]:
    """Return what the engine decided, by task."""
    found = {
        row["jedi_task_id"]: TaskOutcome(row["criterion"], row["nucleus"])
        for row in cycle.result.to_pylist()
    }
    for row in cycle.weighed.to_pylist():
        found[row["jedi_task_id"]].weights[row["queue_name"]] = row["weight"]
    for ((task, _), nucleus), criteria in failing(cycle).items():
        found[task].failing[nucleus] = sorted(criteria)
    for row in cycle.exclusion.to_pylist():
        if row["criterion"] != NOT_DRAWN:  # the reported one comes first
            names = found[row["jedi_task_id"]].failing[row["queue_name"]]
            names.sort(key=lambda name, first=row["criterion"]: (name != first, name))
    for row in cycle.table("destination").to_pylist():
        found[row["jedi_task_id"]].tokens.append(row["storage_token"])
    return found


def differences(want: TaskOutcome, found: TaskOutcome) -> list[str]:
    """Return where a decision is not that of the reference."""
    pairs: list[tuple[str, object, object]] = [
        ("criterion", want.criterion, found.criterion),
        ("nucleus", want.nucleus, found.nucleus),
        ("tokens", sorted(want.tokens), sorted(found.tokens)),
    ]
    if want.criterion not in ("-no_chunk", "-no_source_replica"):
        pairs += [
            (name, told(want.failing.get(name, [])), found.failing.get(name, []))
            for name in want.failing | found.failing
        ]
        pairs += [
            (f"weight of {name}", want.weights.get(name), found.weights.get(name))
            for name in want.weights | found.weights
            if not same(want.weights, found.weights, name)
        ]
    return [
        f"{what}: {got} instead of {asked}"
        for what, asked, got in pairs
        if asked != got
    ]


def told(criteria: list[str]) -> list[str]:
    """Return criteria as they are compared: the first one, the others by name."""
    return [*criteria[:1], *sorted(set(criteria[1:]) - set(criteria[:1]))]


def same(left: Mapping[str, float], right: Mapping[str, float], name: str) -> bool:
    """Tell whether two weights are equal up to rounding."""
    return (
        name in left
        and name in right
        and math.isclose(left[name], right[name], rel_tol=1e-9)
    )


REFERENCE = Reference("panda_task", broker_tasks, decisions, differences)
