"""TO-14: 2 hours without heartbeat of analysis jobs, or the limit of the workflow."""

from __future__ import annotations

from tests.spec.check import Spec, both

#: Analysis has four hours, two workflows have limits of their own, a third has none.
LIMITS = """
    component | key                          | type  | value
    watcher   | HEARTBEAT_TIMEOUT_analysis   | int   | 4
    watcher   | HEARTBEAT_TIMEOUT_production | int   | 1
    watcher   | HEARTBEAT_TIMEOUT_pull_slow  | int   | 6
    watcher   | HEARTBEAT_TIMEOUT_pull_fast  | float | 0.5
"""


def test_the_limit_of_the_workflow_replaces_that_of_analysis(spec: Spec) -> None:
    """V05: a user job with a workflow; as run, the workflow changes nothing here. The
    limit of production does not count."""
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
    ended = {(2, "TO-13"): "fail", (2, "TO-14"): "fail"}
    spec.check_cycle(
        "action",
        ["panda_id", "rule_id"],
        "action",
        gdp_config=LIMITS,
        job="panda_id: 1 | 2, job_status: running | starting, workflow: pull_slow, "
        "modification_time: 6 h ago | 6 h 1 s ago, prod_source_label: user | panda",
        expected=both(
            page=ended, asrun={**ended, (1, "TO-13"): "fail", (1, "TO-14"): "fail"}
        ),
    )
