"""TO-11: 30 minutes for sent jobs."""

from __future__ import annotations

from tests.spec.check import Spec


def test_below_at_and_above_half_an_hour(spec: Spec) -> None:
    """It counts from the last change."""
    spec.check_jobs(
        job="""
            panda_id | table_name | job_status | modification_time | creation_time
            1        | active4    | sent       | 29 min ago        | 2 h ago
            2        | active4    | sent       | 30 min ago        | 2 h ago
            3        | active4    | sent       | 30 min 1 s ago    | 1 h ago
            4        | active4    | sent       |                   | 2 h ago
            5        | active4    | starting   | 2 h ago           | 2 h ago
            6        | defined4   | sent       | 2 h ago           | 2 h ago
        """,
        expected={3},
    )
