"""TO-13: 2 hours without heartbeat, or the limit of the workflow."""

from __future__ import annotations

from tests.spec.check import Spec, both

RUNNING = {"job_status": "running"}


def test_each_workflow_can_define_a_limit_of_its_own(spec: Spec) -> None:
    """D56: the workflow is that of the job, or of its queue if it has none; as run,
    that of the queue. Without a key of its own a workflow has the limit of production,
    four hours here."""
    spec.check_jobs(
        gdp_config="""
            app         | component | key                          | type | value
            pandaserver | watcher   | HEARTBEAT_TIMEOUT_pull_slow  | int  | 6
            pandaserver | watcher   | HEARTBEAT_TIMEOUT_production | int  | 4
            jedi        | watcher   | HEARTBEAT_TIMEOUT_push       | int  | 9
        """,
        queue="queue_name: S | P | Z, workflow: pull_slow | push |",
        every=RUNNING,
        job="""
            panda_id | modification_time | workflow  | queue_name
            1        | 6 h ago           | pull_slow | S
            2        | 6 h 1 s ago       | pull_slow | S
            3        | 5 h ago           | pull_slow | P
            4        | 5 h ago           | push      | S
            5        | 4 h ago           | push      | P
            6        | 4 h 1 s ago       | push      | P
            7        | 5 h ago           |           | S
            8        | 5 h ago           | pull_slow | Z
            9        | 5 h ago           | pull_slow |
            10       | 5 h ago           | ''        | X
            11       | 6 h 1 s ago       | ''        | S
        """,
        expected=both(page={2, 4, 6, 10, 11}, asrun={2, 3, 6, 8, 9, 10, 11}),
    )


def test_queues_that_are_not_online(spec: Spec) -> None:
    """D56: as run, a limit counts only while some queue of the workflow is online. Jobs
    of paused queues stay; a queue that is not known is not paused."""
    spec.check_jobs(
        gdp_config="component: watcher, type: int, value: 6, "
        "key: HEARTBEAT_TIMEOUT_one | HEARTBEAT_TIMEOUT_two",
        queue="queue_name: A | B | C | P | O | U, workflow: one | one | two | | |, "
        "status: offline | online | offline | paused | brokeroff |",
        every={**RUNNING, "modification_time": "5 h ago"},
        job="panda_id: 1 | 2 | 3 | 4 | 5 | 6 | 7, workflow: one | two | | | | |, "
        "queue_name: A | C | P | O | U | X |",
        expected=both(page={4, 5, 6, 7}, asrun={2, 4, 5, 6, 7}),
    )
