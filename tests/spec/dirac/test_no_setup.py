"""-no_setup: a request without a setup is refused."""

from __future__ import annotations

from tests.spec.check import Spec
from tests.spec.stage import Key

PILOTS = "seq: 1 | 2, setup: | Prod"


def test_setup_is_mandatory(spec: Spec) -> None:
    """Modern has no setups (D5)."""
    expected: dict[Key, object] = {(1,): "the request says no setup"}
    spec.check(profile="page", dirac_pilot=PILOTS, expected=expected)
    spec.check(profile="dirac2009", dirac_pilot=PILOTS, expected=expected)
    spec.check(profile="modern", dirac_pilot=PILOTS, expected=set())
