"""TO-22: 24 hours for urgent event service jobs and their merge jobs.

The page has 2 days for starting and 21 days for running jobs alone.
"""

from __future__ import annotations

from tests.spec.check import Spec, both


def test_below_at_and_above_24_hours(spec: Spec) -> None:
    """V42: as run, from the change of status of running and starting jobs."""
    spec.check_jobs(
        job="""
            panda_id | job_status | event_service | current_priority | state_change_time
            1        | running    | 1             | 900              | 23 h 59 min ago
            2        | running    | 1             | 900              | 24 h ago
            3        | running    | 1             | 900              | 24 h 1 s ago
            4        | starting   | 1             | 900              | 2 d ago
            5        | activated  | 1             | 900              | 2 d ago
            6        | running    | 1             | 900              |
            7        | running    | 2             | 900              | 24 h ago
            8        | running    | 2             | 900              | 24 h 1 s ago
        """,
        expected=both(page=set(), asrun={3, 4, 8}),
    )


def test_kinds_and_priorities(spec: Spec) -> None:
    """Event service jobs from priority 900 on, merge jobs of any."""
    spec.check_jobs(
        profile="asrun",
        job="""
            panda_id | job_status | event_service | current_priority | state_change_time
            1        | running    | 1             | 899              | 2 d ago
            2        | running    | 1             | 900              | 2 d ago
            3        | running    | 1             | 901              | 2 d ago
            4        | running    | 1             |                  | 2 d ago
            5        | running    | 2             | 100              | 2 d ago
            6        | running    | 2             |                  | 2 d ago
            7        | running    | 4             | 950              | 2 d ago
            8        | running    |               | 950              | 2 d ago
        """,
        expected={2, 3, 5, 6},
    )
