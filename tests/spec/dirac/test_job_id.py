"""-job_id: the job that is asked for is in the task queue."""

from __future__ import annotations

from tests.spec.check import Spec


def test_the_asked_job(spec: Spec) -> None:
    """A job that does not wait is in none: no match, with a reason (Q8)."""
    spec.check(
        dirac_job="job_id: 1 | 2 | 3 | 4, platforms: | | [x] |, "
        "status: Waiting | | | Running",
        dirac_pilot="seq: 1 | 2 | 3 | 4, job_id: 2 | 3 | 4 |",
        expected={
            (1, 2): "job 2 is in task queue 1",
            (2, 1): "job 3 is in task queue 2",
            3: dict.fromkeys((1, 2), "job 4 does not wait"),
        },
    )
