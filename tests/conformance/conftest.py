"""Tests of recorded decisions need the recordings."""

from __future__ import annotations

import pytest

from tests.conformance.recorded import FOLDER


@pytest.fixture(autouse=True)
def recordings() -> None:
    """Skip where there are no recordings, and say so (design/interfaces.md)."""
    if not FOLDER.is_dir():
        pytest.skip(f"no recorded decisions in {FOLDER}: set BROKERSQL_CONFORMANCE")
