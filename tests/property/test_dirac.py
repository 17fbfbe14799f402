"""DIRAC's task queues, priorities and conditions on worlds that nobody recorded.

The engine agrees with plain loops over the rules, in every profile, and keeps what
spec/dirac.md 9 says of any world.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from brokersql.core.database import Database
from tests.conformance.dirac_scenario import APART, merged, play
from tests.property.dirac_worlds import Row, a_world
from tests.property.reference.dirac import fits, priorities, task_queues

SEEDS = st.integers(0, 10**6)


@settings(max_examples=2, deadline=None)
@given(seeds=st.lists(SEEDS, min_size=4, max_size=4))
@pytest.mark.parametrize("profile", ("page", "dirac2009"))
def test_the_engine_does_what_plain_loops_do(profile: str, seeds: list[int]) -> None:
    """In worlds side by side, which setups and groups keep apart.

    Priorities are those before the first pilot, whenever they are calculated anew.
    """
    worlds = [a_world(seed) for seed in seeds]
    database = play(merged(worlds), profile, recalc="per_cycle")
    for at, world in enumerate(worlds):
        _check_world(database, world, at, profile)


@settings(max_examples=4, deadline=None)
@given(seed=SEEDS)
def test_the_engine_does_what_plain_loops_do_without_setups(seed: int) -> None:
    world = a_world(seed)
    _check_world(play(world, "modern"), world, 0, "modern")


def _check_world(
    database: Database, world: dict[str, list[Row]], at: int, profile: str
) -> None:
    """Assert what is decided about the world that stands at a place of several."""
    base = at * APART
    own = (base, base + APART)
    queues = task_queues(world, profile)
    jobs: dict[int, tuple[int, ...]] = {}
    waiting = "from waiting_job where job_id between ? and ? order by job_id"
    for row in database.table(waiting, own).to_pylist():
        jobs[row["tq_id"]] = (*jobs.get(row["tq_id"], ()), row["job_id"] - base)
    assert sorted(jobs.values()) == sorted(queue.jobs for queue in queues)
    number = {
        queue.jobs: tq_id
        for queue in queues
        for tq_id in jobs
        if jobs[tq_id] == queue.jobs
    }
    wanted = {
        (pilot["seq"] + base, number[queue.jobs])
        for pilot in world["dirac_pilot"]
        for queue in queues
        if fits(world, queue, pilot, profile)
    }
    survivors = "select seq, tq_id from survivor where seq between ? and ?"
    assert set(database.rows(survivors, own)) == wanted
    found = {
        row["tq_id"]: row
        for row in database.table("from task_queue_priority").to_pylist()
    }
    values = priorities(world, queues, profile)
    for queue, value in zip(queues, values, strict=True):
        assert found[number[queue.jobs]]["priority"] == pytest.approx(value)
    chances = "from draw_chance where seq between ? and ?"
    _check_invariants(database.table(chances, own).to_pylist(), found)


def _check_invariants(chances: Sequence[Row], found: dict[int, Row]) -> None:
    """Assert that chances are chances, and rise with the priority."""
    by_pilot: dict[int, list[Row]] = {}
    for row in chances:
        by_pilot.setdefault(row["seq"], []).append(row)
    for rows in by_pilot.values():
        assert sum(row["chance"] for row in rows) == pytest.approx(1, abs=1e-9)
        ranked = sorted(rows, key=lambda row: found[row["tq_id"]]["draw_priority"])
        drawn = [row["chance"] for row in ranked]
        assert all(low <= high + 1e-12 for low, high in pairwise(drawn))
