"""-job_type: the jobs are of a type that the resource asks for."""

from __future__ import annotations

from tests.spec.check import Spec
from tests.spec.stage import Key

DRAWN = {
    "dirac_job": "job_id: 1 | 2 | 3, job_types: [User] | [Test] |",
    "dirac_site_mask": "site: B, status: Banned",
    "dirac_pilot": """
        seq | site | job_type      | grid_ce
        1   |      | [User, Merge] |
        2   |      | [Test]        |
        3   |      |               |
        4   | [B]  | [User]        | [ce]
    """,
}


def test_job_types(spec: Spec) -> None:
    """An extra of the running system (D9), where masked sites take tests only."""
    expected: dict[Key, object] = {
        (1, 2): "asks for [Test], resource takes [Merge, User]",
        (2, 1): "asks for [User], resource takes [Test]",
        (4, 1): "asks for [User], resource takes [Test]",
    }
    spec.check(profile="modern", expected=expected, world=DRAWN)
    spec.check(profile="page", expected=set(), world=DRAWN)


def test_what_counts_as_a_test_is_a_parameter(spec: Spec) -> None:
    """A masked site takes jobs of type Merge instead."""
    spec.check(
        profile="modern",
        parameters={"test_job_type": "Merge"},
        expected={
            (1, 2): "asks for [Test], resource takes [Merge, User]",
            (2, 1): "asks for [User], resource takes [Test]",
            (4, 1): "asks for [User], resource takes [Merge]",
            (4, 2): "asks for [Test], resource takes [Merge]",
        },
        world=DRAWN,
    )
