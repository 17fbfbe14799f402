"""TO-06: 7 days for jobs before they are activated."""

from __future__ import annotations

from tests.spec.check import Spec


def test_below_at_and_above_seven_days(spec: Spec) -> None:
    """It counts from the creation, in whatever status."""
    spec.check_jobs(
        job="""
            panda_id | table_name | job_status | creation_time  | modification_time
            1        | defined4   | assigned   | 6 d 23 h ago   | 6 d ago
            2        | defined4   | assigned   | 7 d ago        | 6 d ago
            3        | defined4   | assigned   | 7 d 1 s ago    | 1 s ago
            4        | defined4   | defined    | 8 d ago        | 6 d ago
            5        | defined4   |            | 8 d ago        | 6 d ago
            6        | defined4   | assigned   |                | 9 d ago
            7        | active4    | activated  | 8 d ago        | 8 d ago
        """,
        expected={3, 4, 5},
    )
