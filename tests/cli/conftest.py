"""Compiled programs are kept for the session; one run of the demo serves many tests."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cli.calling import ROOT, call

DEMO = ROOT / "fixtures" / "demo"


@pytest.fixture(scope="session", autouse=True)
def cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        folder = tmp_path_factory.getbasetemp() / "cache"
        patch.setenv("BROKERSQL_CACHE", str(folder))
        patch.setenv("BROKERSQL_CONFIG", "")
        for name in ("NO_COLOR", "FORCE_COLOR", "CLICOLOR_FORCE"):
            patch.delenv(name, raising=False)
        yield


@pytest.fixture
def demo() -> Path:
    return DEMO


@pytest.fixture(scope="session")
def run_folder(tmp_path_factory: pytest.TempPathFactory, cache: None) -> Path:
    """Return a folder that `run --out` wrote from the demo."""
    folder = tmp_path_factory.mktemp("run") / "out"
    done = call("run", DEMO, "--out", folder, "--seed", 7)
    assert done.code == 0, done.err
    return folder


@pytest.fixture
def no_input(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the process have an input that is a terminal, so that none is read."""
    monkeypatch.setattr(sys.stdin, "isatty", lambda: True, raising=False)
