"""DIRAC's task queues, priorities and conditions on worlds that nobody recorded.

The engine agrees with plain loops over the rules, in every profile, and keeps what
spec/dirac.md 9 says of any world.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from brokersql.core.database import Database
from tests.conformance.dirac_scenario import APART, merged, play
from tests.property.reference.dirac import fits, priorities, task_queues

Row = dict[str, Any]
NAMES = ("A", "B", "C")
SEEDS = st.integers(0, 10**6)


def some(dice: Random, names: Sequence[str] = NAMES) -> list[str] | None:
    """Return a few names, twice now and then, or nothing."""
    kind = dice.random()
    if kind < 0.55:
        return None if kind < 0.5 else []
    return [
        dice.choice(names) + dice.choice(("", "", " "))
        for _ in range(dice.randint(1, 3))
    ]


def a_job(dice: Random, number: int) -> Row:
    """Return a job that asks for a few things."""
    lists = "submit_pools pilot_types sites grid_ces grid_middlewares banned_sites"
    lists += " platforms job_types tags"
    made: Row = {
        "job_id": number,
        "owner": dice.choice(("ann", "bob")),
        "owner_group": dice.choice(("user", "prod", "other")),
        "setup": dice.choice(("P", "P", "Q")),
        "cpu_time": dice.choice((0, 360, 500, 501, 4000, 300000, 2000000)),
        "user_priority": dice.choice((-1, 0, 1, 1, 3, 9, 10, 25)),
        "min_ram": dice.choice((None, None, 0, 2000)),
        "max_ram": dice.choice((None, 0, 4000)),
        **{name: some(dice) for name in lists.split() if dice.random() < 0.4},
    }
    if dice.random() < 0.2:
        made["tags"] = [dice.choice(("MultiProcessor", "2Processors", "WholeNode"))]
    return made


def a_pilot(dice: Random, number: int) -> Row:
    """Return a request that no profile refuses."""
    lists = "site grid_ce platform job_type banned_site banned_grid_ce banned_platform"
    lists += " banned_job_type banned_tag"
    made: Row = {
        "seq": number,
        "setup": dice.choice(("P", "P", "Q")),
        "cpu_time": dice.choice((0, 359, 360, 500, 5000, 400000, 2000000)),
        "pilot_type": dice.choice((None, "A")),
        "submit_pool": dice.choice((None, "A")),
        "grid_middleware": dice.choice((None, "B")),
        "owner": dice.choice((None, None, "ann")),
        "owner_group": dice.choice((None, None, ["user"], ["user", "prod"])),
        "is_generic": dice.choice((None, None, True)),
        "vo": dice.choice((None, "lhcb", "bio")),
        "max_ram": dice.choice((None, 1999, 2000)),
        "tag": dice.choice((None, ["A"], ["A", "B", "C"], ["any"])),
        "number_of_processors": dice.choice((None, None, 1, 2, 1025)),
        "whole_node": dice.choice((None, None, True, False)),
    }
    words = (*NAMES, "D", "a-N-y")
    made |= {name: some(dice, words) for name in lists.split() if dice.random() < 0.4}
    if made["tag"] and dice.random() < 0.3:
        made["required_tag"] = made["tag"][:1]
    if made.get("site") and not made.get("grid_ce"):
        made["grid_ce"] = ["A"]  # a masked site without a CE would be refused
    return made


def a_world(seed: int) -> dict[str, list[Row]]:
    """Return a world in which much fits and much does not."""
    dice = Random(seed)
    groups: list[Row] = [
        {"group_name": "user", "job_share": dice.choice((None, 10.0)), "vo": "lhcb"},
        {"group_name": "prod", "job_share": 3000.0, "job_sharing": True},
    ]
    return {
        "dirac_group": groups,
        "dirac_job": [a_job(dice, number) for number in range(1, 41)],
        "dirac_pilot": [a_pilot(dice, number) for number in range(1, 31)],
        "dirac_site_mask": [{"site": "B", "status": "Banned"}],
        "dirac_platform": [{"platform": "A", "os": "D"}, {"platform": "B", "os": "B"}],
    }


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
