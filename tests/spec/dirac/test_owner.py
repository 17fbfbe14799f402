"""-owner: a private pilot takes jobs of its owner, unless the group shares its jobs."""

from __future__ import annotations

from tests.spec.check import Spec, by_profile


def test_five_kinds_of_request(spec: Spec) -> None:
    """Without a group an owner counts everywhere; alone a group asks for no owner. In
    the running system a generic pilot (5) is held to what it sends, too."""
    bob = "jobs of bob, pilot of ann"
    private = {
        1: {2: bob, 5: bob},
        2: {
            1: "jobs of ann, pilot of cat",
            2: "jobs of bob, pilot of cat",
            5: "jobs of bob, pilot of cat",
        },
        3: {2: bob, 4: bob, 5: bob},
    }
    spec.check(
        dirac_group="group_name: user | prod, job_sharing: false | true",
        dirac_job="job_id: 1 | 2 | 3 | 4 | 5, owner: ann | bob | ann | bob | bob, "
        "owner_group: user | user | prod | prod | unknown",
        dirac_pilot="""
            seq | owner | owner_group  | is_generic
            1   | ann   | [user]       |
            2   | cat   | [prod, user] |
            3   | ann   |              |
            4   |       | [user]       |
            5   | ann   | [user]       | true
        """,
        expected=by_profile(private, modern={**private, 5: {2: bob, 5: bob}}),
    )


def test_a_distinguished_name_is_another_word_for_the_user(spec: Spec) -> None:
    """D7: the page calls the owner a DN. Of two users with one it is the first's."""
    spec.check(
        dirac_user="user_name: ann | zoe, dn: /CN=Ann",
        dirac_job="job_id: 1 | 2 | 3, owner: /CN=Ann | |, "
        "owner_dn: | /CN=Ann | /CN=Bob, owner_group: a | b | c",
        dirac_pilot="seq: 1 | 2, owner: ann | /CN=Ann",
        expected={(1, 3), (2, 3)},
    )
