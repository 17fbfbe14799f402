"""Fast rebrokerage: too many jobs of a share wait at a queue that runs few of them."""

from __future__ import annotations

from tests.spec.check import Spec, both

#: Waiting jobs of shares MC and DP at queues A and B.
JOBS = """
    panda_id | queue_name | gshare | job_status | table_name
    1        | A          | MC     | activated  | active4
    2        | A          | MC     | defined    | defined4
    3        | A          | MC     | running    | active4
    4        | A          | MC     | assigned   | defined4
    5        | A          | MC     | starting   | active4
    6        | A          | MC     | activated  | active4
    7        | A          | DP     | activated  | active4
    8        | B          | MC     | activated  | active4
    9        | A          |        | activated  | active4
    10       |            | MC     | activated  | active4
"""


def limits(*shares: str, value: int) -> str:
    """Draw how many jobs of each share may wait at a queue."""
    key = "FAST_REBRO_THRESHOLD_NQUEUE"
    rows = [f"rebroker | {key}_{share} | int | {value}" for share in shares]
    return "\n".join(["component | key | type | value", *rows])


def test_the_oldest_jobs_are_picked(spec: Spec) -> None:
    """D41: five more than the eight; as run, one job less than the excess. Of 13 that
    wait these are known: the lowest PandaIDs of queue and share in four statuses."""
    spec.check_jobs(
        gdp_config=limits("MC", value=8),
        job_stats="queue_name: A, gshare: MC, defined: 1, assigned: 2, activated: 6, "
        "starting: 4, running: 1, holding: 50",
        job=JOBS,
        expected=both(page={1, 2, 4, 5, 6}, asrun={1, 2, 4, 5}),
    )


def test_a_share_without_its_limit_never_triggers(spec: Spec) -> None:
    """D41: as run, ten is assumed and counted in a dry run, which kills nobody."""
    stats = "queue_name: A, gshare: MC, activated: 100"
    spec.check_jobs(job_stats=stats, job=JOBS, expected=set())
    spec.check_fact(
        "queue_excess",
        ["n_queued_limit", "is_dry_run", "n_excess", "n_to_kill"],
        job_stats=stats,
        job=JOBS,
        expected=both(page={}, asrun={("A", "MC"): (10, True, 70, 0)}),
    )


def test_worked_examples_of_the_excess(spec: Spec) -> None:
    """Spec 12, example 21: queues B, C, D stand for the share's other waiting jobs.
    Both conditions of ratios are strict: 900 waiting are not more than 3 x 300, and
    1000 are not more than 0.3 x 4000."""
    spec.check_fact(
        "queue_excess",
        ["n_queued", "n_running", "n_queued_share", "n_excess", "n_to_kill"],
        gdp_config=limits(*"abcd", value=500),
        job_stats="""
            queue_name | gshare | activated | running
            A          | a      | 1000      | 100
            B          | a      | 400       | 400
            C          | a      | 600       | 400
            A          | b      | 1000      | 100
            B          | b      | 3000      | 1000
            A          | c      | 900       | 300
            A          | d      | 901       | 300
            B          | d      | 99        | 99
        """,
        expected=both(
            page={
                ("A", "a"): (1000, 100, 2000, 400, 400),
                ("A", "d"): (901, 300, 1000, 1, 1),
            },
            asrun={
                ("A", "a"): (1000, 100, 2000, 400, 399),
                ("A", "d"): (901, 300, 1000, 1, 0),
            },
        ),
    )


