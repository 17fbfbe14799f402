"""-owner_group: a private pilot takes the jobs of its groups only."""

from __future__ import annotations

from tests.spec.check import Spec, by_profile

JOBS = "job_id: 1 | 2 | 3, owner_group: user | prod | admin"


def test_private_pilots(spec: Spec) -> None:
    """D19: private is a pilot that is not generic and sends a group."""
    spec.check(
        dirac_job=JOBS,
        dirac_pilot="""
            seq | owner_group   | is_generic | owner
            1   | [user]        |            |
            2   | [user, admin] | false      |
            3   |               |            | ann
            4   | [user]        | true       |
            5   | []            |            |
        """,
        expected={
            (1, 2): "jobs of prod, pilot of [user]",
            (1, 3): "jobs of admin, pilot of [user]",
            (2, 2): "jobs of prod, pilot of [admin, user]",
        },
    )


def test_generic_pilots_of_a_vo(spec: Spec) -> None:
    """In the running system they take the groups of their vo, where they send it; of
    a vo without groups (5) they get no jobs."""
    spec.check(
        dirac_job=JOBS,
        dirac_group="group_name: user | prod | admin, vo: lhcb | lhcb | belle",
        dirac_pilot="seq: 1 | 2 | 3 | 4 | 5, vo: lhcb | | belle | lhcb | bio, "
        "is_generic: true | true | | true | true, owner_group: | | | [admin] |",
        expected=by_profile(set(), modern={1: {3}, 4: {3}, 5: {1, 2, 3}}),
    )
