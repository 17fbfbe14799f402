"""The brokers of PanDA decide as recorded from the running system.

Each case is a world with the decisions that PanDA's own classes took in it: on jobs of
production, on jobs of analysis round by round, or on nuclei of tasks, one after the
other. Where the recording itself depended on the order in which a set was walked, only
what does not depend on it is compared:

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
from typing import Any, NamedTuple

import pytest

from brokersql.cycle import FinishedCycle
from tests.conformance.recorded import (
    Line,
    decisions_of,
    is_loose,
    panda_cases,
    same_numbers,
    weight_notes,
)
from tests.property import engine_runs as jobs
from tests.property import test_analysis_reference as analysis
from tests.property import test_task_reference as tasks
from tests.property.engine_runs import run

DONE = ("succeeded", "assigned")
#: A recorded status of analysis, and ours.
STATUS = {
    **{"succeeded": {"assigned"}, "failed": {"pending", "throttled"}},
    "fatal": {"failed"},
}
#: The recording names no tag for these checks.
UNTAGGED = {
    "IO check": {"-io"},
    "input data check": {"-input_data", "-not_candidate"},
    "avoid VP queue check": {"-avoid_vp"},
    "architecture check": {"-gpu_architecture"},
}
LAST_CHECK = "final check"


def status_notes(line: Line, status: str, criterion: str | None) -> list[str]:
    """Return how criterion and status differ, of which only one is success."""
    notes = criterion_notes(line, criterion)
    if (status == "assigned") == (line["status"] in DONE):
        return notes
    return [*notes, f"{status} instead of {line['status']}"]


def criterion_notes(line: Line, criterion: str | None) -> list[str]:
    """Return how the criterion of a decision differs, where one is given."""
    want = line.get("criterion", criterion)
    return [] if criterion == want else [f"{criterion} instead of {want}"]


def weights_in(line: Line, name: str) -> dict[str, float]:
    """Return the weights of a recorded list of queues."""
    return {row["queue_name"]: row["weight"] for row in line[name]}


def weighed_in(line: Line) -> dict[str, float]:
    """Return the weights of all queues that were weighed."""
    return {name: row["weight"] for name, row in (line["weight_stage"] or {}).items()}


def choice_of_jobs(line: Line, found: jobs.Found) -> list[str]:
    """Return how the choice differs, with its weights.

    The recording has no list for jumbo jobs where nothing else was found.
    """
    want, for_jumbo = (
        weights_in(line, name) for name in ("candidates", "candidates_jumbo")
    )
    apart = {name: for_jumbo[name] for name in for_jumbo if name not in want}
    notes = []
    if line["status"] == "succeeded":
        notes = [f"for jumbo: {n}" for n in weight_notes(apart, found.for_jumbo)]
    if not is_loose(line):
        return notes + weight_notes(want, found.chosen)
    fixed = [want[name] for name in want if name not in open_queues(line, found)]
    given = found.chosen.values()
    if any(same_numbers(given, each) for each in (want.values(), fixed)):
        return notes
    return [*notes, f"weights {sorted(given)} instead of {sorted(want.values())}"]


def open_queues(line: Line, found: jobs.Found) -> set[str]:
    """Return the empty queues that stay or fall by the order in which they are met."""
    rows = found.weighed.items()
    has_winner = any(it.criterion == "+use" and it.weight > 0 for _, it in rows)
    if not line["order_dependent"] or not has_winner:
        return set()
    return {name for name, row in rows if row.criterion == "-others_bootstrap"}


def weights_of_jobs(line: Line, found: jobs.Found) -> list[str]:
    """Return how the weighed queues differ: weight, outcome, cap and queued jobs."""
    stage = line["weight_stage"] or {}
    weights = {name: row.weight for name, row in found.weighed.items()}
    notes = weight_notes(weighed_in(line), weights)
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


def reasons_of_jobs(line: Line, found: jobs.Found) -> list[str]:
    """Return the eliminated queues that are reported for another reason."""
    notes: list[str] = []
    for name, steps in line["eliminated"].items():
        exact = [
            (check, {tag} if tag else UNTAGGED[check])
            for check, tag, is_exact, _ in steps
            if is_exact and (tag or check in UNTAGGED)
        ]
        told, allowed = found.reported.get(name), {t for _, tags in exact for t in tags}
        if exact and exact[0][0] != LAST_CHECK and told not in allowed:
            notes.append(f"{name}: {told} instead of {exact[0][1]}")
    return notes


def status_of_analysis(line: Line, found: analysis.Found) -> list[str]:
    """Return how the status differs; a broken task is not tried again."""
    status, criterion, _ = found.told
    wanted = STATUS[line["status"]]
    notes = criterion_notes(line, criterion)
    return notes if status in wanted else [f"{status}, not {wanted}"]


def choice_of_analysis(line: Line, found: analysis.Found) -> list[str]:
    """Return how the choice differs, with its weights."""
    want = weights_in(line, "candidates")
    if not is_loose(line):
        return weight_notes(want, found.chosen)
    left, right = sorted(want.values()), sorted(found.chosen.values())
    return [] if same_numbers(left, right) else [f"weights {right} instead of {left}"]


def weights_of_analysis(line: Line, found: analysis.Found) -> list[str]:
    """Return how the weighed queues differ: weight and outcome."""
    weights = {name: row["weight"] for name, row in found.weighed.items()}
    return weight_notes(weighed_in(line), weights) + [
        f"{name}: {found.outcome.get(name)} instead of {row['outcome']}"
        for name, row in (line["weight_stage"] or {}).items()
        if not is_loose(line) and found.outcome.get(name) != row["outcome"]
    ]


def reasons_of_analysis(line: Line, found: analysis.Found) -> list[str]:
    """Return the queues that are reported for another reason in a round."""
    notes: list[str] = []
    for name, steps in line["eliminated"].items():
        for number in {step[3] or 1 for step in steps}:
            allowed: set[str] = set()
            for check, tag, is_exact, step_round in steps:
                if (step_round or 1) == number and is_exact and check != LAST_CHECK:
                    allowed |= {tag} if tag else UNTAGGED.get(check, set())
            told = found.reported.get((number, name))
            if allowed and told not in allowed:
                notes.append(f"{name} round {number}: {told} instead of {allowed}")
    return notes


def choice_of_nuclei(line: Line, found: tasks.TaskOutcome) -> list[str]:
    """Return how nucleus and storage tokens of the output differ, where they are fixed.

    A task that got no nucleus has no tokens.
    """
    if line["status"] not in DONE or line["order_dependent"]:
        return []
    pairs = (
        (found.nucleus, line["nucleus"]),
        (sorted(found.tokens), sorted(line["destinations"])),
    )
    return [f"{mine} instead of {want}" for mine, want in pairs if mine != want]


def reasons_of_nuclei(line: Line, found: tasks.TaskOutcome) -> list[str]:
    """Return the nuclei that are skipped for another reason."""
    reported = {name: criteria[0] for name, criteria in found.failing.items()}
    return [
        f"{name}: {reported.get(name)} instead of {criterion}"
        for name, criterion in line["first_failure"].items()
        if reported.get(name) != criterion
    ]


class Broker(NamedTuple):
    """A broker of PanDA: our policy, how it is read, and what is compared of it."""

    policy: str
    decisions: Callable[[FinishedCycle], Mapping[Any, Any]]
    aspects: Mapping[str, Callable[[Line, Any], list[str]]]


BROKERS = {
    "prod": Broker(
        "panda_job",
        jobs.decisions,
        {
            "status": lambda line, it: status_notes(line, it.status, it.criterion),
            "candidates": choice_of_jobs,
            "weights": weights_of_jobs,
            "reasons": reasons_of_jobs,
        },
    ),
    "anal": Broker(
        "panda_analysis",
        analysis.decisions,
        {
            "status": status_of_analysis,
            "candidates": choice_of_analysis,
            "weights": weights_of_analysis,
            "reasons": reasons_of_analysis,
        },
    ),
    "task": Broker(
        "panda_task",
        tasks.decisions,
        {
            "status": lambda line, it: status_notes(
                line, "assigned" if it.nucleus else "not assigned", it.criterion
            ),
            "weights": lambda line, it: weight_notes(line["weights"], it.weights),
            "candidates": choice_of_nuclei,
            "reasons": reasons_of_nuclei,
        },
    ),
}
CASES = [case for kind in BROKERS for case in panda_cases(kind)]


@cache
def decided(case: Path, kind: str) -> Mapping[Any, Any]:
    """Return what the engine decides on a case."""
    broker = BROKERS[kind]
    return broker.decisions(run(case, "asrun", policy=broker.policy))


def differences(case: Path, aspect: str, world: Path | None = None) -> list[str]:
    """Return how decisions on a case, or on the same world elsewhere, differ."""
    kind = case.name.partition("_")[0]
    found, lines = decided(world or case, kind), decisions_of(case)
    assert lines
    notes: list[str] = []
    for line in lines:
        task, chunk = line["jedi_task_id"], line.get("chunk_no") or 0
        decision = found[task if kind == "task" else (task, chunk)]
        about = BROKERS[kind].aspects[aspect](line, decision)
        notes += [f"task {task} chunk {chunk}: {note}" for note in about]
    return notes


@pytest.mark.parametrize("aspect", BROKERS["prod"].aspects)
@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_decisions_are_the_recorded_ones(case: Path, aspect: str) -> None:
    notes = differences(case, aspect)
    assert not notes, "\n".join(notes[:20])
