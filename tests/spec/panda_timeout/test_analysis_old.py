"""TO-21: 7 days without a change for analysis and test jobs."""

from __future__ import annotations

from tests.spec.check import Spec


def test_below_at_and_above_seven_days(spec: Spec) -> None:
    """It counts from the last change, in whatever status."""
    spec.check_jobs(
        job="""
            panda_id | table_name | job_status | prod_source_label | modification_time
            1        | active4    | running    | user              | 6 d 23 h ago
            2        | active4    | running    | user              | 7 d ago
            3        | active4    | running    | user              | 7 d 1 s ago
            4        | active4    | holding    | panda             | 8 d ago
            5        | active4    |            | test              | 8 d ago
            6        | active4    | running    | managed           | 8 d ago
            7        | active4    | running    |                   | 8 d ago
            8        | active4    | running    | user              |
            9        | defined4   | assigned   | user              | 8 d ago
        """,
        expected={3, 4, 5},
    )
