"""The benchmark of DIRAC matching runs, and tells all that has a goal."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path

import pytest

from bench import dirac, sqlite_peer


def test_a_section_tells_every_goal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dirac, "WARM", 10)
    sizes = {"jobs": 1000, "singles": 3, "batch": 20, "repeat": 1, "machine": "one"}
    chosen = Namespace(**sizes, preferred=False)
    worlds = [dirac.measure(n_sets, chosen) for n_sets in (60, 120)]
    assert 0 < worlds[0].n_queues < worlds[1].n_queues <= 1000
    text = dirac.section(worlds, chosen, 0.5)
    assert "one, load 0.5 before" in text
    rows = [line for line in text.splitlines() if line.startswith("| ")]
    assert [line.split(" | ")[0][2:] for line in rows[1:]] == list(dirac.GOALS)
    assert all(line.count("|") == 7 for line in rows)
    exponents = text.splitlines()[-1].partition(": ")[2].split(", ")
    assert len(exponents) == len(dirac.GOALS)
    usual = dirac.medians([worlds[0], worlds[0], worlds[1]])
    assert usual.p50 == worlds[0].p50


def test_sqlite_and_the_engine_give_jobs_to_the_same_pilots(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite_peer, "WARM", 10)
    sizes = {"jobs": 1000, "sets": 100, "singles": 8, "batch": 20, "repeat": 2}
    chosen = Namespace(**sizes, machine="one")
    told, measured = sqlite_peer.measure(tmp_path, chosen)
    assert "of 58 pilots get a job, the same ones in both" in told
    text = sqlite_peer.section(told, measured, chosen)
    rows = [line for line in text.splitlines() if line.startswith("| ")]
    assert [line.count("|") for line in rows] == [7] * 4
    assert all(each.wall > 0 for sides in measured.values() for each in sides)
