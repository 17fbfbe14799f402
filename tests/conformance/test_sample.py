"""The sample is what the plain-Python references decide, and shows most criteria."""

from __future__ import annotations

import pytest

from brokersql.policy import load_policy
from tests.conformance.make_sample import decisions
from tests.conformance.recorded import SAMPLE, decisions_of
from tests.conformance.sample_panda import CASES

#: Criteria that the sample does not show: of defects, of queues outside the list, and
#: some that leave too little of the others.
ABSENT = {
    "panda_job": {
        *("-bad_weight", "-not_candidate", "-lowNetworkWeight", "-below_min_weight"),
    },
    "panda_analysis": {"-bad_weight", "-not_candidate", "-cap_rt", "-few_sites"},
    "panda_task": {"-bad_weight"},
}
POLICIES = dict(zip(ABSENT, CASES, strict=True))


def test_the_sample_is_what_the_references_say() -> None:
    """Renew it with: python -m tests.conformance.make_sample."""
    made = decisions()
    assert {file: file.read_text(encoding="utf-8") for file in made} == made


@pytest.mark.parametrize("name", POLICIES)
def test_the_sample_shows_the_criteria(name: str) -> None:
    shown: set[str | None] = set()
    for line in decisions_of(SAMPLE / "panda" / POLICIES[name]):
        shown |= {line["criterion"], *line["first_failure"].values()}
        shown |= {row["outcome"] for row in line["weight_stage"].values()}
        shown |= {step[1] for steps in line["eliminated"].values() for step in steps}
    policy = load_policy(name)
    rules = (*policy.gates, *policy.filters, *policy.set_rules, *policy.caps)
    criteria = {rule.header.text("criterion") for rule in rules}
    assert criteria - shown == ABSENT[name]
