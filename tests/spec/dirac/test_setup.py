"""-setup: the jobs were submitted to the setup of the resource."""

from __future__ import annotations

from tests.spec.check import Spec, by_profile


def test_setups_must_match(spec: Spec) -> None:
    """A job that names none is of the setup Production; modern has none at all (D5)."""
    refused = {
        (1, 2): "jobs of Cert, pilot of Prod",
        (1, 3): "jobs of Production, pilot of Prod",
        (2, 1): "jobs of Prod, pilot of Production",
        (2, 2): "jobs of Cert, pilot of Production",
    }
    spec.check(
        dirac_job="job_id: 1 | 2 | 3, setup: Prod | Cert |",
        dirac_pilot="seq: 1 | 2 | 3, setup: Prod | Production |",
        expected=by_profile(refused, modern={}),
    )
