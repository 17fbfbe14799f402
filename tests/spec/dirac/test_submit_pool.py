"""-submit_pool: the submit pool of the resource, where it is a condition."""

from __future__ import annotations

from tests.spec.check import Spec, by_profile


def test_only_pilot_submission_uses_it_on_the_page(spec: Spec) -> None:
    """The code of 2009 matches it where it is sent; modern has none (D5)."""
    refused = {(2, 1): "asks for [pool1], resource of [pool2]"}
    spec.check(
        dirac_job="job_id: 1 | 2 | 3, submit_pools: [pool1] | [pool2, pool1] |",
        dirac_pilot="seq: 1 | 2 | 3, submit_pool: pool1 | pool2 |",
        expected=by_profile({}, dirac2009=refused),
    )
