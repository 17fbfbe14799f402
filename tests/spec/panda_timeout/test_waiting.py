"""TO-02: 1 hour for waiting jobs."""

from __future__ import annotations

from tests.spec.check import Spec


def test_below_at_and_above_an_hour(spec: Spec) -> None:
    """It counts from the creation; co-jumbo jobs (event service 5) may wait."""
    spec.check_jobs(
        job="""
            panda_id | table_name | job_status | creation_time | event_service
            1        | defined4   | waiting    | 59 min ago    |
            2        | defined4   | waiting    | 1 h ago       |
            3        | defined4   | waiting    | 1 h 1 s ago   |
            4        | defined4   | waiting    |               |
            5        | defined4   | waiting    | 2 h ago       | 5
            6        | defined4   | waiting    | 2 h ago       | 1
            7        | defined4   | pending    | 2 h ago       |
            8        | active4    | waiting    | 2 h ago       |
        """,
        expected={3, 6},
    )
