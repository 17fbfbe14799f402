"""What holds of every choice of the engine, whatever the world."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from functools import cache
from pathlib import Path

import pyarrow as pa
import pytest

from brokersql.core.sql_files import fixture_root
from brokersql.cycle import FinishedCycle
from tests.property.engine_runs import Found, Key, decisions, key, run
from tests.property.merged_worlds import merged_world

PROFILES = ("page", "asrun")
DEMO = "demo"
#: Random worlds by their first seed.
WORLDS = (DEMO, "300")
SEEDS = 18
MOST = 10
CAPS = {"-cap", "-cap_rt"}
PLACE = {"place": "true"}
LOSERS = {"-low_weight", "-others_bootstrap"}

on_every_world = pytest.mark.parametrize(
    ("world", "profile"), [(w, p) for w in WORLDS for p in PROFILES]
)


def source(world: str) -> Mapping[str, pa.Table] | Path:
    """Return the demo or random worlds."""
    if world == DEMO:
        return fixture_root() / DEMO
    return merged_world(range(int(world), int(world) + SEEDS))


@cache
def cycle(world: str, profile: str) -> FinishedCycle:
    """Return a cycle over the demo or over random worlds, which places jobs."""
    return run(source(world), profile, settings=PLACE)


@cache
def decided(world: str, profile: str) -> dict[Key, Found]:
    """Return the decisions of a cycle."""
    return decisions(cycle(world, profile))


@on_every_world
def test_a_chosen_queue_passes_every_filter(world: str, profile: str) -> None:
    n_chosen = 0
    for found in decided(world, profile).values():
        for name in (*found.chosen, *found.for_jumbo):
            assert name not in found.failing
            assert name not in found.reported
            n_chosen += 1
    assert n_chosen


@on_every_world
def test_the_best_ten_by_weight(world: str, profile: str) -> None:
    chosen: dict[Key, list[tuple[bool, float]]] = defaultdict(list)
    for row in cycle(world, profile).candidate.to_pylist():
        if not row["for_jumbo"]:
            chosen[key(row)].append((not row["is_bootstrap"], -row["weight"]))
            assert row["rank"] == len(chosen[key(row)])
    for chunk, found in decided(world, profile).items():
        ranks = chosen[chunk]
        assert ranks == sorted(ranks)
        assert len(ranks) <= MOST
        beaten = [
            (row.criterion == "-low_weight", -row.weight)
            for row in found.weighed.values()
            if row.criterion in LOSERS
        ]
        assert not beaten or (len(ranks) == MOST and min(beaten) >= max(ranks))


@pytest.mark.parametrize("profile", PROFILES)
def test_caps_come_after_the_weights(profile: str) -> None:
    """Without caps, every pair weighs what it weighed with them."""
    capped = cycle(DEMO, profile).weighed.to_pylist()
    high = {"cap_floor": "1000000"}
    lifted = run(source(DEMO), profile, settings=high).weighed.to_pylist()
    weights = {(key(row), row["queue_name"]): row["weight"] for row in capped}
    assert weights == {(key(row), row["queue_name"]): row["weight"] for row in lifted}
    hits = [
        sum(row["criterion"] in CAPS for row in weighed) for weighed in (capped, lifted)
    ]
    assert hits[0] > hits[1]


@on_every_world
def test_jobs_go_to_chosen_queues_that_have_room(world: str, profile: str) -> None:
    """Empty queues take the first batches, one each; the rest goes by room.

    No batch goes to a full queue, so what is placed beyond a cap is less than a batch.
    """
    placed = cycle(world, profile)
    rows = {
        (key(row), row["queue_name"]): row
        for row in placed.candidate.to_pylist()
        if not row["for_jumbo"]
    }
    wanted = {
        (row["jedi_task_id"], row["chunk_no"]): row["n_jobs"]
        for row in placed.sql("from chunk_jobs").to_pylist()
    }
    n_placed: dict[Key, int] = defaultdict(int)
    queued = {pair: row["n_queued"] for pair, row in rows.items()}
    used: set[tuple[Key, str]] = set()
    for batch in placed.placement.to_pylist():
        pair = key(batch), batch["queue_name"]
        row = rows[pair]
        assert 0 < batch["n_jobs"] <= wanted[pair[0]] - n_placed[pair[0]]
        if row["is_bootstrap"]:
            assert batch["is_bootstrap"]
            assert pair not in used
        elif row["n_running_cap"] is not None:
            assert queued[pair] < row["n_running_cap"]
        if not batch["is_bootstrap"]:
            first = {
                p for p, r in rows.items() if p[0] == pair[0] and r["is_bootstrap"]
            }
            assert first <= used
        used.add(pair)
        queued[pair] += batch["n_jobs"]
        n_placed[pair[0]] += batch["n_jobs"]
    chunks = decided(world, profile).items()
    served = {k for k, found in chunks if found.status == "assigned"}
    assert served == n_placed.keys()


def test_a_wider_cap_places_no_fewer_jobs() -> None:
    total = "select jedi_task_id, sum(n_jobs) as n_jobs from placement group by all"
    narrow = run(source(DEMO), "page", settings={**PLACE, "cap_per_running": "1"})
    few, many = (
        {row["jedi_task_id"]: row["n_jobs"] for row in each.sql(total).to_pylist()}
        for each in (narrow, cycle(DEMO, "page"))
    )
    assert all(n_jobs <= many.get(task, 0) for task, n_jobs in few.items())
    assert sum(few.values()) < sum(many.values())
