"""-resource_ban: the jobs ask for what the resource does not take."""

from __future__ import annotations

from tests.spec.check import Spec
from tests.spec.stage import Key

JOBS = """
    job_id | sites  | job_types    | tags
    1      | [A]    |              |
    2      | [A, B] |              |
    3      |        | [User, Test] |
    4      |        |              | [GPU, MP]
    5      |        |              |
"""


def test_bans_of_the_resource(spec: Spec) -> None:
    """Of several sites all must be banned (Q4), of types and tags any; an extra (D9).

    A single banned site refuses whatever names it, as recorded. With bans_compat jobs
    must ask for all that is banned, as in the running system.
    """
    pilots = """
        seq | banned_site | banned_job_type | banned_tag
        1   | [A]         |                 |
        2   | [A, C]      |                 |
        3   | [A, B]      |                 |
        4   |             | [Test, Merge]   |
        5   |             |                 | [GPU]
    """
    expected: dict[Key, object] = {
        (1, 1): "resource bans [A], which the jobs ask for",
        (1, 2): "resource bans [A], which the jobs ask for",
        (2, 1): "resource bans [A], which the jobs ask for",
        (3, 1): "resource bans [A], which the jobs ask for",
        (3, 2): "resource bans [A, B], which the jobs ask for",
        (4, 3): "resource bans [Test], which the jobs ask for",
        (5, 4): "resource bans [GPU], which the jobs ask for",
    }
    spec.check(profile="modern", dirac_job=JOBS, dirac_pilot=pilots, expected=expected)
    spec.check(profile="page", dirac_job=JOBS, dirac_pilot=pilots, expected=set())
    spec.check(
        profile="modern",
        parameters={"bans_compat": True},
        dirac_job=JOBS,
        dirac_pilot=pilots,
        expected={(1, 1), (1, 2), (3, 2), (5, 4)},
    )


def test_bans_of_ces_and_platforms(spec: Spec) -> None:
    """They count as sites do; a task queue that asks for none passes."""
    spec.check(
        profile="modern",
        dirac_job="""
            job_id | grid_ces   | platforms
            1      | [ce1, ce2] |
            2      |            | [slc5, slc6]
            3      |            |
        """,
        dirac_pilot="""
            seq | banned_grid_ce | banned_platform
            1   | [ce1, ce3]     | [slc5, slc6]
            2   | [ce1, ce2]     | [slc5]
        """,
        expected={(1, 2), (2, 1), (2, 2)},
    )
