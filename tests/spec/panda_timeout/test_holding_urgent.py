"""TO-16: 3 hours for holding jobs of priority 800 and more."""

from __future__ import annotations

from tests.spec.check import Spec, both


def test_below_at_and_above_three_hours(spec: Spec) -> None:
    """The last change or the end of the job, whichever is earlier."""
    spec.check_jobs(
        job="""
            panda_id | job_status | current_priority | modification_time | end_time
            1        | holding    | 900              | 2 h 59 min ago    |
            2        | holding    | 900              | 3 h ago           |
            3        | holding    | 900              | 3 h 1 s ago       |
            4        | holding    | 900              | 1 min ago         | 3 h ago
            5        | holding    | 900              | 1 min ago         | 3 h 1 s ago
            6        | holding    | 900              | 3 h 1 s ago       | 1 min ago
            7        | holding    | 900              |                   | 3 h 1 s ago
            8        | holding    | 900              |                   |
            9        | running    | 900              | 9 h ago           | 9 h ago
        """,
        expected={3, 5, 6, 7},
    )


def test_priority_800(spec: Spec) -> None:
    """D37: the page begins at 800, the running system above it."""
    spec.check_jobs(
        job="""
            panda_id | job_status | current_priority | modification_time
            1        | holding    | 799              | 4 h ago
            2        | holding    | 800              | 4 h ago
            3        | holding    | 801              | 4 h ago
            4        | holding    |                  | 4 h ago
        """,
        expected=both(page={2, 3}, asrun={3}),
    )
