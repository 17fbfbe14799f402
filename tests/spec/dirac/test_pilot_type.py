"""-pilot_type: the jobs accept the type of the pilot."""

from __future__ import annotations

from tests.spec.check import Spec
from tests.spec.stage import Key

DRAWN = {
    "dirac_job": "job_id: 1 | 2 | 3, pilot_types: | [private] | [private, generic]",
    "dirac_pilot": "seq: 1 | 2 | 3, pilot_type: private | generic |",
}


def test_types(spec: Spec) -> None:
    """Any value is a type, a superset of private or nothing (D5); modern has none."""
    expected: dict[Key, object] = {
        (2, 2): "asks for [private], the pilot is [generic]",
        (3, 2): "asks for [private], the pilot states no type",
        (3, 3): "asks for [generic, private], the pilot states no type",
    }
    spec.check(profile="page", expected=expected, world=DRAWN)
    spec.check(profile="dirac2009", expected=expected, world=DRAWN)
    spec.check(profile="modern", expected=set(), world=DRAWN)
