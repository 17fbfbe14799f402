"""A real state whose writer is killed answers as one that was never interrupted."""

from __future__ import annotations

import os
import signal
from pathlib import Path

import pytest

from brokersql.match import View
from brokersql.match.audit import audit
from brokersql.match.faultpoint import POINTS, VARIABLE, reached
from tests.match.stating import StateWriting, write

N_STEPS = 9
#: Where a state works on its copy before or after the ledger; test_crash tries all.
OWN_POINTS = (
    "after_match_insert",
    "during_commit",
    "after_commit_before_ack",
    "checkpoint",
)


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> StateWriting:
    """Write without interruption, counting the points on the way."""
    writing = StateWriting(tmp_path_factory.mktemp("whole") / "state", N_STEPS)
    reached.clear()
    os.environ[VARIABLE] = f"{POINTS[0]}:0"
    try:
        write(writing)
    finally:
        del os.environ[VARIABLE]
    return writing


@pytest.mark.parametrize("point", OWN_POINTS)
def test_killed_at_a_point_a_state_goes_on_as_if_nothing_had_happened(
    tmp_path: Path, whole: StateWriting, point: str
) -> None:
    expected = whole.records()
    nth = (reached[point] + 1) // 2
    writing = StateWriting(tmp_path / "state", N_STEPS)
    assert writing.run(f"{point}:{nth}") == -signal.SIGKILL
    if acked := writing.last_acked():
        found = writing.records()
        assert found == expected[: len(found)]
        assert acked <= len(found) <= acked + 1
    assert writing.run() == 0
    assert writing.records() == expected
    audit(View.open(writing.folder).records())
