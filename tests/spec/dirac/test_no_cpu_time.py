"""-no_cpu_time: a request without a CPU time is refused."""

from __future__ import annotations

from tests.spec.check import Spec


def test_cpu_time_is_mandatory(spec: Spec) -> None:
    """0 is a CPU time."""
    spec.check(
        dirac_pilot="seq: 1 | 2 | 3, cpu_time: | 0 | 500",
        expected={1: "the request says no cpu_time"},
    )
