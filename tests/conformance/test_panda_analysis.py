"""The analysis brokerage decides as recorded from the running system.

Each case is a world with the decisions that PanDA's own classes took in it, round by
round. Where the recording itself depended on the order in which a set was walked, only
the weights are compared.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

import pytest

from tests.conformance import recorded
from tests.conformance.recorded import Line, check_decisions, is_loose, weight_notes
from tests.property.engine_runs import run

CASES = recorded.panda_cases("anal")
LAST_CHECK = "final check"
#: A recorded status, and ours.
STATUS = {
    **{"succeeded": {"assigned"}, "failed": {"pending", "throttled"}},
    "fatal": {"failed"},
}
#: The recording names no tag for these checks.
UNTAGGED = {
    "input data check": {"-input_data", "-not_candidate"},
    "avoid VP queue check": {"-avoid_vp"},
    "architecture check": {"-gpu_architecture"},
}


#: A queue and the round it was looked at in.
Place = tuple[str, int]


@dataclass(slots=True)
class Found:
    """What the engine decided on a chunk."""

    status: str = "not decided"
    criterion: str | None = None
    chosen: dict[str, float] = field(default_factory=dict[str, float])
    weighed: dict[str, float] = field(default_factory=dict[str, float])
    outcomes: dict[str, str] = field(default_factory=dict[str, str])
    reported: dict[Place, str] = field(default_factory=dict[Place, str])


@cache
def decided(case: Path) -> Mapping[int, Found]:
    """Return what the engine decides on a case, by task."""
    cycle = run(case, "asrun", policy="panda_analysis")
    found: dict[int, Found] = defaultdict(Found)
    for row in cycle.result.to_pylist():
        decision = found[row["jedi_task_id"]]
        decision.status, decision.criterion = row["status"], row["criterion"]
    for row in cycle.candidate.to_pylist():
        found[row["jedi_task_id"]].chosen[row["queue_name"]] = row["weight"]
    for row in cycle.weighed.to_pylist():
        decision = found[row["jedi_task_id"]]
        decision.weighed[row["queue_name"]] = row["weight"]
        decision.outcomes[row["queue_name"]] = row["criterion"]
    for row in cycle.exclusion.to_pylist():
        place = row["queue_name"], row["round"]
        found[row["jedi_task_id"]].reported[place] = row["criterion"]
    return found


def status_notes(line: Line, found: Found) -> list[str]:
    """Return how the status differs; a broken task is not tried again."""
    wanted = STATUS[line["status"]]
    notes = recorded.criterion_notes(line, found.criterion)
    return notes if found.status in wanted else [f"{found.status}, not {wanted}"]


def candidate_notes(line: Line, found: Found) -> list[str]:
    """Return how the choice differs, with its weights."""
    want = {row["queue_name"]: row["weight"] for row in line["candidates"]}
    if not is_loose(line):
        return weight_notes(want, found.chosen)
    left, right = sorted(want.values()), sorted(found.chosen.values())
    if recorded.same_numbers(left, right):
        return []
    return [f"weights {right} instead of {left}"]


def weighed_notes(line: Line, found: Found) -> list[str]:
    """Return how the weighed queues differ: weight and outcome."""
    stage = line["weight_stage"] or {}
    notes = weight_notes(
        {name: row["weight"] for name, row in stage.items()}, found.weighed
    )
    wanted = {name: row["outcome"] for name, row in stage.items()}
    return notes + [
        f"{name}: {found.outcomes.get(name)} instead of {outcome}"
        for name, outcome in wanted.items()
        if not is_loose(line) and found.outcomes.get(name) != outcome
    ]


def reason_notes(line: Line, found: Found) -> list[str]:
    """Return the queues that are reported for another reason in a round."""
    notes: list[str] = []
    for name, steps in line["eliminated"].items():
        for number in {step[3] or 1 for step in steps}:
            allowed: set[str] = set()
            for check, tag, is_exact, step_round in steps:
                if (step_round or 1) == number and is_exact and check != LAST_CHECK:
                    allowed |= {tag} if tag else UNTAGGED.get(check, set())
            told = found.reported.get((name, number))
            if allowed and told not in allowed:
                notes.append(f"{name} round {number}: {told} instead of {allowed}")
    return notes


ASPECTS: Mapping[str, Callable[[Line, Found], list[str]]] = {
    "status": status_notes,
    "candidates": candidate_notes,
    "weights": weighed_notes,
    "reasons": reason_notes,
}


@pytest.mark.parametrize("aspect", ASPECTS)
@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_decisions_are_those_recorded(case: Path, aspect: str) -> None:
    made = decided(case)
    check_decisions(case, lambda line: made[line["jedi_task_id"]], ASPECTS[aspect])
