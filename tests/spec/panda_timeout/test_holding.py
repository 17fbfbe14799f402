"""TO-17: days for other holding jobs; the page lost their number."""

from __future__ import annotations

from tests.spec.check import Spec, both


def test_below_at_and_above_48_hours(spec: Spec) -> None:
    """The last change or the end of the job, whichever is earlier."""
    spec.check_jobs(
        job="""
            panda_id | job_status | modification_time | end_time
            1        | holding    | 1 d 23 h ago      |
            2        | holding    | 48 h ago          |
            3        | holding    | 48 h 1 s ago      |
            4        | holding    | 1 h ago           | 48 h 1 s ago
            5        | holding    |                   | 3 d ago
            6        | holding    |                   |
            7        | running    | 3 d ago           | 3 d ago
        """,
        expected={3, 4, 5},
    )


def test_priorities(spec: Spec) -> None:
    """D37: those below 800; as run, all."""
    spec.check_jobs(
        job="""
            panda_id | job_status | current_priority | modification_time
            1        | holding    | 799              | 3 d ago
            2        | holding    | 800              | 3 d ago
            3        | holding    | 801              | 3 d ago
            4        | holding    |                  | 3 d ago
        """,
        expected=both(page={1, 4}, asrun={1, 2, 3, 4}),
    )


def test_the_time_of_gdpconfig(spec: Spec) -> None:
    """TIMEOUT_holding of component job_timeout, in hours."""
    spec.check_jobs(
        gdp_config="""
            app         | component   | key             | type | value | vo
            pandaserver | job_timeout | TIMEOUT_holding | int  | 24    | atlas
        """,
        job="""
            panda_id | job_status | modification_time
            1        | holding    | 24 h ago
            2        | holding    | 24 h 1 s ago
        """,
        expected={2},
    )
