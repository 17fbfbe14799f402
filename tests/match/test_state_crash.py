"""A real state whose writer is killed answers as one that was never interrupted."""

from __future__ import annotations

import os
import random
import signal
import time
from pathlib import Path

import pytest

from brokersql.match import LedgerView
from brokersql.match.audit import audit_jobs
from brokersql.match.faultpoint import POINTS
from tests.match.stating import StateWriting

N_STEPS = 16
#: What a state passes itself, and both sides of a commit; the rest is the ledger's own.
POINTS_OF_A_STATE = (
    *("before_begin", "after_begin", "after_mask", "after_match_insert"),
    *("during_commit", "after_commit_before_ack", "checkpoint"),
)


@pytest.mark.parametrize("n_kills", [2, pytest.param(50, marks=pytest.mark.long)])
def test_killed_at_every_point_and_at_any_moment_it_goes_on_as_if_nothing_had_happened(
    tmp_path: Path, n_kills: int
) -> None:
    """Each writer takes over from one that died, and dies at the next point."""
    whole = StateWriting(tmp_path / "whole", 5, N_STEPS)
    assert set(whole.counts()) == set(POINTS)
    seed = int(os.environ.get("BROKERSQL_KILL_SEED", "1"))
    moments, expected = random.Random(seed), whole.records()
    writing = StateWriting(tmp_path / "state", 5, N_STEPS)
    n_kept = 0
    for point in POINTS_OF_A_STATE:
        assert writing.run(f"{point}:1") == -signal.SIGKILL, point
        n_kept = writing.kept(expected, n_kept)
    for _ in range(n_kills):
        process = writing.start()
        time.sleep(moments.uniform(0.2, 1.0))
        process.kill()
        process.join()
        n_kept = writing.kept(expected, n_kept)
    assert writing.run() == 0
    assert writing.records() == expected, f"BROKERSQL_KILL_SEED={seed}"
    audit_jobs(LedgerView.open(writing.folder).records())
