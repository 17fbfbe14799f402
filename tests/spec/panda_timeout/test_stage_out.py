"""TO-15: the limit of the workflow for transferring jobs that stage out themselves."""

from __future__ import annotations

from tests.spec.check import Spec, both


def test_below_at_and_above_the_limit(spec: Spec) -> None:
    """D40: a sub status shows the stage-out; as run, it is analysis jobs instead."""
    spec.check_jobs(
        every={"job_status": "transferring"},
        job="""
            panda_id | modification_time | job_sub_status | prod_source_label
            1        | 1 h 59 min ago    | to_transfer    | managed
            2        | 2 h ago           | to_transfer    | managed
            3        | 2 h 1 s ago       | to_transfer    | managed
            4        | 3 h ago           |                | managed
            5        | 3 h ago           |                | user
            6        | 3 h ago           | to_transfer    | panda
            7        |                   | to_transfer    | user
            8        | 2 h ago           |                | user
        """,
        expected=both(page={3, 6}, asrun={5, 6}),
    )


def test_other_statuses(spec: Spec) -> None:
    """Jobs that do not transfer have rules of their own."""
    spec.check_jobs(
        every={"job_sub_status": "to_transfer", "prod_source_label": "user"},
        job="""
            panda_id | table_name | job_status   | modification_time
            1        | active4    | running      | 3 h ago
            2        | defined4   | transferring | 3 h ago
            3        | active4    |              | 3 h ago
        """,
        expected=set(),
    )


def test_the_limits_of_gdpconfig(spec: Spec) -> None:
    """D40: on the page that of the job's workflow, as run that of analysis."""
    spec.check_jobs(
        gdp_config="""
            app         | component | key                        | type | value | vo
            pandaserver | watcher   | HEARTBEAT_TIMEOUT_stager   | int  | 6     | atlas
            pandaserver | watcher   | HEARTBEAT_TIMEOUT_analysis | int  | 4     | atlas
        """,
        every={
            "job_status": "transferring",
            "job_sub_status": "to_transfer",
            "prod_source_label": "user",
        },
        job="""
            panda_id | modification_time | workflow
            1        | 6 h ago           | stager
            2        | 6 h 1 s ago       | stager
            3        | 3 h ago           | other
        """,
        expected=both(page={2, 3}, asrun={1, 2}),
    )
