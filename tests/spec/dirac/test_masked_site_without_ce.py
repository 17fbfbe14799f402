"""-masked_site: a request of masked sites that names no CE is refused."""

from __future__ import annotations

from tests.spec.check import Spec
from tests.spec.stage import Key

DRAWN = {
    "dirac_site_mask": "site: A | B, status: Active | Banned",
    "dirac_pilot": """
        seq | site   | grid_ce
        1   | [B]    |
        2   | [B]    | [ce1]
        3   | [A, B] |
        4   |        |
        5   | [X]    |
        6   | [B]    | ['']
    """,
}


def test_no_site_and_no_ce(spec: Spec) -> None:
    """A site without a row is active; in the running system it takes tests (D18)."""
    expected: dict[Key, object] = {
        (1,): "site masked and no CE",
        (6,): "site masked and no CE",
    }
    spec.check(profile="page", expected=expected, world=DRAWN)
    spec.check(profile="dirac2009", expected=expected, world=DRAWN)
    spec.check(profile="modern", expected=set(), world=DRAWN)
