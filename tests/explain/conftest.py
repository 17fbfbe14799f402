"""One cycle of the demo."""

from __future__ import annotations

import pytest

import brokersql
from tests.cli.calling import DEMO


@pytest.fixture(scope="session")
def cycle(cache: None) -> brokersql.Cycle:
    """Return a cycle over all tasks of the demo."""
    return brokersql.run(brokersql.Snapshot.open(str(DEMO)), seed=7)
