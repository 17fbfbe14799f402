"""The reference agrees with the recorded decisions of the running system.

The recordings are no part of the project: the folder stands in BROKERSQL_CONFORMANCE,
else beside the checkout, and without it these tests skip.
"""

from __future__ import annotations

import json
import math
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from tests.property.reference.brokerage import Outcome, broker
from tests.property.reference.world import load_world

ROOT = Path(__file__).resolve().parents[2]
FOLDER = Path(
    os.environ.get("BROKERSQL_CONFORMANCE", ROOT.parent / "shared" / "conformance")
)
CASES = sorted((FOLDER / "panda").glob("prod_*"))

Recorded = dict[str, Any]


def same(left: float, right: float) -> bool:
    """Tell whether two weights are equal up to rounding."""
    return math.isclose(left, right, rel_tol=1e-9, abs_tol=1e-12)


def weight_notes(want: Mapping[str, float], got: Mapping[str, float]) -> list[str]:
    """Return the queues whose weights differ, or that only one side has."""
    return [
        f"{name}: {got.get(name)} instead of {want.get(name)}"
        for name in sorted(want.keys() | got.keys())
        if name not in want or name not in got or not same(want[name], got[name])
    ]


def status_notes(recorded: Recorded, outcome: Outcome) -> list[str]:
    """Return how the status differs."""
    won = recorded["status"] == "succeeded"
    if (outcome.status == "assigned") == won:
        return []
    return [f"{outcome.status} instead of {recorded['status']}"]


def candidate_notes(recorded: Recorded, outcome: Outcome) -> list[str]:
    """Return how the chosen queues differ; only their weights where the set is open.

    With a negative t1 weight a bootstrap queue met after the best one stays chosen. The
    order of meeting is that of a set, and two recordings of the same queues show both.
    """
    want = {row["queue_name"]: row["weight"] for row in recorded["candidates_jumbo"]}
    got = {row.queue: row.weight for row in outcome.jumbo_candidates}
    if want.keys() != got.keys():
        return [f"for jumbo jobs {sorted(got)} instead of {sorted(want)}"]
    want = {row["queue_name"]: row["weight"] for row in recorded["candidates"]}
    got = {row.queue: row.weight for row in outcome.candidates}
    if not (recorded["tie_at_cut"] or recorded["order_dependent"]):
        return weight_notes(want, got)
    open_bootstrap = {
        name
        for name in want
        if outcome.weighed.get(name, (0, "", {}))[1] == "-others_bootstrap"
        and recorded["order_dependent"]
        and any(row[1] == "+use" and row[0] > 0 for row in outcome.weighed.values())
    }
    left = sorted(weight for name, weight in want.items() if name not in open_bootstrap)
    right = sorted(got.values())
    if len(left) == len(right) and all(map(same, left, right)):
        return []
    return [f"weights {right} instead of {left}"]


def weighed_notes(recorded: Recorded, outcome: Outcome) -> list[str]:
    """Return how weights, outcomes and counters of the weighed queues differ."""
    stage = recorded["weight_stage"] or {}
    notes = weight_notes(
        {name: row["weight"] for name, row in stage.items()},
        {name: row[0] for name, row in outcome.weighed.items()},
    )
    is_open = recorded["tie_at_cut"] or recorded["order_dependent"]
    for name in stage.keys() & outcome.weighed.keys():
        row, text = stage[name], outcome.weighed[name][1]
        if not is_open and row["outcome"] not in (None, "+preassign", text):
            notes.append(f"{name}: {text} instead of {row['outcome']}")
        counters = (
            row["n_running_jobs"],
            row["n_queued_jobs"],
            row["n_running_jobs_cap"],
        )
        if counters != outcome.counters[name]:
            notes.append(f"{name}: {outcome.counters[name]} instead of {counters}")
    return notes


def reason_notes(recorded: Recorded, outcome: Outcome) -> list[str]:
    """Return the eliminated queues that are reported otherwise."""
    notes = []
    for name, steps in recorded["eliminated"].items():
        told = outcome.rejected.get(name, (None, ()))[0]
        exact = [
            (step, "-io" if step == "IO check" else tag)
            for step, tag, is_exact, _ in steps
            if is_exact and (tag or step == "IO check")
        ]
        if not exact or exact[0][0] == "final check":
            continue
        if told not in {tag for _, tag in exact}:
            notes.append(f"{name}: {told} instead of {exact[0][1]}")
    return notes


ASPECTS = {
    "status": status_notes,
    "candidates": candidate_notes,
    "weights": weighed_notes,
    "reasons": reason_notes,
}


@pytest.mark.skipif(not CASES, reason=f"no recorded decisions in {FOLDER}")
@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_reference_decides_as_the_running_system(case: Path) -> None:
    outcomes = broker(load_world(case), profile="asrun", parameters=None, seed=1)
    notes = []
    with open(case / "expected.jsonl", encoding="utf-8") as lines:
        for line in lines:
            recorded = json.loads(line)
            if recorded["status"] == "exception":
                continue
            key = (recorded["jedi_task_id"], recorded["chunk_no"] or 0)
            outcome = outcomes.get(key)
            if outcome is None:
                notes.append(f"{key}: no decision")
                continue
            notes += [
                f"{key} {aspect}: {note}"
                for aspect, compare in ASPECTS.items()
                for note in compare(recorded, outcome)
            ]
    assert not notes, "\n".join(notes[:20])
