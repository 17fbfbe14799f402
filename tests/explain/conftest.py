"""Cycles of the demo, and of a small world with work of all policies that place it.

No story leaves a trace in a cycle: see test_changes.py.
"""

from __future__ import annotations

from dataclasses import fields
from pathlib import Path

import pytest

import brokersql
from brokersql.cycle import Options, answering_cycle
from brokersql.snapshot.generate import generate
from tests.cli.calling import DEMO, kept_cycles


def remembered(where: Path | str, policy: str) -> brokersql.Cycle:
    """Return a cycle that `explained` asks, too; what is found out stays known.

    A run names its profile, so it is named here: what names none is another cycle.
    """
    with kept_cycles():
        snapshot = brokersql.Snapshot.open(str(where))
        found = answering_cycle(snapshot, policy, Options("page", seed=7))
    return brokersql.Cycle(*(getattr(found, each.name) for each in fields(found)))


@pytest.fixture(scope="session")
def cycle(cache: None) -> brokersql.Cycle:
    """Return a cycle over all tasks of the demo."""
    return remembered(DEMO, "panda_job")


@pytest.fixture(scope="session")
def world(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Return a snapshot with work of all policies that place it."""
    folder: Path = tmp_path_factory.mktemp("world") / "snap"
    generate(folder, "S", 3, tasks=60)
    return str(folder)


@pytest.fixture(scope="session")
def matching(cache: None) -> brokersql.Cycle:
    """Return a cycle over the pilots of the demo."""
    return brokersql.run(str(DEMO), "dirac", seed=7)


@pytest.fixture(scope="session")
def jobs(world: str, cache: None) -> brokersql.Cycle:
    """Return a cycle of job brokerage over the small world."""
    return brokersql.run(world, seed=7)


@pytest.fixture(scope="session")
def analysis(world: str, cache: None) -> brokersql.Cycle:
    """Return a cycle of analysis brokerage over the small world, with all throttles."""
    return brokersql.run(world, "panda_analysis", seed=7, set={"NEAR_QUOTA": 0.9})


@pytest.fixture(scope="session")
def nuclei(world: str, cache: None) -> brokersql.Cycle:
    """Return a cycle of task brokerage over the small world."""
    return remembered(world, "panda_task")
