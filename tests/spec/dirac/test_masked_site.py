"""-masked_site: without an active site only jobs that require the CE fit."""

from __future__ import annotations

from tests.spec.check import Spec, by_profile

DRAWN = {
    "dirac_site_mask": "site: A | B | C, status: Active | Banned | Probing",
    "dirac_job": """
        job_id | grid_ces   | sites | job_types
        1      | [ce1]      |       |
        2      |            |       |
        3      | [ce1, ce2] | [A]   |
        4      | [ce1]      | [B]   | [User]
    """,
    "dirac_pilot": """
        seq | site   | grid_ce
        1   | [A]    | [ce1]
        2   | [B]    | [ce1]
        3   |        | [ce1]
        4   | [B, C] | [ce2]
        5   | [A, B] | [ce2]
        6   | [X]    | [ce2]
        7   |        |
    """,
}


def test_the_ce_must_be_required(spec: Spec) -> None:
    """A masked site is dropped, and its CE has to be required. A CE without any site is
    another matter: by the page a job that requires no CE may run there; in the code of
    2009 it is a request of the same kind. The running system keeps the masked site and
    takes test jobs (D18)."""
    masked = {
        (2, 2): "no active site, and nothing does not name [ce1]",
        (4, 1): "no active site, and [ce1] does not name [ce2]",
        (4, 2): "no active site, and nothing does not name [ce2]",
        (4, 4): "no active site, and [ce1] does not name [ce2]",
    }
    also_without_site = masked | {(3, 2): masked[2, 2]}
    spec.check(
        world=DRAWN,
        expected=by_profile(masked, dirac2009=also_without_site, modern={}),
    )
    for is_masked_only, expected in ((True, masked), (False, also_without_site)):
        spec.check(
            world=DRAWN,
            parameters={"masked_ce_only": is_masked_only},
            expected=by_profile(expected, modern={}),
        )


def test_a_ce_that_is_not_listed_is_reported_first(spec: Spec) -> None:
    """Conditions of the page come in its order; resource 4 fails both."""
    spec.check_cycle(
        "exclusion",
        ("seq", "tq_id"),
        "criterion",
        profile="page",
        world=DRAWN | {"dirac_job": "job_id: 1 | 2, grid_ces: [ce1] |"},
        expected={
            **{(seq, 1): "-grid_ce" for seq in (4, 5, 6, 7)},
            **{(seq, 2): "-masked_site" for seq in (2, 4)},
        },
    )


def test_a_mask_that_is_written_otherwise(spec: Spec) -> None:
    """A name in other letters is another site, but for `nocase`."""
    for collation, hit in (("exact", set[object]()), ("nocase", {(1, 1)})):
        spec.check(
            profile="page",
            parameters={"collation": collation},
            dirac_site_mask="site: a, status: Banned",
            dirac_pilot="seq: 1, site: [A], grid_ce: [ce1]",
            expected={*hit},
        )


def test_a_site_that_is_degraded(spec: Spec) -> None:
    """In the running system it is usable, as one that is active or not in the mask."""
    for profile, own, masked in (
        ("page", {}, {2, 3}),
        ("dirac2009", {}, {2, 3}),
        ("modern", {}, {3}),
        ("modern", {"usable_statuses": ["Banned"]}, {1, 2}),
    ):
        spec.check_cycle(
            "match",
            ["seq"],
            "n_eligible",
            profile=profile,
            parameters=own,
            dirac_site_mask="site: A | B | C | E, status: Active | Degraded | Banned |",
            dirac_job="job_id: 1 | 2 | 3 | 4 | 5, job_types: [User], cpu_time: 300",
            dirac_pilot="seq: 1 | 2 | 3 | 4 | 5, site: [A] | [B] | [C] | [D] | [E]",
            expected={seq: int(seq not in masked) for seq in range(1, 6)},
        )
