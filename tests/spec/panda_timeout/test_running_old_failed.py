"""TO-12: what is killed for its age is failed as well."""

from __future__ import annotations

from tests.spec.check import Spec, both


def test_the_same_jobs_are_failed(spec: Spec) -> None:
    """D54: as run, in every status from activation on."""
    spec.check_jobs(
        job="""
            panda_id | job_status | creation_time
            1        | running    | 21 d ago
            2        | running    | 21 d 1 s ago
            3        | holding    | 22 d ago
        """,
        expected=both(page={2}, asrun={2, 3}),
    )
