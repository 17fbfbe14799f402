"""To-running rate of a share at a queue, in starts per hour."""

from __future__ import annotations

from tests.spec.check import Spec, both


def test_a_share_with_a_fourth_of_the_running_jobs(spec: Spec) -> None:
    """On the page that of the queue; as run its part by running jobs, maybe none.

    142 starts in 5 h 55 min are 24 an hour.
    """
    spec.check_fact(
        "share_trr",
        "trr_per_h",
        job_stats="""
            gshare        | job_status | n_jobs
            User Analysis | running    | 100
            MC            | running    | 300
            Validation    | activated  | 50
        """,
        queue_start_rate="n_started\n142",
        expected=both(
            page={
                ("Q", "User Analysis"): 24.0,
                ("Q", "MC"): 24.0,
                ("Q", "Validation"): 24.0,
            },
            asrun={
                ("Q", "User Analysis"): 6.0,
                ("Q", "MC"): 18.0,
                ("Q", "Validation"): 0.0,
            },
        ),
    )
