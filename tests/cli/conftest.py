"""What tests of commands are given."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

import pytest

from tests.cli.calling import DEMO


@pytest.fixture(scope="session")
def queues(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a snapshot of the demo's queues alone: loaded in a third of the time."""
    folder = tmp_path_factory.mktemp("queues")
    for name in ("snapshot", "queue"):
        shutil.copy(DEMO / f"{name}.jsonl", folder)
    return folder


@pytest.fixture
def no_input(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the process have an input that is a terminal, so that none is read."""
    monkeypatch.setattr(sys.stdin, "isatty", lambda: True, raising=False)
