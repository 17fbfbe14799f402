"""-masked_site: a request of masked sites that names no CE is refused."""

from __future__ import annotations

from tests.spec.check import Spec, by_profile


def test_no_site_and_no_ce(spec: Spec) -> None:
    """A site without a row is active; in the running system it takes tests (D18)."""
    refused = dict.fromkeys((1, 6), "site masked and no CE")
    spec.check(
        dirac_site_mask="site: A | B, status: Active | Banned",
        dirac_pilot="seq: 1 | 2 | 3 | 4 | 5 | 6, "
        "site: [B] | [B] | [A, B] | | [X] | [B], grid_ce: | [ce1] | | | | ['']",
        expected=by_profile(refused, modern={}),
    )
