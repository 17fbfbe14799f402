"""-ram: the least memory of the jobs is at most that of the resource."""

from __future__ import annotations

from tests.spec.check import Spec, by_profile


def test_below_at_and_above(spec: Spec) -> None:
    """max_ram of the jobs does not count; an extra of the running system (D9)."""
    refused = {
        (2, 1): "needs 2000 MB > offered 1999 MB",
        (2, 2): "needs 4000 MB > offered 1999 MB",
        (3, 2): "needs 4000 MB > offered 2000 MB",
    }
    spec.check(
        dirac_job="job_id: 1 | 2 | 3 | 4, min_ram: 2000 | 4000 | |, "
        "max_ram: | 8000 | | 3000",
        dirac_pilot="seq: 1 | 2 | 3, max_ram: | 1999 | 2000",
        expected=by_profile({}, modern=refused),
    )
