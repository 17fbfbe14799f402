"""The reference of the analysis brokerage agrees with what the running system decided.

Without the folder of recorded decisions these tests skip.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from tests.conformance.recorded import FOLDER, check_decisions, panda_cases
from tests.conformance.test_panda_analysis import ASPECTS, Found
from tests.property.reference.analysis import AnalysisOutcome, broker_analysis
from tests.property.reference.chunk_features import Key
from tests.property.reference.world import load_world

CASES = panda_cases("anal", [FOLDER])


@cache
def decided(case: Path) -> dict[Key, AnalysisOutcome]:
    """Return what the reference decides on a recorded world."""
    return broker_analysis(load_world(case), "asrun")


def found(outcome: AnalysisOutcome) -> Found:
    """Return a decision of the reference as the recordings are compared."""
    rows = outcome.weighed
    return Found(
        outcome.status,
        outcome.criterion,
        outcome.chosen,
        {name: row.weight for name, row in rows.items()},
        {name: row.criterion for name, row in rows.items()},
        {
            (name, number): criteria[0]
            for number, failing in outcome.rounds.items()
            for name, criteria in failing.items()
        },
    )


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_reference_decides_as_the_running_system(case: Path) -> None:
    outcomes = decided(case)
    for compare in ASPECTS.values():
        check_decisions(
            case,
            lambda line: found(outcomes[line["jedi_task_id"], line["chunk_no"] or 0]),
            compare,
        )
