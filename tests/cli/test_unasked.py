"""While nobody asks anything, the process of `serve` explains what will be asked."""

from __future__ import annotations

import os
import shutil
from collections import OrderedDict
from pathlib import Path

import pyarrow.compute as pc
import pyarrow.parquet as pq
import pytest

from brokersql.cli.resident import run_for_nobody, unasked_lines
from brokersql.cycle import FinishedCycle
from brokersql.cycle.open_cycles import open_cycles
from tests.cli.calling import call


@pytest.fixture
def run(small_run: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a run whose cycles stay open."""
    monkeypatch.setattr(open_cycles, "most", 2)
    monkeypatch.setattr(open_cycles, "_held", OrderedDict[object, FinishedCycle]())
    return Path(shutil.copytree(small_run, tmp_path / "out"))


def test_a_task_of_a_small_run_is_explained_without_another_decision(
    run: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    """Those that wait come first; of another run in the folder all over again."""
    result = pq.read_table(run / "result.parquet")
    is_waiting = pc.field("status") != "assigned"
    parts = (result.filter(is_waiting), result.filter(~is_waiting))
    waiting, assigned = (
        dict.fromkeys(part["jedi_task_id"].drop_null().to_pylist()) for part in parts
    )
    lines, explained = unasked_lines(str(run)), list[int]()
    while (line := next(lines)) is not None:
        assert run_for_nobody(line) == 0
        explained.append(int(line[-1]))
    assert explained == [*waiting, *(it for it in assigned if it not in waiting)]
    assert waiting and assigned
    assert capfd.readouterr() == ("", "")

    def what_if(*_: object, **__: object) -> None:
        raise AssertionError("decided again")

    monkeypatch.setattr(FinishedCycle, "what_if", what_if)
    for task in explained:
        assert str(task) in call("explain", run, "--task", task).out
    assert next(lines) is None
    os.utime(run / "result.parquet", (0, 0))
    assert next(lines) == ["explain", str(run), "--task", str(explained[0])]


def test_of_a_large_run_nothing_is_explained(
    run: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("brokersql.cli.resident.FEW_PAIRS", 100)
    assert next(unasked_lines(str(run))) is None


def test_of_a_run_without_tasks_or_none_nothing_is_explained(
    pilots_run: Path, tmp_path: Path
) -> None:
    for place in (str(pilots_run), str(tmp_path), ""):
        assert next(unasked_lines(place)) is None
