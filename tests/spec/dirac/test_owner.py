"""-owner: a private pilot takes jobs of its owner, unless the group shares its jobs."""

from __future__ import annotations

from tests.spec.check import Spec


def test_five_kinds_of_request(spec: Spec) -> None:
    """Without a group an owner counts everywhere; alone a group asks for no owner."""
    spec.check(
        dirac_group="group_name: user | prod, job_sharing: false | true",
        dirac_job="""
            job_id | owner | owner_group
            1      | ann   | user
            2      | bob   | user
            3      | ann   | prod
            4      | bob   | prod
            5      | bob   | unknown
        """,
        dirac_pilot="""
            seq | owner | owner_group  | is_generic
            1   | ann   | [user]       |
            2   | cat   | [prod, user] |
            3   | ann   |              |
            4   |       | [user]       |
            5   | ann   | [user]       | true
        """,
        expected={
            (1, 2): "jobs of bob, pilot of ann",
            (1, 5): "jobs of bob, pilot of ann",
            (2, 1): "jobs of ann, pilot of cat",
            (2, 2): "jobs of bob, pilot of cat",
            (2, 5): "jobs of bob, pilot of cat",
            (3, 2): "jobs of bob, pilot of ann",
            (3, 4): "jobs of bob, pilot of ann",
            (3, 5): "jobs of bob, pilot of ann",
        },
    )


def test_a_distinguished_name_is_another_word_for_the_user(spec: Spec) -> None:
    """D7: the page calls the owner a DN."""
    spec.check(
        dirac_user="user_name: ann, dn: /CN=Ann",
        dirac_job="""
            job_id | owner   | owner_dn | owner_group
            1      | /CN=Ann |          | a
            2      |         | /CN=Ann  | b
            3      |         | /CN=Bob  | c
        """,
        dirac_pilot="seq: 1 | 2, owner: ann | /CN=Ann",
        expected={(1, 3), (2, 3)},
    )
