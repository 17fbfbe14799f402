"""TO-10: 4 hours for urgent activated or starting jobs at queues that start none."""

from __future__ import annotations

from tests.spec.check import Spec, both

#: S starts nothing, T has just started a job, O and E are closed, nobody knows of U.
QUEUES = {
    "queue": "queue_name: S | T | O | E | U, "
    "status: online | online | offline | test | online",
    "pilot_activity": "queue_name: S | T | T | O | U, last_start: 3 h ago | 1 h ago | "
    "9 h ago | 1 h ago |, flag: production | production | analysis | production | "
    "production",
}
URGENT = {
    "job_status": "activated",
    "modification_time": "5 h ago",
    "current_priority": "900",
}


def test_below_at_and_above_four_hours(spec: Spec) -> None:
    """V41: on the page every job counts from its last change.

    As run, activated jobs count from it and starting ones from their start. One job
    alone at its queue: 8 and 9 have been in their status for long, and were changed
    just now.
    """
    spec.check_jobs(
        queue="queue_name: A | B | C | D | E | F | G | H | I | J | K | L, "
        "status: offline",
        every={"current_priority": "800"},
        job="""
            panda_id | queue_name | job_status | modification_time | state_change_time
            1        | A          | activated  | 3 h 59 min ago    |
            2        | B          | activated  | 4 h ago           |
            3        | C          | activated  | 4 h 1 s ago       |
            4        | D          | starting   | 3 h 59 min ago    | 3 h 59 min ago
            5        | E          | starting   | 4 h ago           | 4 h ago
            6        | F          | starting   | 4 h 1 s ago       | 4 h 1 s ago
            7        | G          | activated  |                   |
            8        | H          | activated  | 1 min ago         | 9 h ago
            9        | I          | starting   | 1 min ago         | 9 h ago
            10       | J          | running    | 9 h ago           | 9 h ago
            11       | K          | starting   |                   | 9 h ago
            12       | L          | starting   | 4 h 1 s ago       | 1 h ago
        """,
        expected=both(page={3, 6, 12}, asrun={3, 6, 9, 11}),
    )


def test_priority_800(spec: Spec) -> None:
    """Below, at and above it; a job without a priority is not urgent."""
    spec.check_jobs(
        world=QUEUES,
        every={**URGENT, "queue_name": "O"},
        job="panda_id: 1 | 2 | 3 | 4, current_priority: 799 | 800 | 801 |",
        expected={2, 3},
    )


def test_queues_that_start_nothing(spec: Spec) -> None:
    """The last start is older than two hours, or the status is test or offline.

    A queue without a start on record counts as active, and one that is not known too.
    """
    spec.check_jobs(
        world=QUEUES,
        every=URGENT,
        job="panda_id: 1 | 2 | 3 | 4 | 5 | 6 | 7, queue_name: S | T | O | E | U | X |",
        expected={1, 3, 4},
    )


def test_queues_that_start_analysis_alone(spec: Spec) -> None:
    """C237: A has started nothing for long, B has; as run, nothing is known of them.

    Where production starts on record it counts alone: in C it has stopped.
    """
    spec.check_jobs(
        queue="queue_name: A | B | C",
        pilot_activity="queue_name: A | B | B | C | C, "
        "flag: analysis | analysis | analysis | analysis | production, "
        "last_start: 3 h ago | 9 h ago | 1 h ago | 1 h ago | 3 h ago",
        every=URGENT,
        job="panda_id: 1 | 2 | 3, queue_name: A | B | C",
        expected=both(page={1, 3}, asrun={3}),
    )


def test_below_at_and_above_two_hours_without_a_start(spec: Spec) -> None:
    """The latest start of production counts."""
    spec.check_jobs(
        queue="queue_name: A | B | C | D",
        pilot_activity="queue_name: A | B | C | D | D, "
        "last_start: 1 h 59 min ago | 2 h ago | 2 h 1 s ago | 9 h ago | 1 h ago",
        every=URGENT,
        job="panda_id: 1 | 2 | 3 | 4, queue_name: A | B | C | D",
        expected={3},
    )


def test_once_a_queue_is_looked_at_either_time_counts(spec: Spec) -> None:
    """V41: as run, job 2 was changed just now, but job 1 shows that O stands still.

    Nothing shows that of queue E. On the page the state of the queue shows it, and the
    job's own clock is all that counts.
    """
    spec.check_jobs(
        world=QUEUES,
        every={"job_status": "activated", "current_priority": "900"},
        job="""
            panda_id | queue_name | modification_time | state_change_time
            1        | O          | 5 h ago           | 6 h ago
            2        | O          | 1 min ago         | 6 h ago
            3        | O          | 1 min ago         | 1 h ago
            4        | E          | 1 min ago         | 6 h ago
        """,
        expected=both(page={1}, asrun={1, 2}),
    )


def test_jobs_that_the_running_system_leaves_alone(spec: Spec) -> None:
    """D55: label, holder, relocation flag, merge jobs; unknown values match none."""
    spec.check_jobs(
        world=QUEUES,
        every={**URGENT, "queue_name": "O"},
        job="""
            panda_id | prod_source_label | locked_by | relocation_flag | processing_type
            1        | managed           | jedi      | 0               | simul
            2        | test              | jedi      | 0               | simul
            3        | managed           |           | 0               | simul
            4        | managed           | jedi      | 2               | simul
            5        | managed           | jedi      |                 | simul
            6        | managed           | jedi      | 0               | pmerge
            7        | managed           | jedi      | 0               |
        """,
        expected=both(page={1, 2, 3, 4, 5, 6, 7}, asrun={1}),
    )


def test_queues_that_forbid_to_reassign(spec: Spec) -> None:
    """Their jobs stay."""
    spec.check_jobs(
        queue="queue_name: A | B, status: offline, catchall: disableReassign |",
        every=URGENT,
        job="panda_id: 1 | 2, queue_name: A | B",
        expected={2},
    )
