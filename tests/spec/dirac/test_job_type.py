"""-job_type: the jobs are of a type that the resource asks for."""

from __future__ import annotations

from tests.spec.check import Spec, by_profile


def test_job_types(spec: Spec) -> None:
    """An extra of the running system (D9), where masked sites take tests only, or jobs
    of the type that a parameter says."""
    asked = {
        (1, 2): "asks for [Test], resource takes [Merge, User]",
        (2, 1): "asks for [User], resource takes [Test]",
    }
    for tests, masked in (
        ("Test", {(4, 1): "asks for [User], resource takes [Test]"}),
        (
            "Merge",
            {
                (4, 1): "asks for [User], resource takes [Merge]",
                (4, 2): "asks for [Test], resource takes [Merge]",
            },
        ),
    ):
        spec.check(
            parameters={"test_job_type": tests},
            dirac_job="job_id: 1 | 2 | 3, job_types: [User] | [Test] |",
            dirac_site_mask="site: B, status: Banned",
            dirac_pilot="seq: 1 | 2 | 3 | 4, site: | | | [B], grid_ce: | | | [ce], "
            "job_type: [User, Merge] | [Test] | | [User]",
            expected=by_profile({}, modern=asked | masked),
        )


def test_a_masked_site_without_case(spec: Spec) -> None:
    """Today's test jobs fit however names are compared (D18; spec/dirac.md 3, Case)."""
    spec.check(
        profile="modern",
        parameters={"collation": "nocase"},
        dirac_job="job_id: 1 | 2, job_types: [Test] | [User]",
        dirac_site_mask="site: X, status: Banned",
        dirac_pilot="seq: 1, site: [X]",
        expected={(1, 2): "asks for [user], resource takes [test]"},
    )
