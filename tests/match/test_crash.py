"""A writer killed at any point loses nothing acknowledged and gives no job twice."""

from __future__ import annotations

import os
import random
import signal
import time
from pathlib import Path

import pytest

from brokersql.match import Ledger, LedgerView
from brokersql.match.audit import audit_jobs
from brokersql.match.faultpoint import POINTS
from tests.match.crashing import Writing
from tests.match.tiny import TinyMatcher

SEED, N_STEPS = 1, 24


@pytest.fixture(scope="module")
def uninterrupted(tmp_path_factory: pytest.TempPathFactory) -> Writing:
    return Writing(tmp_path_factory.mktemp("uninterrupted") / "state", SEED, N_STEPS)


@pytest.fixture(scope="module")
def counts(uninterrupted: Writing) -> dict[str, int]:
    """Return how often a writer that is not killed passes each point."""
    found = uninterrupted.counts()
    assert set(found) == set(POINTS)
    return found


@pytest.mark.parametrize("point", POINTS)
def test_killed_at_a_point_it_goes_on_as_if_nothing_had_happened(
    tmp_path: Path, point: str, uninterrupted: Writing, counts: dict[str, int]
) -> None:
    whole, last = uninterrupted.records(), counts[point]
    for nth in sorted({1, min(2, last), last}):
        writing = Writing(tmp_path / str(nth), SEED, N_STEPS)
        assert writing.run(f"{point}:{nth}") == -signal.SIGKILL
        writing.kept(whole)
        assert writing.run() == 0
        assert writing.records() == whole
        assert list(writing.folder.rglob("*.tmp")) == []


def test_what_the_state_counts_is_what_its_records_say(
    uninterrupted: Writing, counts: dict[str, int]
) -> None:
    assert counts
    with Ledger.open(uninterrupted.folder) as ledger:
        counted = TinyMatcher(ledger)
    every = list(LedgerView.open(uninterrupted.folder).records())
    assert counted.n_cycles == sum(each.kind == "match" for each in every)
    found = audit_jobs(every)
    assert counted.waiting.isdisjoint(counted.matched)
    assert len(counted.waiting | counted.matched) == found.n_jobs
    assert (found.n_waiting, found.n_matched) == (
        len(counted.waiting),
        len(counted.matched),
    )


@pytest.mark.parametrize("most", [30, pytest.param(300, marks=pytest.mark.long)])
def test_killed_at_any_moment_again_and_again_it_comes_to_the_same_end(
    tmp_path: Path, most: int
) -> None:
    seed = int(os.environ.get("BROKERSQL_KILL_SEED", "1"))
    moments = random.Random(seed)
    n_steps = 12 * most
    writing = Writing(tmp_path / "killed", seed, n_steps, is_synced=True)
    n_kills = 0
    while n_kills < most:
        process = writing.start()
        time.sleep(moments.uniform(0.0, 0.06))
        process.kill()
        process.join()
        if process.exitcode == 0:
            break
        n_kills += 1
        if acked := writing.last_acked():
            assert len(writing.records()) >= acked, f"BROKERSQL_KILL_SEED={seed}"
    print(f"BROKERSQL_KILL_SEED={seed}: {n_kills} kills of {n_steps} steps")
    assert n_kills > most // 3
    assert writing.run() == 0
    whole = Writing(tmp_path / "whole", seed, n_steps)
    assert whole.run() == 0
    assert writing.records() == whole.records()
    audit_jobs(LedgerView.open(writing.folder).records())
