"""TO-09: 7 days for activated jobs; the page has the two days of TO-07 alone."""

from __future__ import annotations

from tests.spec.check import Spec, both


def test_below_at_and_above_seven_days(spec: Spec) -> None:
    """V40: as run, it counts from the creation; on the page the rule is off."""
    spec.check_jobs(
        job="""
            panda_id | table_name | job_status | creation_time | modification_time
            1        | active4    | activated  | 6 d 23 h ago  | 1 h ago
            2        | active4    | activated  | 7 d ago       | 1 h ago
            3        | active4    | activated  | 7 d 1 s ago   | 1 h ago
            4        | active4    | activated  |               | 8 d ago
            5        | active4    | starting   | 8 d ago       | 8 d ago
            6        | defined4   | activated  | 8 d ago       | 8 d ago
        """,
        expected=both(page=set(), asrun={3}),
    )
