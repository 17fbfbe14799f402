"""TO-18: 3 hours for held analysis jobs of which nothing is on the way.

The page has the days of TO-17 alone.
"""

from __future__ import annotations

from tests.spec.check import Spec, both


def test_below_at_and_above_three_hours(spec: Spec) -> None:
    """V43: as run, from the last change of user and panda jobs; off on the page."""
    spec.check_jobs(
        every={"state_change_time": "9 h ago"},
        job="""
            panda_id | job_status | prod_source_label | modification_time
            1        | holding    | user              | 2 h 59 min ago
            2        | holding    | user              | 3 h ago
            3        | holding    | user              | 3 h 1 s ago
            4        | holding    | panda             | 4 h ago
            5        | holding    | managed           | 4 h ago
            6        | holding    |                   | 4 h ago
            7        | running    | user              | 4 h ago
            8        | holding    | user              |
        """,
        expected=both(page=set(), asrun={3, 4}),
    )


def test_jobs_that_wait_for_nothing_else(spec: Spec) -> None:
    """Some change came after that of the status, and no report waits."""
    spec.check_jobs(
        profile="asrun",
        every={
            "job_status": "holding",
            "prod_source_label": "user",
            "modification_time": "4 h ago",
        },
        job="""
            panda_id | state_change_time | has_output_report
            1        | 4 h ago           | false
            2        |                   | false
            3        | 5 h ago           | false
            4        | 5 h ago           | true
            5        | 5 h ago           |
        """,
        expected={3, 5},
    )
