"""-masked_site: without an active site only jobs that require the CE fit."""

from __future__ import annotations

from tests.spec.check import Spec
from tests.spec.stage import Key

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


#: Who stands at masked sites alone: the CE that it sends must be required.
MASKED: dict[Key, object] = {
    (2, 2): "no active site, and nothing does not name [ce1]",
    (4, 1): "no active site, and [ce1] does not name [ce2]",
    (4, 2): "no active site, and nothing does not name [ce2]",
    (4, 4): "no active site, and [ce1] does not name [ce2]",
}
#: Who sends a CE and no site.
WITHOUT_SITE: dict[Key, object] = {
    (3, 2): "no active site, and nothing does not name [ce1]"
}


def test_the_ce_must_be_required(spec: Spec) -> None:
    """A masked site is dropped, and its CE has to be required.

    A CE without any site is another matter: by the page a job that requires no CE may
    run there; in the code of 2009 it is a request of the same kind. The running system
    keeps the masked site and takes test jobs (D18).
    """
    spec.check(profile="page", expected=MASKED, world=DRAWN)
    spec.check(profile="dirac2009", expected=MASKED | WITHOUT_SITE, world=DRAWN)
    spec.check(profile="modern", expected=set(), world=DRAWN)
    for profile, is_masked_only in (("page", False), ("dirac2009", True)):
        spec.check(
            profile=profile,
            parameters={"masked_ce_only": is_masked_only},
            expected=MASKED if is_masked_only else MASKED | WITHOUT_SITE,
            world=DRAWN,
        )


def test_a_ce_that_is_not_listed_is_reported_first(spec: Spec) -> None:
    """Conditions of the page come in its order; resource 4 fails both."""
    spec.check_cycle(
        "exclusion",
        ("seq", "tq_id"),
        "criterion",
        profile="page",
        world=DRAWN | {"dirac_job": "job_id | grid_ces\n1 | [ce1]\n2 |"},
        expected={
            **{(seq, 1): "-grid_ce" for seq in (4, 5, 6, 7)},
            (2, 2): "-masked_site",
            (4, 2): "-masked_site",
        },
    )


def test_a_mask_that_is_written_otherwise(spec: Spec) -> None:
    """A name in other letters is another site, but for `nocase`."""
    for collation, hit in (("exact", set[Key]()), ("nocase", {(1, 1)})):
        spec.check(
            profile="page",
            parameters={"collation": collation},
            dirac_site_mask="site: a, status: Banned",
            dirac_job="job_id: 1",
            dirac_pilot="seq: 1, site: [A], grid_ce: [ce1]",
            expected={*hit},
        )
