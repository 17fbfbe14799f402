"""-ram: the least memory of the jobs is at most that of the resource."""

from __future__ import annotations

from tests.spec.check import Spec
from tests.spec.stage import Key

DRAWN = {
    "dirac_job": """
        job_id | min_ram | max_ram
        1      | 2000    |
        2      | 4000    | 8000
        3      |         |
        4      |         | 3000
    """,
    "dirac_pilot": "seq: 1 | 2 | 3, max_ram: | 1999 | 2000",
}


def test_below_at_and_above(spec: Spec) -> None:
    """max_ram of the jobs does not count; an extra of the running system (D9)."""
    expected: dict[Key, object] = {
        (2, 1): "needs 2000 MB > offered 1999 MB",
        (2, 2): "needs 4000 MB > offered 1999 MB",
        (3, 2): "needs 4000 MB > offered 2000 MB",
    }
    spec.check(profile="modern", expected=expected, world=DRAWN)
    spec.check(profile="page", expected=set(), world=DRAWN)
