"""-site: the jobs accept the site of the resource."""

from __future__ import annotations

from tests.spec.check import Spec


def test_sites(spec: Spec) -> None:
    """Of several sites one is enough; no site sent or asked is no condition.

    The order of sites, blanks around them and a site twice make no other list.
    """
    spec.check(
        dirac_job="""
            job_id | sites
            1      | [A, B]
            2      | ['B ', A, B]
            3      | [B]
            4      | []
            5      | ['', ' ']
        """,
        dirac_pilot="""
            seq | site
            1   | [A]
            2   | [C, B]
            3   | [C]
            4   |
            5   | ['']
            6   | [a]
        """,
        expected={
            (1, 2): "asks for [B], resource at [A]",
            (3, 1): "asks for [A, B], resource at [C]",
            (3, 2): "asks for [B], resource at [C]",
            (6, 1): "asks for [A, B], resource at [a]",
            (6, 2): "asks for [B], resource at [a]",
        },
    )


def test_names_without_case(spec: Spec) -> None:
    """The data base of the running system compares so, and a parameter does."""
    spec.check(
        parameters={"collation": "nocase"},
        dirac_job="""
            job_id | sites
            1      | [LCG.CERN.ch]
            2      | [lcg.cern.CH]
            3      | [LCG.PIC.es]
        """,
        dirac_pilot="seq: 1, site: [LCG.Cern.ch]",
        expected={(1, 2)},
    )


def test_any_site(spec: Spec) -> None:
    """ANY, however it is written, lifts the condition in the running system."""
    drawn = {
        "dirac_job": "job_id: 1, sites: [A]",
        "dirac_pilot": "seq: 1 | 2 | 3, site: [ANY] | [C, a-n-y] | [company]",
    }
    spec.check(profile="modern", expected={(3, 1)}, world=drawn)
    spec.check(profile="page", expected={(1, 1), (2, 1), (3, 1)}, world=drawn)
