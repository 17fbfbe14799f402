"""To-running rate of a share at a queue, in starts per hour."""

from __future__ import annotations

from tests.spec.check import Spec, both


def test_a_share_with_a_fourth_of_the_running_jobs(spec: Spec) -> None:
    """On the page that of the queue; as run its part by running jobs, maybe none. 142
    starts in 5 h 55 min are 24 an hour; a queue without a rate has none."""
    keys = [("Q", name) for name in ("User Analysis", "MC", "Validation")]
    keys += [("idle", "MC"), ("unknown", "MC")]
    page, asrun = (24.0, 24.0, 24.0, 1.0, 0.0), (6.0, 18.0, 0.0, 0.0, 0.0)
    spec.check_fact(
        "share_trr",
        "trr_per_h",
        job_stats="""
            queue_name | gshare        | job_status | n_jobs
            Q          | User Analysis | running    | 100
            Q          | MC            | running    | 300
            Q          | Validation    | activated  | 50
            idle       | MC            | activated  | 5
            unknown    | MC            | running    | 5
        """,
        queue_start_rate="""
            queue_name | window_start | window_end | n_started
            Q          | 06:00        | 11:55      | 142
            idle       | 06:00        | 12:00      | 6
        """,
        expected=both(
            page=dict(zip(keys, page, strict=True)),
            asrun=dict(zip(keys, asrun, strict=True)),
        ),
    )