def test_each_of_the_three_limits(spec: Spec) -> None:
    """At it and above it; the excess is that over the nearest limit, rounded up. Queue
    O has nothing to do with them but waiting jobs of its own. Limits of the shares are
    ten; without running jobs the first limit is 0."""
    spec.check_fact(
        "queue_excess",
        "n_excess",
        gdp_config="\n".join(
            [
                limits("r1", "r2", "r3", "q1", "q2", "f1", "f2", value=10),
                "rebroker | FAST_REBRO_THRESHOLD_NQNR_RATIO | float | 2.5",
                "rebroker | FAST_REBRO_THRESHOLD_NQUEUE_FRAC | float | 0.5",
            ]
        ),
        job_stats="""
            queue_name | gshare | activated | running
            A          | r1     | 50        | 20
            A          | r2     | 51        | 20
            A          | r3     | 51        | 19
            A          | q1     | 10        |
            A          | q2     | 11        |
            A          | f1     | 40        |
            O          | f1     | 40        | 40
            A          | f2     | 41        |
            O          | f2     | 40        | 40
        """,
        expected={("A", "r2"): 1, ("A", "r3"): 4, ("A", "q2"): 1, ("A", "f2"): 1},
    )


def test_limits_of_zero_are_unset(spec: Spec) -> None:
    """PanDA takes the usual ratio 3 and part 0.3: with them 31 and 12 jobs are over."""
    spec.check_fact(
        "queue_excess",
        "n_excess",
        gdp_config="\n".join(
            [
                limits("r", "f", value=10),
                "rebroker | FAST_REBRO_THRESHOLD_NQNR_RATIO | int | 0",
                "rebroker | FAST_REBRO_THRESHOLD_NQUEUE_FRAC | int | 0",
            ]
        ),
        job_stats="""
            queue_name | gshare | activated | running
            A          | r      | 91        | 20
            A          | f      | 51        |
            O          | f      | 82        | 82
        """,
        expected={("A", "r"): 31, ("A", "f"): 12},
    )


def test_what_is_not_counted(spec: Spec) -> None:
    """Queues in Harvester_Slots, valid or not; jobs of Resource work queues; other vos.
    They count neither at their queue nor in the sum of the share."""
    spec.check_fact(
        "share_backlog",
        ["n_queued", "n_running", "n_queued_share"],
        queue_slots="queue_name: S | T | U, num_slots: 100 | 100 |, "
        "expiration_time: 13:00 | 11:00 |",
        work_queue="queue_id: 7 | 8, queue_name: upgrade | group, "
        "queue_function: Resource | Share",
        job_stats="""
            queue_name | gshare | job_status | n_jobs | workqueue_id | vo
            A          | MC     | activated  | 20     |              | atlas
            A          | MC     | starting   | 3      | 8            | atlas
            A          | MC     | activated  | 100    | 7            | atlas
            A          | MC     | activated  | 100    |              | other
            A          | MC     | activated  |        |              | atlas
            A          |        | activated  | 100    |              | atlas
            A          | MC     | holding    | 100    |              | atlas
            B          | MC     | running    | 5      |              | atlas
            B          | DP     | defined    | 7      |              | atlas
            S          | MC     | activated  | 100    |              | atlas
            T          | MC     | activated  | 100    |              | atlas
            U          | MC     | activated  | 100    |              | atlas
        """,
        job=JOBS,
        expected={
            ("A", "MC"): (23, 0, 23),
            ("B", "MC"): (0, 5, 23),
            ("B", "DP"): (7, 0, 7),
        },
    )


def test_its_action(spec: Spec) -> None:
    """Code 10, beside whatever else is done to the jobs."""
    spec.check_cycle(
        "action",
        ["panda_id", "rule_id"],
        ["action", "code", "age_s", "is_strongest"],
        profile="page",
        gdp_config=limits("MC", value=10),
        job_stats="queue_name: A, gshare: MC, activated: 12",
        queue="queue_name: A",
        job="panda_id: 1 | 2 | 3, queue_name: A, job_status: activated, "
        "modification_time: 1 h ago | 3 d ago | 1 h ago, "
        "creation_time: 2 h ago | 4 d ago | 2 h ago",
        expected={
            (1, "FR"): ("kill", 10, 7200, True),
            (2, "FR"): ("kill", 10, 345600, True),
            (2, "TO-07"): ("reassign", 51, 259200, False),
        },
    )
