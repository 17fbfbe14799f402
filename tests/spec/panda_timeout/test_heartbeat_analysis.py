"""TO-14: 2 hours without heartbeat of analysis jobs."""

from __future__ import annotations

from tests.spec.check import Spec, both


def test_below_at_and_above_two_hours(spec: Spec) -> None:
    """It counts from the last change, for labels user and panda."""
    spec.check_jobs(
        job="""
            panda_id | job_status | modification_time | prod_source_label
            1        | running    | 1 h 59 min ago    | user
            2        | running    | 2 h ago           | user
            3        | running    | 2 h 1 s ago       | user
            4        | starting   | 3 h ago           | panda
            5        | running    | 3 h ago           | managed
            6        | running    | 3 h ago           |
            7        | running    |                   | user
            8        | holding    | 3 h ago           | user
        """,
        expected={3, 4},
    )


def test_stage_in_and_stage_out(spec: Spec) -> None:
    """D56: as run, jobs that stage in or out send heartbeats too."""
    spec.check_jobs(
        job="""
            panda_id | job_status | modification_time | prod_source_label
            1        | stagein    | 3 h ago           | user
            2        | stageout   | 3 h ago           | user
        """,
        expected=both(page=set(), asrun={1, 2}),
    )


def test_the_limit_of_gdpconfig(spec: Spec) -> None:
    """HEARTBEAT_TIMEOUT_analysis; that of production does not count."""
    spec.check_jobs(
        gdp_config="""
            app         | component | key                          | type | value
            pandaserver | watcher   | HEARTBEAT_TIMEOUT_analysis   | int  | 5
            pandaserver | watcher   | HEARTBEAT_TIMEOUT_production | int  | 1
        """,
        job="""
            panda_id | job_status | modification_time | prod_source_label
            1        | running    | 5 h ago           | user
            2        | running    | 5 h 1 s ago       | user
        """,
        expected={2},
    )
