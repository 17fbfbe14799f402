"""-site: the jobs accept the site of the resource."""

from __future__ import annotations

from tests.spec.check import Spec, by_profile


def test_sites(spec: Spec) -> None:
    """Of several sites one is enough; no site sent or asked is no condition. The order
    of sites, blanks around them and a site twice make no other list."""
    spec.check(
        dirac_job="job_id: 1 | 2 | 3 | 4 | 5, "
        "sites: [A, B] | ['B ', A, B] | [B] | [] | ['', ' ']",
        dirac_pilot="seq: 1 | 2 | 3 | 4 | 5 | 6, "
        "site: [A] | [C, B] | [C] | | [''] | [a]",
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
        dirac_job="job_id: 1 | 2 | 3, "
        "sites: [LCG.CERN.ch] | [lcg.cern.CH] | [LCG.PIC.es]",
        dirac_pilot="seq: 1, site: [LCG.Cern.ch]",
        expected={(1, 2)},
    )


def test_any_site(spec: Spec) -> None:
    """ANY, however it is written, lifts the condition in the running system."""
    spec.check(
        dirac_job="sites: [A]",
        dirac_pilot="seq: 1 | 2 | 3, site: [ANY] | [C, a-n-y] | [company]",
        expected=by_profile({(1, 1), (2, 1), (3, 1)}, modern={(3, 1)}),
    )
