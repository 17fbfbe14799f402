"""-banned_site: the site is not in the banned sites of the jobs."""

from __future__ import annotations

from tests.spec.check import Spec


def test_bans(spec: Spec) -> None:
    """One site must be accepted and not banned; without a site there is no check. With
    sites_compat one site may be accepted, another one not banned (Q6)."""
    compat = {
        (1, 1): "bans [A, B], resource at [A]",
        (1, 4): "bans [A], resource at [A]",
        (1, 5): "bans [A], resource at [A]",
        (2, 1): "bans [A, B], resource at [B]",
        (2, 2): "bans [B, C], resource at [B]",
        (3, 1): "bans [A, B], resource at [A, B]",
    }
    strict = compat | {(3, 4): "bans [A], resource at [A, B]"}
    for is_compat, expected in ((False, strict), (True, compat)):
        spec.check(
            parameters={"sites_compat": is_compat},
            dirac_job="job_id: 1 | 2 | 3 | 4 | 5, sites: | | | [A] | [A, B], "
            "banned_sites: [A, B] | [B, C] | | [A] | [A]",
            dirac_pilot="seq: 1 | 2 | 3 | 4 | 5, site: [A] | [B] | [A, B] | [D] |",
            expected=expected,
        )
