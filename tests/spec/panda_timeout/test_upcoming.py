"""What the timeouts will do in the next hours if nothing happens until then."""

from __future__ import annotations

from tests.spec.check import Spec
from tests.spec.panda_timeout.jobs import drawn_jobs

KEYS = ["panda_id", "rule_id"]


def test_from_now_to_the_end_of_the_forecast(spec: Spec) -> None:
    """Job 1 is hit already and job 2 in an instant; job 5 is a second too young. Job 6
    stands at a paused queue, of job 7 nothing is known, and job 8 is too old."""
    spec.check_cycle(
        "upcoming",
        KEYS,
        ["action", "code", "due_in_s", "is_hit_already"],
        profile="page",
        parameters={"rules_off": []},
        queue="queue_name: Q | P, status: online | paused",
        job=drawn_jobs("""
            1 pending   1-h-1-s 1-h
            2 pending   1-h     1-h
            3 pending   20-min  10-min
            4 activated 6-d-1-s 1-d-1-h
            5 activated 6-d     1-h
            6 pending   20-min  10-min  . queue_name=P
            7 pending
            8 running   22-d    1-h
        """),
        expected={
            (2, "TO-01"): ("kill", 4, 0, False),
            (3, "TO-01"): ("kill", 4, 2400, False),
            (4, "TO-09"): ("kill", 2, 86399, False),
            (4, "TO-07"): ("reassign", 51, 82800, False),
            (8, "TO-13"): ("fail", None, 3600, True),
        },
    )


def test_a_job_that_two_rules_hit_is_foreseen_once(spec: Spec) -> None:
    """Nobody holds it, so TO-04 and TO-06 hit it by its creation."""
    spec.check_cycle(
        "upcoming",
        KEYS,
        "due_in_s",
        profile="page",
        job="panda_id: 1, table_name: defined4, job_status: defined, locked_by:, "
        "creation_time: 8 d ago, modification_time: 3 h ago",
        expected={(1, "TO-03"): 3600},
    )
