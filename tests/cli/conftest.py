"""What tests of commands are given."""

from __future__ import annotations

import sys

import pytest


@pytest.fixture
def no_input(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the process have an input that is a terminal, so that none is read."""
    monkeypatch.setattr(sys.stdin, "isatty", lambda: True, raising=False)
