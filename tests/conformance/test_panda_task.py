"""The task brokerage decides as recorded from the running system.

Each case is a world with the nuclei that PanDA's own classes chose in it, one task
after the other, with the draws that they made. Where the recording itself depended on
the order in which a set was walked, only what does not depend on it is compared.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

import pytest

from tests.conformance import recorded
from tests.conformance.recorded import Line, check_decisions, weight_notes
from tests.property.engine_runs import run

CASES = recorded.panda_cases("task")


@dataclass(slots=True)
class Found:
    """What the engine decided on a task."""

    status: str = "not decided"
    criterion: str | None = None
    nucleus: str | None = None
    weights: dict[str, float] = field(default_factory=dict[str, float])
    reported: dict[str, str] = field(default_factory=dict[str, str])
    tokens: list[str] = field(default_factory=list[str])


@cache
def decided(case: Path) -> Mapping[int, Found]:
    """Return what the engine decides on a case, by task."""
    cycle = run(case, "asrun", policy="panda_task")
    found: dict[int, Found] = defaultdict(Found)
    for row in cycle.result.to_pylist():
        decision = found[row["jedi_task_id"]]
        decision.status, decision.nucleus = row["status"], row["nucleus"]
        decision.criterion = row["criterion"]
    for row in cycle.weighed.to_pylist():
        found[row["jedi_task_id"]].weights[row["queue_name"]] = row["weight"]
    for row in cycle.exclusion.to_pylist():
        found[row["jedi_task_id"]].reported[row["queue_name"]] = row["criterion"]
    for row in cycle.table("destination").to_pylist():
        found[row["jedi_task_id"]].tokens.append(row["storage_token"])
    return found


def is_assigned(line: Line) -> bool:
    """Tell whether the recorded task got a nucleus."""
    return line["status"] in ("succeeded", "assigned")


def status_notes(line: Line, found: Found) -> list[str]:
    """Return how the status differs."""
    return recorded.status_notes(line, found.status, found.criterion)


def weights_notes(line: Line, found: Found) -> list[str]:
    """Return how the weights of the nuclei differ."""
    return weight_notes(line["weights"], found.weights)


def choice_notes(line: Line, found: Found) -> list[str]:
    """Return how the choice differs."""
    is_same = found.nucleus == line["nucleus"]
    if is_same or not is_assigned(line) or line["order_dependent"]:
        return []
    return [f"{found.nucleus} instead of {line['nucleus']}"]


def reason_notes(line: Line, found: Found) -> list[str]:
    """Return the nuclei that are skipped for another reason."""
    return [
        f"{name}: {found.reported.get(name)} instead of {criterion}"
        for name, criterion in line["first_failure"].items()
        if found.reported.get(name) != criterion
    ]


def destination_notes(line: Line, found: Found) -> list[str]:
    """Return how the storage tokens of the output differ."""
    if not is_assigned(line) or line["order_dependent"]:
        return []
    left, right = sorted(found.tokens), sorted(line["destinations"])
    return [] if left == right else [f"{left} instead of {right}"]


ASPECTS: Mapping[str, Callable[[Line, Found], list[str]]] = {
    "status": status_notes,
    "weights": weights_notes,
    "choice": choice_notes,
    "reasons": reason_notes,
    "destinations": destination_notes,
}


@pytest.mark.parametrize("aspect", ASPECTS)
@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_nuclei_are_the_recorded_ones(case: Path, aspect: str) -> None:
    made = decided(case)
    check_decisions(case, lambda line: made[line["jedi_task_id"]], ASPECTS[aspect])
