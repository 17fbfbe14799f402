"""TO-02: 10 minutes for waiting event service merge jobs."""

from __future__ import annotations

from tests.spec.check import Spec


def test_below_at_and_above_ten_minutes(spec: Spec) -> None:
    """It counts from the creation, for merge jobs (event service 2) only."""
    spec.check_jobs(
        job="""
            panda_id | table_name | job_status | creation_time  | event_service
            1        | defined4   | waiting    | 9 min ago      | 2
            2        | defined4   | waiting    | 10 min ago     | 2
            3        | defined4   | waiting    | 10 min 1 s ago | 2
            4        | defined4   | waiting    |                | 2
            5        | defined4   | waiting    | 30 min ago     | 1
            6        | defined4   | waiting    | 30 min ago     |
            7        | defined4   | defined    | 30 min ago     | 2
            8        | active4    | waiting    | 30 min ago     | 2
        """,
        expected={3},
    )
