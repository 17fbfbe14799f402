"""-tmp_user_problem: all queues with the data are problematic for the user."""

from __future__ import annotations

from tests.spec.check import Spec, both

WORLD = {
    "queue": """
        queue_name
        Q
    """,
    "job_stats": """
        job_status | n_jobs
        activated  | 120
        running    | 100
    """,
    "user_job_stats": """
        prod_user_name | job_status | n_jobs
        Jane           | activated  | 51
        Jane           | running    | 10
        Joe            | running    | 10
    """,
}


def test_the_second_round_may_help(spec: Spec) -> None:
    """In the running system, for tasks whose locality may be given up (row 5)."""
    spec.check(
        world=WORLD,
        parameters={"OVERLOAD_MIN_QUEUE": 1000},
        task="""
            jedi_task_id | task_priority
            1            | 2000
            2            | 1999
        """,
        expected=both(page=set(), asrun={(1, 0, "Q")}),
    )
