"""TO-08: 2 days for starting jobs."""

from __future__ import annotations

from tests.spec.check import Spec, both


def test_below_at_and_above_two_days(spec: Spec) -> None:
    """It counts from the change of status."""
    spec.check_jobs(
        job="""
            panda_id | job_status | state_change_time | modification_time
            1        | starting   | 1 d 23 h ago      | 3 d ago
            2        | starting   | 2 d ago           | 3 d ago
            3        | starting   | 2 d 1 s ago       | 1 s ago
            4        | starting   |                   | 3 d ago
            5        | activated  | 3 d ago           | 1 s ago
        """,
        expected={3},
    )


def test_jobs_that_the_running_system_leaves_alone(spec: Spec) -> None:
    """D55: it takes managed jobs that JEDI holds, but not of relocation flag 2.

    Whether an unknown flag is another one than 2, nobody knows: such jobs stay.
    """
    spec.check_jobs(
        every={"job_status": "starting", "state_change_time": "3 d ago"},
        job="""
            panda_id | prod_source_label | locked_by | relocation_flag
            1        | managed           | jedi      | 0
            2        | managed           | jedi      | 1
            3        | managed           | jedi      | 2
            4        | managed           | jedi      |
            5        | test              | jedi      | 0
            6        | managed           |           | 0
        """,
        expected=both(page={1, 2, 3, 4, 5, 6}, asrun={1, 2}),
    )


def test_queues_that_forbid_to_reassign(spec: Spec) -> None:
    """DisableReassign is a key of catchall or params; unknown queues forbid nothing."""
    spec.check_jobs(
        queue="""
            queue_name | catchall              | params
            A          | disableReassign       |
            B          | x=1,disableReassign=1 |
            C          |                       | {"disableReassign": true}
            D          | disableReassigning    |
        """,
        job="""
            panda_id | job_status | state_change_time | queue_name
            1        | starting   | 3 d ago           | A
            2        | starting   | 3 d ago           | B
            3        | starting   | 3 d ago           | C
            4        | starting   | 3 d ago           | D
            5        | starting   | 3 d ago           | E
            6        | starting   | 3 d ago           |
        """,
        expected={4, 5, 6},
    )
