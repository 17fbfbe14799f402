"""The demo, one cycle of it and one written run of it."""

from __future__ import annotations

import pytest

import brokersql
from tests.cli.conftest import DEMO, cache, demo, run_folder

__all__ = ["cache", "cycle", "demo", "run_folder"]


@pytest.fixture(scope="session")
def cycle(cache: None) -> brokersql.Cycle:
    """Return a cycle over all tasks of the demo."""
    return brokersql.run(brokersql.Snapshot.open(str(DEMO)), seed=7)
