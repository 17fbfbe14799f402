"""The recorded worlds of the running system are snapshots without an error."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from brokersql.snapshot import validate

ROOT = Path(__file__).resolve().parents[2]
WORLDS = Path(os.environ.get("BROKERSQL_CONFORMANCE", ROOT / "../shared/conformance"))
CASES = sorted(path for path in WORLDS.glob("panda/*") if path.is_dir())


@pytest.mark.skipif(not CASES, reason="the recorded worlds are not here")
@pytest.mark.parametrize("case", CASES or [WORLDS], ids=lambda path: path.name)
def test_a_recorded_world_loads_whole(case: Path) -> None:
    report = validate(case)
    assert report.of("error") == ()
    assert report.of("warning") == ()
    assert report.load.n_quarantined == 0
    assert report.load.tables["queue"].n_loaded > 0
