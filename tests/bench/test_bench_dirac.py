"""The benchmark of DIRAC matching runs, and tells all that has a goal."""

from __future__ import annotations

from argparse import Namespace

import pytest

from bench import dirac


def test_a_section_tells_every_goal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dirac, "WARM", 10)
    sizes = {"jobs": 1000, "singles": 8, "batch": 20, "repeat": 1, "machine": "one"}
    chosen = Namespace(**sizes, preferred=False)
    worlds = [dirac.measure(n_sets, chosen) for n_sets in (60, 120)]
    assert 0 < worlds[0].n_queues < worlds[1].n_queues <= 1000
    text = dirac.section(worlds, chosen, 0.5)
    assert "one, load 0.5 before" in text
    rows = [line for line in text.splitlines() if line.startswith("| ")]
    assert [line.split(" | ")[0][2:] for line in rows[1:]] == list(dirac.GOALS)
    assert all(line.count("|") == 7 for line in rows)
    usual = dirac.medians([worlds[0], worlds[0], worlds[1]])
    assert usual.p50 == worlds[0].p50
