"""What the timeouts will do in the next hours if nothing happens until then."""

from __future__ import annotations

from tests.spec.check import Spec

QUEUES = "queue_name: Q | P, status: online | paused"
JOBS = """
    panda_id | table_name | job_status | creation_time | modification_time | queue_name
    1        | defined4   | pending    | 1 h 1 s ago   | 1 h ago           | Q
    2        | defined4   | pending    | 1 h ago       | 1 h ago           | Q
    3        | defined4   | pending    | 20 min ago    | 10 min ago        | Q
    4        | active4    | activated  | 6 d 1 s ago   | 1 d 1 h ago       | Q
    5        | active4    | activated  | 6 d ago       | 1 h ago           | Q
    6        | defined4   | pending    | 20 min ago    | 10 min ago        | P
    7        | defined4   | pending    |               |                   | Q
    8        | active4    | running    | 22 d ago      | 1 h ago           | Q
"""
KEYS = ["panda_id", "rule_id"]


def test_from_now_to_the_end_of_the_forecast(spec: Spec) -> None:
    """Job 1 is hit already and job 2 in an instant; job 5 is a second too young.

    Job 6 stands at a paused queue, of job 7 nothing is known, and job 8 is too old.
    """
    spec.check_cycle(
        "upcoming",
        KEYS,
        ["action", "code", "due_in_s", "is_hit_already"],
        profile="page",
        parameters={"rules_off": []},
        queue=QUEUES,
        job=JOBS,
        expected={
            (2, "TO-01"): ("kill", 4, 0, False),
            (3, "TO-01"): ("kill", 4, 2400, False),
            (4, "TO-09"): ("kill", 2, 86399, False),
            (4, "TO-07"): ("reassign", 51, 82800, False),
            (8, "TO-13"): ("fail", None, 3600, True),
        },
    )


def test_how_far_it_looks(spec: Spec) -> None:
    """As many hours as forecast_hours. Job 4 would be due within the day by TO-09 too,
    which the page does not have: rules that are off foresee nothing."""
    soon = {(2, "TO-01"): 0, (3, "TO-01"): 2400, (8, "TO-13"): 3600}
    for hours, expected in {24: {**soon, (4, "TO-07"): 82800}, 23: soon}.items():
        spec.check_cycle(
            "upcoming",
            KEYS,
            "due_in_s",
            profile="page",
            queue=QUEUES,
            job=JOBS,
            parameters={"forecast_hours": hours},
            expected=expected,
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
