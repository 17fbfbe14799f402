"""One cycle of the demo, and a small world with work of all that place it."""

from __future__ import annotations

from pathlib import Path

import pytest

import brokersql
from brokersql.snapshot.generate import generate
from tests.cli.calling import DEMO


@pytest.fixture(scope="session")
def cycle(cache: None) -> brokersql.Cycle:
    """Return a cycle over all tasks of the demo."""
    return brokersql.run(brokersql.Snapshot.open(str(DEMO)), seed=7)


@pytest.fixture(scope="session")
def world(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Return a snapshot with work of all policies that place it."""
    folder: Path = tmp_path_factory.mktemp("world") / "snap"
    generate(folder, "S", 3, tasks=60)
    return str(folder)
