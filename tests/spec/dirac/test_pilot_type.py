"""-pilot_type: the jobs accept the type of the pilot."""

from __future__ import annotations

from tests.spec.check import Spec, by_profile


def test_types(spec: Spec) -> None:
    """Any value is a type, a superset of private or nothing (D5); modern has none."""
    refused = {
        (2, 2): "asks for [private], the pilot is [generic]",
        (3, 2): "asks for [private], the pilot states no type",
        (3, 3): "asks for [generic, private], the pilot states no type",
    }
    spec.check(
        dirac_job="job_id: 1 | 2 | 3, pilot_types: | [private] | [private, generic]",
        dirac_pilot="seq: 1 | 2 | 3, pilot_type: private | generic |",
        expected=by_profile(refused, modern={}),
    )
