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
        expected=both(page={(1, 0, "B"), (1, 0, "D")}, asrun=set()),
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
        task_job_stats="""
            queue_name | job_status | last_change | n_jobs
            A          | failed     | 1 h ago     | 8
            B          | failed     | 1 h ago     | 9
            C          | failed     | 7 h ago     | 9
            D          | failed     | 9 h ago     | 99
        """,
        profile="page",
        expected={(1, 0, "B"), (1, 0, "C")},
    )


def test_the_factor_on_finished_jobs(spec: Spec) -> None:
    """bad_per_finished: 3 x 4 instead of 2 x 4."""
    for n_failed, hit in ((11, set[str]()), (12, {"Q"})):
        spec.check(
            task_job_stats=f"""
                job_status | last_change | n_jobs
                failed     | 1 h ago     | {n_failed}
                finished   | 1 h ago     | 4
            """,
            parameters={"bad_per_finished": 3},
            profile="page",
            expected={(1, 0, name) for name in hit},
        )


def test_a_problem_of_another_kind_as_run(spec: Spec) -> None:
    """At a pre-assigned queue with many jobs; the page has one rule for all (row 4)."""
    spec.check(
        task="site: Q",
        task_dataset="type: pseudo_input",
        job_stats="job_status: activated | running, n_jobs: 120 | 100",
        user_job_stats="job_status: running, n_jobs: 1",
        task_job_stats="job_status: failed, last_change: 1 h ago, n_jobs: 9",
        expected=both(page={(1, 0, "Q")}, asrun=set()),
    )
