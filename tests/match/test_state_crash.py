"""A real state whose writer is killed answers as one that was never interrupted."""

from __future__ import annotations

import os
import random
import signal
import time
from pathlib import Path

import pytest

from brokersql.match import LedgerView, Record
from brokersql.match.audit import audit_jobs
from brokersql.match.faultpoint import POINTS, VARIABLE, reached
from tests.match.stating import StateWriting, write

N_STEPS = 16
#: What a state passes itself, and both sides of a commit; the rest is the ledger's own.
POINTS_OF_A_STATE = (
    *("before_begin", "after_begin", "after_mask", "after_match_insert"),
    *("during_commit", "after_commit_before_ack", "checkpoint"),
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


def test_killed_at_every_point_in_turn_it_goes_on_as_if_nothing_had_happened(
    tmp_path: Path, whole: StateWriting
) -> None:
    """Each writer takes over from one that died, and dies at the next point."""
    expected = whole.records()
    assert set(reached) == set(POINTS)
    writing = StateWriting(tmp_path / "state", N_STEPS)
    n_kept = 0
    for point in POINTS_OF_A_STATE:
        assert writing.run(f"{point}:1") == -signal.SIGKILL, point
        n_kept = kept(writing, expected, n_kept)
    assert writing.run() == 0
    assert writing.records() == expected
    audit_jobs(LedgerView.open(writing.folder).records())


@pytest.mark.parametrize("n_kills", [2, pytest.param(50, marks=pytest.mark.long)])
def test_killed_at_any_moment_again_and_again_it_comes_to_the_same_end(
    tmp_path: Path, whole: StateWriting, n_kills: int
) -> None:
    seed = int(os.environ.get("BROKERSQL_KILL_SEED", "1"))
    moments, expected = random.Random(seed), whole.records()
    writing = StateWriting(tmp_path / "state", N_STEPS)
    n_kept = 0
    for _ in range(n_kills):
        process = writing.start()
        time.sleep(moments.uniform(0.2, 1.0))
        process.kill()
        process.join()
        n_kept = kept(writing, expected, n_kept)
    assert writing.run() == 0
    assert writing.records() == expected, f"BROKERSQL_KILL_SEED={seed}"


def kept(writing: StateWriting, expected: list[Record], before: int = 0) -> int:
    """Return how many records a writer left behind that found so many.

    What it acknowledged is kept, and at most one record beyond that.
    """
    least = max(before, writing.last_acked())
    if not least:
        return 0
    found = writing.records()
    assert found == expected[: len(found)]
    assert least <= len(found) <= least + 1
    return len(found)
