"""What tests of commands are given."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tests.cli.calling import call
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


@pytest.fixture
def no_input(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the process have an input that is a terminal, so that none is read."""
    monkeypatch.setattr(sys.stdin, "isatty", lambda: True, raising=False)
