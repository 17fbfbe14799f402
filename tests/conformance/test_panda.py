"""The production job brokerage decides as recorded from the running system.

Each case is a world with the decisions that PanDA's own classes took in it. Where the
recording itself depended on the order in which a set was walked, only what does not
depend on it is compared:

* equal weights at the cut, or an order-dependent choice: the weights of the chosen
  queues, not their names;
* a negative t1 weight: only the queue with most running jobs stays, but an empty queue
  that was met *after* it stays too, chosen with weight 0. In case prod_04 the tasks
  40000119 and 40000154 meet the same two queues in both orders. So an empty queue that
  we drop beside such a winner may stand in the recorded choice or not.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path

import pytest

from tests.conformance import recorded
from tests.conformance.recorded import Line, check_decisions, is_loose, weight_notes
from tests.property.engine_runs import Found, Key, decisions, run

CASES = recorded.panda_cases("prod")
#: The recording names no tag for the check of the missing input.
UNTAGGED = {"IO check": "-io"}
LAST_CHECK = "final check"


@cache
def decided(case: Path) -> Mapping[Key, Found]:
    """Return what the engine decides on a case."""
    return decisions(run(case, "asrun"))


def status_notes(line: Line, found: Found) -> list[str]:
    """Return how the status differs."""
    return recorded.status_notes(line, found.status, found.criterion)


def candidate_notes(line: Line, found: Found) -> list[str]:
    """Return how the choice differs, with its weights.

    The recording has no list for jumbo jobs where nothing else was found.
    """
    want = {row["queue_name"]: row["weight"] for row in line["candidates"]}
    for_jumbo = {row["queue_name"]: row["weight"] for row in line["candidates_jumbo"]}
    apart = {name: for_jumbo[name] for name in for_jumbo if name not in want}
    notes = []
    if line["status"] == "succeeded":
        notes = [f"for jumbo: {n}" for n in weight_notes(apart, found.for_jumbo)]
    if not is_loose(line):
        return notes + weight_notes(want, found.chosen)
    fixed = [want[name] for name in want if name not in open_queues(line, found)]
    given = found.chosen.values()
    if any(recorded.same_numbers(given, each) for each in (want.values(), fixed)):
        return notes
    return [*notes, f"weights {sorted(given)} instead of {sorted(want.values())}"]


def weighed_notes(line: Line, found: Found) -> list[str]:
    """Return how the weighed queues differ: weight, outcome, cap and queued jobs."""
    stage = line["weight_stage"] or {}
    notes = weight_notes(
        {name: row["weight"] for name, row in stage.items()},
        {name: row.weight for name, row in found.weighed.items()},
    )
    for name in stage.keys() & found.weighed.keys():
        row, mine = stage[name], found.weighed[name]
        counts = row["n_queued_jobs"], row["n_running_jobs_cap"]
        if counts != (mine.n_queued, mine.cap):
            notes.append(f"{name}: {(mine.n_queued, mine.cap)} instead of {counts}")
        if is_loose(line) or row["outcome"] in (None, "+preassign"):
            continue
        if mine.criterion != row["outcome"]:
            notes.append(f"{name}: {mine.criterion} instead of {row['outcome']}")
    return notes


def reason_notes(line: Line, found: Found) -> list[str]:
    """Return the eliminated queues that are reported for another reason."""
    notes: list[str] = []
    for name, steps in line["eliminated"].items():
        exact = [
            (check, tag or UNTAGGED[check])
            for check, tag, is_exact, _ in steps
            if is_exact and (tag or check in UNTAGGED)
        ]
        if not exact or exact[0][0] == LAST_CHECK:
            continue
        told = found.reported.get(name)
        if told not in {tag for _, tag in exact}:
            notes.append(f"{name}: {told} instead of {exact[0][1]}")
    return notes


ASPECTS: Mapping[str, Callable[[Line, Found], list[str]]] = {
    "status": status_notes,
    "candidates": candidate_notes,
    "weights": weighed_notes,
    "reasons": reason_notes,
}


@pytest.mark.parametrize("aspect", ASPECTS)
@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_decisions_are_the_recorded_ones(case: Path, aspect: str) -> None:
    made = decided(case)

    def found(line: Line) -> Found:
        return made[line["jedi_task_id"], line["chunk_no"] or 0]

    check_decisions(case, found, ASPECTS[aspect])


def open_queues(line: Line, found: Found) -> set[str]:
    """Return the empty queues that stay or fall by the order in which they are met."""
    rows = found.weighed.items()
    has_winner = any(it.criterion == "+use" and it.weight > 0 for _, it in rows)
    if not line["order_dependent"] or not has_winner:
        return set()
    return {name for name, row in rows if row.criterion == "-others_bootstrap"}
