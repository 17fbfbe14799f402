"""What tests of commands are given."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest

from tests.cli.calling import call, demo_with
from tests.match.worlds import written


@pytest.fixture(scope="session")
def pilots_run(tmp_path_factory: pytest.TempPathFactory, cache: None) -> Path:
    """Return a run that decided about pilots and jobs, and about no task."""
    folder = tmp_path_factory.mktemp("pilots")
    world, policies = written(folder / "world", 3), ("dirac", "panda_timeout")
    named = [word for policy in policies for word in ("--policy", policy)]
    done = call("run", world, *named, "--out", folder / "out")
    assert done.code == 0, done.err
    return folder / "out"


@pytest.fixture(scope="session")
def small_run(tmp_path_factory: pytest.TempPathFactory, cache: None) -> Path:
    """Return a run of two tasks of the demo, of which one waits; `world` is beside."""

    def some(rows: list[Any]) -> list[Any]:
        kept = (47110000, 47110182)
        return [row for row in rows if row["jedi_task_id"] in kept]

    folder = tmp_path_factory.mktemp("small")
    run, world = folder / "run", demo_with(folder / "world", task=some)
    policies = ("--policy", "panda_job", "--policy", "panda_timeout")
    done = call("run", world, *policies, "--out", run, "--seed", 7)
    assert done.code == 0, done.err
    return run


@pytest.fixture
def no_input(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the process have an input that is a terminal, so that none is read."""
    monkeypatch.setattr(sys.stdin, "isatty", lambda: True, raising=False)
