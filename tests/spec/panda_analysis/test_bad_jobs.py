"""-closed: many jobs of the task closed or failed of late."""

from __future__ import annotations

from tests.spec.check import Spec, both


def test_failed_and_closed_jobs(spec: Spec) -> None:
    """Fewer than max(2 x finished, 5) are allowed, of all kinds (row 4)."""
    spec.check(
        queue="queue_name: A | B | C | D | E",
        task_dataset="type: pseudo_input",
        task_job_stats="""
            queue_name | job_status | last_change | n_jobs | n_jobs_all
            A          | failed     | 1 h ago     | 4      |
            B          | failed     | 1 h ago     | 3      |
            B          | closed     | 1 h ago     | 0      | 2
            C          | failed     | 1 h ago     | 7      |
            C          | finished   | 1 h ago     | 4      |
            D          | failed     | 1 h ago     | 8      |
            D          | finished   | 1 h ago     | 4      |
            E          | failed     | 7 h ago     | 99     |
        """,
        expected=both(page={"B", "D"}, asrun=set()),
    )


def test_limits_are_keys_of_gdpconfig(spec: Spec) -> None:
    """The window in hours and the jobs that are allowed in any case."""
    spec.check(
        gdp_config="""
            component      | key                     | type | value
            anal_jobbroker | TW_DONE_JOB_STAT        | int  | 8
            anal_jobbroker | MIN_BAD_JOBS_TO_SKIP_PQ | int  | 9
        """,
        queue="queue_name: A | B | C | D",
        task_dataset="type: pseudo_input",
        task_job_stats="queue_name: A | B | C | D, "
        "last_change: 1 h ago | 1 h ago | 7 h ago | 9 h ago, failed: 8 | 9 | 9 | 99",
        profile="page",
        expected={"B", "C"},
    )


def test_the_factor_on_finished_jobs(spec: Spec) -> None:
    """bad_per_finished: 3 x 4 instead of 2 x 4."""
    for n_failed, hit in ((11, set[str]()), (12, {"Q"})):
        spec.check(
            task_job_stats=f"last_change: 1 h ago, failed: {n_failed}, finished: 4",
            parameters={"bad_per_finished": 3},
            profile="page",
            expected={*hit},
        )


def test_a_problem_of_another_kind_as_run(spec: Spec) -> None:
    """At a pre-assigned queue with many jobs; the page has one rule for all (row 4)."""
    spec.check(
        task="site: Q, type: pseudo_input",
        job_stats="activated: 120, running: 100",
        user_job_stats="running: 1",
        task_job_stats="last_change: 1 h ago, failed: 9",
        expected=both(page={"Q"}, asrun=set()),
    )
