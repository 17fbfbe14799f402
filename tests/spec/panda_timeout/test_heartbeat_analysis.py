"""TO-14: 2 hours without heartbeat of analysis jobs, or the limit of the workflow."""

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


#: Analysis has four hours, two workflows have limits of their own, a third has none.
LIMITS = """
    app         | component | key                         | type  | value
    pandaserver | watcher   | HEARTBEAT_TIMEOUT_analysis  | int   | 4
    pandaserver | watcher   | HEARTBEAT_TIMEOUT_pull_slow | int   | 6
    pandaserver | watcher   | HEARTBEAT_TIMEOUT_pull_fast | float | 0.5
"""


def test_the_limit_of_the_workflow_replaces_that_of_analysis(spec: Spec) -> None:
    """V05: a user job with a workflow; as run, the workflow changes nothing here."""
    spec.check_jobs(
        gdp_config=LIMITS,
        every={"job_status": "running", "prod_source_label": "user"},
        job="""
            panda_id | modification_time | workflow
            1        | 5 h 59 min ago    | pull_slow
            2        | 6 h ago           | pull_slow
            3        | 6 h 1 s ago       | pull_slow
            4        | 29 min ago        | pull_fast
            5        | 30 min ago        | pull_fast
            6        | 30 min 1 s ago    | pull_fast
            7        | 4 h ago           | push
            8        | 4 h 1 s ago       | push
            9        | 4 h ago           |
            10       | 4 h 1 s ago       |
            11       | 4 h 1 s ago       | ''
        """,
        expected=both(page={3, 6, 8, 10, 11}, asrun={1, 2, 3, 8, 10, 11}),
    )


def test_no_heartbeat_rule_ends_a_user_job_before_its_workflow_s_limit(
    spec: Spec,
) -> None:
    """V05: TO-13 and TO-14 wait alike; as run, each for a limit of its own."""
    spec.check_cycle(
        "action",
        ["panda_id", "rule_id"],
        "action",
        gdp_config=LIMITS,
        job="""
            panda_id | job_status | modification_time | prod_source_label | workflow
            1        | running    | 6 h ago           | user              | pull_slow
            2        | starting   | 6 h 1 s ago       | panda             | pull_slow
        """,
        expected=both(
            page={(2, "TO-13"): "fail", (2, "TO-14"): "fail"},
            asrun={
                (job, rule): "fail" for job in (1, 2) for rule in ("TO-13", "TO-14")
            },
        ),
    )
