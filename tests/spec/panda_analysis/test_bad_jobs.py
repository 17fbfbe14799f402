"""-closed: many jobs of the task closed or failed of late."""

from __future__ import annotations

from tests.spec.check import Spec, both


def test_failed_and_closed_jobs(spec: Spec) -> None:
    """Fewer than max(2 x finished, 5) are allowed, of all kinds (row 4)."""
    spec.check(
        queue="""
            queue_name
            A
            B
            C
            D
            E
        """,
        task_dataset="""
            type
            pseudo_input
        """,
        task_job_stats="""
            queue_name | job_status | last_change | n_jobs | n_jobs_all
            A          | failed     | 1 h ago     | 4      |
            B          | failed     | 1 h ago     | 3      |
            B          | closed     | 1 h ago     | 0      | 2
            C          | failed     | 1 h ago     | 7      |
            C          | finished   | 1 h ago     | 4      |
            D          | failed     | 1 h ago     | 8      |
            D          | finished   | 1 h ago     | 4      |
            E          | failed     | 7 h ago     | 99     |
        """,
        expected=both(page={(1, 0, "B"), (1, 0, "D")}, asrun=set()),
    )
