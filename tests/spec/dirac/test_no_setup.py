"""-no_setup: a request without a setup is refused."""

from __future__ import annotations

from tests.spec.check import Spec, by_profile


def test_setup_is_mandatory(spec: Spec) -> None:
    """Modern has no setups (D5)."""
    spec.check(
        dirac_pilot="seq: 1 | 2, setup: | Prod",
        expected=by_profile({1: "the request says no setup"}, modern={}),
    )
