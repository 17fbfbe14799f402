"""TO-13: 2 hours without heartbeat, or the limit of the workflow."""

from __future__ import annotations

from tests.spec.check import Spec, both


def test_below_at_and_above_two_hours(spec: Spec) -> None:
    """It counts from the last change."""
    spec.check_jobs(
        job="""
            panda_id | table_name | job_status | modification_time | creation_time
            1        | active4    | running    | 1 h 59 min ago    | 9 h ago
            2        | active4    | running    | 2 h ago           | 9 h ago
            3        | active4    | running    | 2 h 1 s ago       | 2 h 1 s ago
            4        | active4    | starting   | 3 h ago           | 9 h ago
            5        | active4    | running    |                   | 9 h ago
            6        | active4    | holding    | 9 h ago           | 9 h ago
            7        | defined4   | running    | 9 h ago           | 9 h ago
            8        | active4    |            | 9 h ago           | 9 h ago
        """,
        expected={3, 4},
    )


def test_stage_in_and_stage_out(spec: Spec) -> None:
    """D56: as run, jobs that stage in or out send heartbeats too."""
    spec.check_jobs(
        job="""
            panda_id | job_status   | modification_time
            1        | running      | 3 h ago
            2        | stagein      | 3 h ago
            3        | stageout     | 3 h ago
            4        | transferring | 3 h ago
        """,
        expected=both(page={1}, asrun={1, 2, 3}),
    )


def test_each_workflow_can_define_a_limit_of_its_own(spec: Spec) -> None:
    """D56: the workflow is that of the job; as run, that of the queue.

    Without a key of its own a workflow has the limit of production, four hours here.
    """
    spec.check_jobs(
        gdp_config="""
            app         | component | key                          | type | value
            pandaserver | watcher   | HEARTBEAT_TIMEOUT_pull_slow  | int  | 6
            pandaserver | watcher   | HEARTBEAT_TIMEOUT_production | int  | 4
            jedi        | watcher   | HEARTBEAT_TIMEOUT_push       | int  | 9
        """,
        queue="queue_name: S | P | Z, workflow: pull_slow | push |",
        job="""
            panda_id | job_status | modification_time | workflow  | queue_name
            1        | running    | 6 h ago           | pull_slow | S
            2        | running    | 6 h 1 s ago       | pull_slow | S
            3        | running    | 5 h ago           | pull_slow | P
            4        | running    | 5 h ago           | push      | S
            5        | running    | 4 h ago           | push      | P
            6        | running    | 4 h 1 s ago       | push      | P
            7        | running    | 5 h ago           |           | S
            8        | running    | 5 h ago           | pull_slow | Z
            9        | running    | 5 h ago           | pull_slow |
            10       | running    | 5 h ago           | ''        | X
        """,
        expected=both(page={2, 4, 6, 7, 10}, asrun={2, 3, 6, 8, 9, 10}),
    )


def test_workflows_of_queues_that_are_not_online(spec: Spec) -> None:
    """D56: as run, a limit counts only while some queue of the workflow is online."""
    spec.check_jobs(
        gdp_config="""
            app         | component | key                   | type | value
            pandaserver | watcher   | HEARTBEAT_TIMEOUT_one | int  | 6
            pandaserver | watcher   | HEARTBEAT_TIMEOUT_two | int  | 6
        """,
        queue="""
            queue_name | workflow | status
            A          | one      | offline
            B          | one      | online
            C          | two      | offline
        """,
        job="""
            panda_id | job_status | modification_time | workflow | queue_name
            1        | running    | 5 h ago           | one      | A
            2        | running    | 5 h ago           | two      | C
        """,
        expected=both(page=set(), asrun={2}),
    )


def test_paused_queues(spec: Spec) -> None:
    """Their jobs stay; a queue that is not known is not paused."""
    spec.check_jobs(
        queue="queue_name: A | B | C, status: paused | brokeroff |",
        job="""
            panda_id | job_status | modification_time | queue_name
            1        | running    | 3 h ago           | A
            2        | running    | 3 h ago           | B
            3        | running    | 3 h ago           | C
            4        | running    | 3 h ago           | X
            5        | running    | 3 h ago           |
        """,
        expected={2, 3, 4, 5},
    )
