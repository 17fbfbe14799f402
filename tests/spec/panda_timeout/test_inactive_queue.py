"""TO-10: 4 hours for urgent activated or starting jobs at queues that start none."""

from __future__ import annotations

from tests.spec.check import Spec, both

URGENT = {
    "job_status": "activated",
    "modification_time": "5 h ago",
    "current_priority": "900",
}


def test_below_at_and_above_four_hours(spec: Spec) -> None:
    """V41: on the page every job counts from its last change. As run, activated jobs
    count from it and starting ones from their start. One job alone at its queue: 8 and
    9 have been in their status for long, and were changed just now."""
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
    """Below, at and above it; a job without a priority is not urgent. D55: as run, jobs
    are left alone for their label, holder and relocation flag, and merge jobs are;
    unknown values match none."""
    spec.check_jobs(
        queue="status: offline",
        every=URGENT,
        job="panda_id: 1 | 2 | 3 | 4, current_priority: 799 | 800 | 801 |",
        expected={2, 3},
    )
    spec.check_jobs(
        queue="status: offline",
        every=URGENT,
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


def test_queues_that_start_nothing(spec: Spec) -> None:
    """The last start of production is older than two hours (A to D), or the status is
    test or offline (O, E); not where it is forbidden to reassign (R).

    A queue without a start on record counts as active (U), and one that is not known
    too. C237: F starts analysis alone, but not for long, G does; as run, nothing is
    known of them. Where production starts on record it counts alone: in H it stopped.
    """
    spec.check_jobs(
        queue="queue_name: O | E | R | U | A | B | C | D | T | F | G | H, "
        "status: offline | test | offline | online | online | online | online | online "
        "| online | online | online | online, "
        "catchall: | | disableReassign | | | | | | | | |",
        pilot_activity="""
            queue_name | flag       | last_start
            O          | production | 1 h ago
            U          | production |
            A          | production | 1 h 59 min ago
            B          | production | 2 h ago
            C          | production | 2 h 1 s ago
            D          | production | 9 h ago
            D          | production | 1 h ago
            T          | production | 1 h ago
            T          | analysis   | 9 h ago
            F          | analysis   | 3 h ago
            G          | analysis   | 9 h ago
            G          | analysis   | 1 h ago
            H          | analysis   | 1 h ago
            H          | production | 3 h ago
        """,
        every=URGENT,
        job="panda_id: 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10 | 11 | 12 | 13 | 14, "
        "queue_name: O | E | R | U | A | B | C | D | T | F | G | H | X |",
        expected=both(page={1, 2, 7, 10, 12}, asrun={1, 2, 7, 12}),
    )


def test_once_a_queue_is_looked_at_either_time_counts(spec: Spec) -> None:
    """V41: as run, job 2 was changed just now, but job 1 shows that O stands still.
    Nothing shows that of queue E. On the page the state of the queue shows it, and the
    job's own clock is all that counts."""
    spec.check_jobs(
        queue="queue_name: O | E, status: offline | test",
        every={"job_status": "activated", "current_priority": "900"},
        job="panda_id: 1 | 2 | 3 | 4, queue_name: O | O | O | E, "
        "modification_time: 5 h ago | 1 min ago | 1 min ago | 1 min ago, "
        "state_change_time: 6 h ago | 6 h ago | 1 h ago | 6 h ago",
        expected=both(page={1}, asrun={1, 2}),
    )
