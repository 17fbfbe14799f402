"""TO-24: no rule acts while a queue is paused, or where it forbids to reassign."""

from __future__ import annotations

from tests.spec.check import Spec, both

QUEUES = """
    queue_name | status  | catchall        | params
    P          | paused  |                 |
    R          | online  | disableReassign |
    S          | online  |                 | {"disableReassign": 1}
    O          | offline |                 |
    U          |         |                 |
"""


def test_all_jobs_of_such_queues(spec: Spec) -> None:
    """D39: as run, no rule is switched off altogether."""
    spec.check_jobs(
        queue=QUEUES,
        job="panda_id: 1 | 2 | 3 | 4 | 5 | 6 | 7, job_status: running | activated | "
        "holding | running | running | sent | running, "
        "queue_name: P | R | S | O | U | X |",
        expected=both(page={1, 2, 3}, asrun=set()),
    )


def test_what_is_left_of_the_actions(spec: Spec) -> None:
    """D39: as run, a pause lifts heartbeats, and disableReassign reassignment."""
    open_ = {(6, "TO-07"): "reassign", (7, "TO-13"): "fail"}
    closed = {(2, "TO-11"): "fail", (3, "TO-07"): "reassign", (5, "TO-13"): "fail"}
    spec.check_cycle(
        "action",
        ["panda_id", "rule_id"],
        "action",
        queue=QUEUES,
        job="""
            panda_id | job_status | queue_name | modification_time
            1        | running    | P          | 3 h ago
            2        | sent       | P          | 1 h ago
            3        | activated  | P          | 3 d ago
            4        | activated  | R          | 3 d ago
            5        | running    | R          | 3 h ago
            6        | activated  | O          | 3 d ago
            7        | running    | O          | 3 h ago
        """,
        expected=both(page=open_, asrun={**open_, **closed}),
    )
