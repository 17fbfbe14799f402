"""Several policies on a snapshot that is loaded once decide as each does alone."""

from __future__ import annotations

import pytest

from brokersql.core.errors import UsageError
from brokersql.core.sql_files import fixture_root
from brokersql.cycle import TABLES, MultiPolicyRun, Options, run_cycle
from brokersql.snapshot import Snapshot

OPTIONS = Options(seed=7)


def test_what_policies_decide_is_the_same_beside_others() -> None:
    snapshot = Snapshot.open(str(fixture_root() / "demo"))
    several = MultiPolicyRun(snapshot)
    placed = several.run("panda_job", OPTIONS)
    acted = several.run("panda_timeout", OPTIONS)
    assert acted.loaded is placed.loaded
    alone = run_cycle(snapshot, "panda_timeout", OPTIONS)
    assert acted.action.num_rows
    assert acted.action.equals(alone.action)
    assert acted.criterion.equals(alone.criterion)
    # the first still speaks of itself
    assert placed.result.num_rows == 45
    assert set(placed.criterion["policy"].to_pylist()) == {"panda_job"}
    # each result table has a name of its own in Python
    matched = several.run("dirac", OPTIONS)
    for cycle in (placed, acted, matched):
        for name in TABLES:
            if name in cycle.program.results:
                assert getattr(cycle, name).equals(cycle.table(name)), name
            else:
                with pytest.raises(UsageError, match=f"has no table {name}"):
                    getattr(cycle, name)
    # one of the same name stands apart, and so does one that is about some tasks
    other = Options(settings={"pending_hours": "2"})
    again = several.run("panda_timeout", other)
    assert again.loaded is not placed.loaded
    assert not again.action.equals(acted.action)
    few = several.run("panda_timeout", Options(tasks=(47110000,)))
    assert few.stage.n_units < acted.stage.n_units
