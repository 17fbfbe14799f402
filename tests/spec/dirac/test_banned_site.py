"""-banned_site: the site is not in the banned sites of the jobs."""

from __future__ import annotations

from tests.spec.check import Spec
from tests.spec.stage import Key


def test_bans(spec: Spec) -> None:
    """One site must be accepted and not banned; without a site there is no check.

    With sites_compat one site may be accepted, another one not banned (Q6).
    """
    drawn = {
        "dirac_job": """
            job_id | sites  | banned_sites
            1      |        | [A, B]
            2      |        | [B, C]
            3      |        |
            4      | [A]    | [A]
            5      | [A, B] | [A]
        """,
        "dirac_pilot": "seq: 1 | 2 | 3 | 4 | 5, site: [A] | [B] | [A, B] | [D] |",
    }
    strict: dict[Key, object] = {
        (1, 1): "bans [A, B], resource at [A]",
        (1, 4): "bans [A], resource at [A]",
        (1, 5): "bans [A], resource at [A]",
        (2, 1): "bans [A, B], resource at [B]",
        (2, 2): "bans [B, C], resource at [B]",
        (3, 1): "bans [A, B], resource at [A, B]",
    }
    spec.check(expected={**strict, (3, 4): "bans [A], resource at [A, B]"}, world=drawn)
    spec.check(parameters={"sites_compat": True}, expected=strict, world=drawn)
