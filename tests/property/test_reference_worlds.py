"""Random worlds reach every rule, and the reference keeps the laws of a brokerage."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random

import pyarrow as pa
import pytest
from hypothesis import given

from brokersql.snapshot import validate
from tests.property.reference.brokerage import Outcome, broker
from tests.property.reference.world import World, world_of
from tests.property.worlds import random_world, worlds

SEEDS = range(250)
PROFILES = ("page", "asrun")
CRITERIA = frozenset(
    [
        "-status",
        "-not_candidate",
        "-dest_blacklisted",
        "-links_full",
        "-link_unusable",
        "-opportunistic",
        "-inactive",
        "-zeroshare",
        "-jumbo",
        "-fewevents",
        "-diskIO",
        "-cpucore",
        "-max_cpucore",
        "-cache",
        "-regexpcmtconfig",
        "-lowmemory",
        "-highmemory",
        "-remoteio",
        "-disk",
        "-read_lan_blacklist",
        "-write_lan_blacklist",
        "-write_wan_blacklist",
        "-read_wan_blacklist",
        "-source_blacklist",
        "-shortwalltime",
        "-scout_walltime",
        "-min_walltime",
        "-longwalltime",
        "-network",
        "-es",
        "-eshigh",
        "-nones",
        "-es_ucore",
        "-transferring",
        "-non_pledged",
        "-over_pledged",
        "-t1weight",
        "-max_io_intensity",
        "-full_chain",
        "-not_full_chain",
        "-nopilot",
        "-io",
    ]
)
OUTCOMES = {
    "page": {"+use", "+usejumbo", "-lock", "-non_local", "-cap", "-low_weight"},
    "asrun": {"+use", "+usejumbo", "-lock", "-non_local", "-cap", "-cap_rt"},
}
SET_RULES = ("-t1_weight", "-others_bootstrap", "-low_weight")


@pytest.mark.parametrize("profile", PROFILES)
def test_every_criterion_fires(profile: str) -> None:
    seen: set[str] = set()
    for seed in SEEDS:
        for outcome in broker(world_of(random_world(seed)), profile).values():
            for reported, failing in outcome.rejected.values():
                seen.update((reported, *failing))
            seen.update(row[1] for row in outcome.weighed.values())
            seen.add(outcome.criterion or outcome.status)
    assert CRITERIA - seen == set()
    assert OUTCOMES[profile] - seen == set()
    assert {"assigned", "-no_candidates", "-incomplete_input"} - seen == set()


@pytest.mark.parametrize("seed", range(8))
def test_worlds_obey_the_contract(seed: int) -> None:
    report = validate(random_world(seed))
    assert report.is_usable
    assert not any("dangling" in str(one) for one in report.violations)


def test_a_seed_makes_one_world() -> None:
    assert random_world(7) == random_world(7)
    assert random_world(7) != random_world(8)


@given(worlds())
def test_reasons_are_among_the_failing_criteria(world: Mapping[str, pa.Table]) -> None:
    for profile in PROFILES:
        for outcome in broker(world_of(world), profile).values():
            assert not outcome.rejected.keys() & outcome.weighed.keys()
            for reported, failing in outcome.rejected.values():
                assert reported in failing


@given(worlds())
def test_weights_are_positive_and_ranked(world: Mapping[str, pa.Table]) -> None:
    for profile in PROFILES:
        for outcome in broker(world_of(world), profile).values():
            assert_ranked(outcome)


def assert_ranked(outcome: Outcome) -> None:
    """Bootstrap queues come first, then falling weights, ten at most."""
    rows = outcome.candidates
    assert (outcome.status == "assigned") == bool(rows)
    assert len(rows) <= 10
    assert all(row.weight > 0 or row.is_bootstrap for row in rows)
    keys = [(not row.is_bootstrap, -row.weight) for row in rows]
    assert keys == sorted(keys)


@given(worlds())
def test_the_order_of_rows_does_not_matter(world: Mapping[str, pa.Table]) -> None:
    shuffled = world_of(world)
    for rows in shuffled.tables.values():
        Random(1).shuffle(rows)
    for profile in PROFILES:
        assert broker(shuffled, profile) == broker(world_of(world), profile)


@given(worlds())
def test_a_queue_less_fails_nobody_else(world: Mapping[str, pa.Table]) -> None:
    whole = world_of(world)
    *_, gone = sorted(row["queue_name"] for row in whole["queue"])
    smaller = world_of(world)
    smaller.tables["queue"] = [
        row for row in smaller["queue"] if row["queue_name"] != gone
    ]
    for profile in PROFILES:
        before, after = broker(whole, profile), broker(smaller, profile)
        for key, outcome in before.items():
            for name, (_, failing) in after[key].rejected.items():
                told = outcome.rejected.get(name)
                if not depends_on(whole, gone) and told is not None:
                    assert _by_itself(failing) == _by_itself(told[1])


def _by_itself(failing: Sequence[str]) -> list[str]:
    """Return criteria but for the IO check, which compares the queues of a chunk."""
    return [criterion for criterion in failing if criterion != "-io"]


def depends_on(world: World, name: str) -> bool:
    """Tell whether others are judged by a queue: in a nucleus, or named by a task."""
    rows = {row["queue_name"]: row for row in world["queue"]}
    named = any(name in (row["site"] or "") for row in world["task"])
    bound = any(row["queue_name"] == name for row in world["task_dataset"])
    return rows[name]["role"] == "nucleus" or named or bound
