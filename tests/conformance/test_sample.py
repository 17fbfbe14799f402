"""The sample is what the plain-Python references decide, and shows most criteria."""

from __future__ import annotations

import pytest

from brokersql.policy import load_policy
from tests.conformance.make_sample import present, sample
from tests.conformance.recorded import SAMPLE
from tests.conformance.sample_panda import CASES, kept_rows, traits

#: Criteria that the sample does not show: of defects, of queues outside the list, and
#: some that leave too little of the others.
ABSENT = {
    "panda_job": {
        *("-bad_weight", "-not_candidate", "-lowNetworkWeight", "-below_min_weight"),
    },
    "panda_analysis": {"-bad_weight", "-not_candidate", "-cap_rt"},
    "panda_task": {"-bad_weight"},
}
POLICIES = dict(zip(ABSENT, CASES, strict=True))


def test_the_sample_is_what_the_references_say() -> None:
    """Renew it with: python -m tests.conformance.make_sample."""
    assert present() == sample()


@pytest.mark.parametrize("name", POLICIES)
def test_the_sample_shows_the_criteria(name: str) -> None:
    case, policy = POLICIES[name], load_policy(name)
    rows = kept_rows(SAMPLE / "panda" / case)
    shown = {str(part) for trait in traits(rows, CASES[case][1]) for part in trait}
    rules = (*policy.gates, *policy.filters, *policy.set_rules, *policy.caps)
    criteria = {rule.header.text("criterion") for rule in rules}
    assert criteria - shown == ABSENT[name]
