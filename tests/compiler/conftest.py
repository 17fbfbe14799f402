"""Compiled programs of the tests stay out of the user's own cache."""

from __future__ import annotations

import pytest


@pytest.fixture(autouse=True)
def own_cache(
    tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("BROKERSQL_CACHE", str(tmp_path_factory.getbasetemp() / "cache"))
