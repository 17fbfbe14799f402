"""What no option limits takes as many threads as the process may use processors."""

from __future__ import annotations

import os

import pytest

from brokersql.core.database import Database
from brokersql.cycle import Options


@pytest.mark.parametrize("n_given", [1, 3])
def test_threads_are_those_of_the_batch_slot(
    n_given: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    given = set(range(n_given))
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: given, raising=False)
    assert Options().n_threads == n_given
    assert Options(threads=2).n_threads == 2
    database = Database.open()
    assert database.rows("select current_setting('threads')") == [(n_given,)]
    database.close()
