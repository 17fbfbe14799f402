"""-owner_group: a private pilot takes the jobs of its groups only."""

from __future__ import annotations

from tests.spec.check import Spec, by_profile

JOBS = "job_id: 1 | 2 | 3, owner_group: user | prod | admin"


def test_private_pilots(spec: Spec) -> None:
    """D19: private is a pilot that is not generic and sends a group. In the running
    system a generic one (4) is held to what it sends."""
    private = {
        (1, 2): "jobs of prod, pilot of [user]",
        (1, 3): "jobs of admin, pilot of [user]",
        (2, 2): "jobs of prod, pilot of [admin, user]",
    }
    generic = {
        (4, 2): "jobs of prod, pilot of [user]",
        (4, 3): "jobs of admin, pilot of [user]",
    }
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
        expected=by_profile(private, modern={**private, **generic}),
    )


def test_generic_pilots_of_a_vo(spec: Spec) -> None:
    """In the running system they take the groups that they send, else those of their
    vo, where they send it; of a vo without groups (5) they get no jobs."""
    spec.check(
        dirac_job=JOBS,
        dirac_group="group_name: user | prod | admin, vo: lhcb | lhcb | belle",
        dirac_pilot="seq: 1 | 2 | 3 | 4 | 5, vo: lhcb | | belle | lhcb | bio, "
        "is_generic: true | true | | true | true, owner_group: | | | [admin] |",
        expected=by_profile(set(), modern={1: {3}, 4: {1, 2}, 5: {1, 2, 3}}),
    )


def test_the_group_that_asks(spec: Spec) -> None:
    """In the running system a pilot that is not generic takes the jobs of the group
    that asks, whatever it sends (1 to 3); a generic one those of the vo of that group,
    but where the group has none, as hosts (4 to 7)."""
    usual = {2: {2, 3}}
    modern = {1: {1, 3}, 2: {1, 3}, 4: {1, 2}, 5: {1, 2}, 6: {3}}
    for own, expected in (
        ({}, by_profile(usual, modern=modern)),
        ({"requester_groups": True}, by_profile({1: {1, 3}, 2: {1, 3}}, modern=modern)),
    ):
        spec.check(
            parameters=own,
            dirac_job=JOBS,
            dirac_group="group_name: user | prod | admin | hosts, "
            "vo: lhcb | lhcb | belle |",
            dirac_pilot="""
                seq | is_generic | owner_group | requester_group | vo
                1   |            |             | prod            |
                2   | false      | [user]      | prod            | belle
                3   |            |             |                 |
                4   | true       |             | admin           |
                5   | true       |             | admin           | lhcb
                6   | true       |             | hosts           | lhcb
                7   | true       |             | hosts           |
            """,
            expected=expected,
        )


def test_any_is_a_group_like_others(spec: Spec) -> None:
    """DIRAC compares groups as they stand."""
    spec.check(
        dirac_job="job_id: 1 | 2, owner_group: user | ANY",
        dirac_pilot="owner_group: [ANY]",
        expected={(1, 1)},
    )
