"""Random worlds reach every rule, and obey the contract of snapshots."""

from __future__ import annotations

import pytest

from brokersql.compiler import compile_policy
from brokersql.policy import load_policy
from brokersql.snapshot import validate
from tests.property.reference.brokerage import broker
from tests.property.reference.world import world_of
from tests.property.worlds import random_world

SEEDS = range(250)
PROFILES = ("page", "asrun")
#: Criteria that worlds may not meet, by profile: those of the other one, and what needs
#: another value of a parameter.
UNMET = {
    "page": {"-bad_weight", "-below_min_weight", "-cap_rt"},
    "asrun": {"-bad_weight", "-lowNetworkWeight"},
}


@pytest.mark.parametrize("profile", PROFILES)
def test_every_criterion_fires(profile: str) -> None:
    seen: set[str] = set()
    for seed in SEEDS:
        for outcome in broker(world_of(random_world(seed)), profile).values():
            for reported, failing in outcome.rejected.values():
                seen.update((reported, *failing))
            seen.update(row[1] for row in outcome.weighed.values())
            seen.add(outcome.criterion or outcome.status)
    rules = compile_policy(load_policy("panda_job")).criteria
    assert {each.criterion for each in rules} - seen <= UNMET[profile]
    assert {"assigned", "-no_candidates"} <= seen


@pytest.mark.parametrize("seed", range(8))
def test_worlds_obey_the_contract(seed: int) -> None:
    report = validate(random_world(seed))
    assert report.is_usable
    assert not any("dangling" in str(one) for one in report.violations)


def test_a_seed_makes_one_world() -> None:
    assert random_world(7) == random_world(7)
    assert random_world(7) != random_world(8)
