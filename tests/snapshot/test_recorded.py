"""The recorded worlds of the running system are snapshots without an error."""

from __future__ import annotations

from pathlib import Path

import pytest

from brokersql.snapshot import validate
from tests.conformance.recorded import FOLDER, panda_cases

CASES = [
    case for kind in ("prod", "anal", "task") for case in panda_cases(kind, [FOLDER])
]


@pytest.mark.parametrize("case", CASES, ids=lambda path: path.name)
def test_a_recorded_world_loads_whole(case: Path) -> None:
    report = validate(case)
    assert report.of("error") == ()
    assert report.of("warning") == ()
    assert report.load.n_quarantined == 0
    assert report.load.tables["queue"].n_loaded > 0
