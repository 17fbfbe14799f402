"""-resource_ban: the jobs ask for what the resource does not take."""

from __future__ import annotations

from tests.spec.check import Spec, by_profile

DRAWN = {
    "dirac_job": """
        job_id | sites  | job_types    | tags
        1      | [A]    |              |
        2      | [A, B] |              |
        3      |        | [User, Test] |
        4      |        |              | [GPU, MP]
        5      |        |              |
    """,
    "dirac_pilot": """
        seq | banned_site | banned_job_type | banned_tag
        1   | [A]         |                 |
        2   | [A, C]      |                 |
        3   | [A, B]      |                 |
        4   |             | [Test, Merge]   |
        5   |             |                 | [GPU]
    """,
}


def test_bans_of_the_resource(spec: Spec) -> None:
    """Of several sites all must be banned (Q4), of types and tags any; an extra (D9). A
    single banned site refuses whatever names it, as recorded. With bans_compat jobs
    must ask for all that is banned, as in the running system."""
    refused = {(1, 1): "[A]", (1, 2): "[A]", (2, 1): "[A]", (3, 1): "[A]"}
    refused |= {(3, 2): "[A, B]", (4, 3): "[Test]", (5, 4): "[GPU]"}
    told = {
        key: f"resource bans {it}, which the jobs ask for"
        for key, it in refused.items()
    }
    compat = {"bans_compat": True}
    of_all = {(1, 1), (1, 2), (3, 2), (5, 4)}
    spec.check(world=DRAWN, expected=by_profile({}, modern=told))
    spec.check(world=DRAWN, expected=by_profile({}, modern=of_all), parameters=compat)


def test_bans_of_ces_and_platforms(spec: Spec) -> None:
    """They count as sites do; a task queue that asks for none passes."""
    spec.check(
        profile="modern",
        dirac_job="job_id: 1 | 2 | 3, grid_ces: [ce1, ce2] | |, "
        "platforms: | [slc5, slc6] |",
        dirac_pilot="seq: 1 | 2, banned_grid_ce: [ce1, ce3] | [ce1, ce2], "
        "banned_platform: [slc5, slc6] | [slc5]",
        expected={(1, 2), (2, 1), (2, 2)},
    )
