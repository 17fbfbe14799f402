"""TO-01: 1 hour for pending jobs."""

from __future__ import annotations

from tests.spec.check import Spec


def test_below_at_and_above_an_hour(spec: Spec) -> None:
    """It counts from the creation; a job without one stays, and so do other jobs."""
    spec.check_jobs(
        job="""
            panda_id | table_name | job_status | creation_time | modification_time
            1        | defined4   | pending    | 59 min ago    | 59 min ago
            2        | defined4   | pending    | 1 h ago       | 1 h ago
            3        | defined4   | pending    | 1 h 1 s ago   | 1 min ago
            4        | defined4   | pending    |               | 2 h ago
            5        | defined4   | waiting    | 2 h ago       | 2 h ago
            6        | active4    | pending    | 2 h ago       | 2 h ago
            7        |            | pending    | 2 h ago       | 2 h ago
            8        | defined4   |            | 2 h ago       | 2 h ago
        """,
        expected={3},
    )


def test_the_hour_is_a_parameter(spec: Spec) -> None:
    """Three hours allow what one hour does not."""
    spec.check_jobs(
        job="""
            panda_id | table_name | job_status | creation_time
            1        | defined4   | pending    | 3 h ago
            2        | defined4   | pending    | 3 h 1 s ago
        """,
        parameters={"pending_hours": 3},
        expected={2},
    )
