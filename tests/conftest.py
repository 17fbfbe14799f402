"""Settings of the whole suite: cases and surroundings are the same in every run.

One run of the demo serves many tests.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from brokersql.snapshot.generate import generate
from tests.cli.calling import DEMO, call

settings.register_profile(
    "brokersql",
    deadline=None,
    derandomize=True,
    print_blob=True,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("brokersql")


def pytest_configure() -> None:
    """Give each process that runs tests its share of the processors.

    So do the commands that it starts: two processes of two threads each on two
    processors would take a seventh more of their time.
    """
    worker = os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw")
    n_workers = int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1"))
    if n_workers > 1 and hasattr(os, "sched_setaffinity"):
        known = sorted(os.sched_getaffinity(0))
        os.sched_setaffinity(0, known[int(worker) :: n_workers] or known)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin with files of slow tests, lest a process end with one while others idle."""
    slow = {item.path for item in items if item.get_closest_marker("slow")}
    items.sort(key=lambda item: item.path not in slow)


@pytest.fixture(scope="session", autouse=True)
def cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Keep compiled programs out of the user's cache; all processes share them."""
    base = tmp_path_factory.getbasetemp()
    shared = base.parent if "PYTEST_XDIST_WORKER" in os.environ else base
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("BROKERSQL_CACHE", str(shared / "cache"))
        patch.setenv("BROKERSQL_CONFIG", "")
        patch.setenv("BROKERSQL_RESIDENT", "0")
        for name in ("NO_COLOR", "FORCE_COLOR", "CLICOLOR_FORCE"):
            patch.delenv(name, raising=False)
        yield


@pytest.fixture
def demo() -> Path:
    """Return the folder of the shipped snapshot."""
    return DEMO


@pytest.fixture(scope="session")
def queues(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a snapshot of the demo's queues alone: loaded in a third of the time."""
    folder = tmp_path_factory.mktemp("queues")
    for name in ("snapshot", "queue"):
        shutil.copy(DEMO / f"{name}.jsonl", folder)
    return folder


@pytest.fixture(scope="session")
def history(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return three cycles of a small synthetic world, which no test changes."""
    folder = tmp_path_factory.mktemp("history") / "S"
    generate(folder, "S", 7, cycles=3, tasks=12)
    return folder


@pytest.fixture(scope="session")
def run_folder(tmp_path_factory: pytest.TempPathFactory, cache: None) -> Path:
    """Return a folder that `run --out` wrote from the demo, without its pilots."""
    folder = tmp_path_factory.mktemp("run") / "out"
    policies = ("--policy", "panda_job", "--policy", "panda_timeout")
    done = call("run", DEMO, *policies, "--out", folder, "--seed", 7)
    assert done.code == 0, done.err
    return folder
