"""Recorded scenarios of the analysis brokerage end as they did in PanDA."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from tests.conformance.analysis_scenario import PARAMETERS, batches, world
from tests.conformance.recorded import Line, recorded, weight_notes
from tests.spec.whole import decide

FILES = ("anal_weights", "anal_cases")
LINES = {name: recorded(name) for name in FILES}
STATUS = {"ok": {"assigned"}, "pending": {"pending", "throttled"}}
#: The recording names no tag where a queue was not asked, or for these checks.
UNTOLD = {
    None: {None, "-input_data", "-not_candidate"},
    "(no tag)": {"-avoid_vp", "-gpu_architecture"},
}


def outcomes(lines: list[Line]) -> list[str]:
    """Return what differs from the recording, scenario by scenario."""
    notes: list[str] = []
    for batch in batches(lines):
        cycle = decide("panda_analysis", "asrun", PARAMETERS, world(batch))
        status = {row["jedi_task_id"]: row for row in cycle.result.to_pylist()}
        weights: dict[int, dict[str, float]] = {n: {} for n in status}
        told: dict[int, dict[str, str]] = {n: {} for n in status}
        rows = sorted(cycle.exclusion.to_pylist(), key=lambda row: row["round"])
        for row in [*rows, *cycle.weighed.to_pylist()]:
            told[row["jedi_task_id"]][row["queue_name"]] = row["criterion"]
        for row in cycle.weighed.to_pylist():
            if row["criterion"] in ("+use", "-low_weight"):
                weights[row["jedi_task_id"]][row["queue_name"]] = row["weight"]
        for task, line in enumerate(batch.lines):
            found = differences(line, status[task], weights[task], told[task])
            notes += [f"{line['id']} {line.get('desc', '')}: {note}" for note in found]
    return notes


def differences(
    line: Line,
    result: Mapping[str, object],
    weights: Mapping[str, float],
    told: Mapping[str, str],
) -> list[str]:
    """Return how status, weights and reasons of a scenario differ."""
    want = line["expected"]
    notes: list[str] = []
    if result["status"] not in STATUS[want["status"]]:
        notes.append(f"{result['status']} ({result['criterion']})")
    if want.get("throttle", False) != (result["status"] == "throttled"):
        notes.append(f"{result['status']}, throttled {want['throttle']}")
    recorded_weights = {
        f"{line['id']}-{name}": value for name, value in want["weights"].items()
    }
    notes += weight_notes(recorded_weights, weights)
    for name, tag in want["sites"].items():
        found = told.get(f"{line['id']}-{name}")
        if found not in UNTOLD.get(tag, {tag}) and result["status"] != "throttled":
            notes.append(f"{name}: {found} instead of {tag}")
    return notes


@pytest.mark.slow
@pytest.mark.parametrize("name", FILES)
def test_scenarios_end_as_recorded(name: str) -> None:
    """A scenario in which PanDA crashed has no decision to compare."""
    lines = [
        line
        for line in LINES[name]
        if not line["expected"]["status"].startswith("crash")
    ]
    assert lines
    assert outcomes(lines) == []
