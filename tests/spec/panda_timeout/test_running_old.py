"""TO-12: 21 days for running jobs."""

from __future__ import annotations

from tests.spec.check import Spec, both


def test_below_at_and_above_21_days(spec: Spec) -> None:
    """It counts from the creation, whatever has happened since."""
    spec.check_jobs(
        job="""
            panda_id | table_name | job_status | creation_time | modification_time
            1        | active4    | running    | 20 d 23 h ago | 1 min ago
            2        | active4    | running    | 21 d ago      | 1 min ago
            3        | active4    | running    | 21 d 1 s ago  | 1 min ago
            4        | active4    | running    |               | 30 d ago
            5        | defined4   | running    | 30 d ago      | 30 d ago
        """,
        expected={3},
    )


def test_other_statuses(spec: Spec) -> None:
    """D54: as run, every status from activation on."""
    spec.check_jobs(
        job="""
            panda_id | table_name | job_status | creation_time
            1        | active4    | running    | 22 d ago
            2        | active4    | holding    | 22 d ago
            3        | active4    |            | 22 d ago
            4        | defined4   | assigned   | 22 d ago
        """,
        expected=both(page={1}, asrun={1, 2, 3}),
    )
