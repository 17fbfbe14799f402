"""+usejumbo: a jumbo task at a jumbo queue is taken before any cap is looked at.

The page is silent; both profiles do as the running system.
"""

from __future__ import annotations

from tests.spec.check import Spec


def test_jumbo_tasks_at_jumbo_queues(spec: Spec) -> None:
    """The task states a number of jumbo jobs, the queue that it uses them."""
    spec.check(
        queue="""
            queue_name | catchall     | params
            A          | useJumboJobs |
            B          |              | {"useJumboJobs": true}
            C          |              |
        """,
        task="jedi_task_id: 1 | 2 | 3, split_rule: NJ=4 | | NF=4",
        expected={"A": "jumbo queue", "B": "jumbo queue"},
    )


def test_a_lock_does_not_matter_there(spec: Spec) -> None:
    """Queue B, which is locked as well, gets no jobs."""
    spec.check_cycle(
        "candidate",
        ("queue_name",),
        "rank",
        queue="queue_name: A | B, catchall: useJumboJobs |",
        task="split_rule: NJ=4",
        queue_lock="queue_name: A | B, locked_time: 11:59",
        input_chunk="use_jumbo\nonly",
        expected={("A",)},
    )


def test_an_empty_queue_is_started(spec: Spec) -> None:
    """As run it comes first with weight 0, as other empty queues do."""
    jobs = "queue_name: Q, n_jobs: 100"
    spec.check_cycle(
        "candidate",
        ("queue_name",),
        ("rank", "is_bootstrap", "for_jumbo"),
        queue="queue_name: J | Q, catchall: useJumboJobs |",
        task="split_rule: NJ=4, current_priority: 100, fsize: 0",
        job_stats=jobs,
        input_chunk="use_jumbo\nonly",
        profile="asrun",
        expected={"J": (1, True, False), "Q": (2, False, False)},
    )
