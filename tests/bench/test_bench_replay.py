"""The benchmark of replays runs, and its year is as long as a year."""

from __future__ import annotations

from pathlib import Path

import pytest

from bench import replay
from brokersql.snapshot.generate import generate
from brokersql.snapshot.history import History


@pytest.fixture(scope="module")
def history(tmp_path_factory: pytest.TempPathFactory) -> History:
    folder = tmp_path_factory.mktemp("bench") / "history"
    generate(folder, "S", 7, cycles=2, tasks=3)
    return History.open(folder)


def test_contents_come_again_under_times_and_names_of_their_own(
    history: History,
) -> None:
    year = replay.again(history, replay.HOURS_OF_A_YEAR)
    times = [each.snapshot_time for each in year.snapshots]
    assert times == sorted(set(times))
    assert (times[-1] - times[0]).total_seconds() == (8760 - 1) * 3600
    assert len({each.snapshot_id for each in year.snapshots}) == 8760
    assert {each.content_hash for each in year.snapshots} == {
        each.content_hash for each in history.snapshots
    }


def test_costs_are_told_for_cycles_alone_and_together(
    history: History, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(replay, "POLICY", "panda_timeout")
    monkeypatch.setattr(replay, "SIZES", (1, 8))
    monkeypatch.setattr(replay, "speed_up", lambda *_: (1.9, True))
    lines = replay.report(history, tmp_path, is_year=False)
    assert lines[-1] == "two workers: 1.90 times one over 2400, the same bytes"
    assert [line.partition(":")[0] for line in lines[1:4]] == [
        "alone",
        "together",
        "ratio",
    ]
