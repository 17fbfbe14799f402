"""Several policies on a snapshot that is loaded once decide as each does alone."""

from __future__ import annotations

import pytest

from brokersql.core.errors import UsageError
from brokersql.core.sql_files import fixture_root
from brokersql.cycle import (
    TABLES,
    CycleReader,
    FinishedCycle,
    MultiPolicyRun,
    Options,
    run_cycle,
)
from brokersql.snapshot import Snapshot

OPTIONS = Options(seed=7)


class Notes(CycleReader):
    """Notes what is begun and read, and how many threads decided it."""

    def __init__(self) -> None:
        self.lines: list[str] = []

    def begin(self, policy: str) -> None:
        self.lines.append(f"begin {policy}")

    def read(self, cycle: FinishedCycle) -> None:
        self.lines.append(f"read {cycle.policy} of {cycle.options.n_threads}")


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


def test_policies_of_a_small_snapshot_run_at_once() -> None:
    """Each has its share of the threads, and they are read in order."""
    snapshot, notes = Snapshot.open(str(fixture_root() / "demo")), Notes()
    several = MultiPolicyRun(snapshot, [notes])
    options = Options(seed=7, threads=2)
    several.run("panda_timeout", options)
    cycles = several.run_each({"dirac": options, "panda_task": options})
    assert notes.lines == [
        "begin panda_timeout",
        "read panda_timeout of 2",
        *("begin dirac", "read dirac of 1"),
        *("begin panda_task", "read panda_task of 1"),
    ]
    matched, placed = cycles
    assert matched.match.equals(run_cycle(snapshot, "dirac", OPTIONS).match)
    assert placed.result.num_rows == 5
    assert several.run_each({}) == []


def test_a_policy_that_fails_beside_others_is_named() -> None:
    several = MultiPolicyRun(Snapshot.open(str(fixture_root() / "demo")))
    several.run("panda_timeout", Options(threads=2))
    wrong = Options(settings={"no_such_parameter": "1"}, threads=2)
    with pytest.raises(UsageError, match="no_such_parameter"):
        several.run_each({"dirac": Options(threads=2), "panda_analysis": wrong})
