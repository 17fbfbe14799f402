"""The outcome of a chunk: rounds with and without locality, pending for 20 minutes."""

from __future__ import annotations

from tests.spec.check import Rows, Spec, both

TWO = "queue_name: A | B | N, status: {} | online | offline"
AT_A = "ddm_endpoint_name: A_DATADISK"
OUTCOME = ("status", "criterion", "retry_after_s", "n_selected")
PENDING = ("pending", "-no_candidates", 1200, 0)
BAD = "-quarantined"
ROUNDS = {
    "A": {1: "-status", 2: "-status"},
    "B": {1: "-input_data"},
    "N": {1: "-input_data", 2: "-status"},
}


def test_the_second_round(spec: Spec) -> None:
    """Where all queues with the data fall, others are asked; else 20 minutes."""
    pair = ("jedi_task_id", "queue_name")
    spec.check_cycle(
        "candidate",
        pair,
        "rank",
        queue=TWO.format("online"),
        dataset_replica=AT_A,
        expected={(1, "A"): 1},
    )
    spec.check_tables(
        Rows("candidate", pair, "rank", {(1, "B"): 1}),
        Rows("exclusion", ("queue_name", "round"), "criterion", ROUNDS),
        queue=TWO.format("offline"),
        dataset_replica=AT_A,
    )
    spec.check_cycle(
        "result",
        ("jedi_task_id",),
        OUTCOME,
        queue="queue_name: A | N, status: offline",
        dataset_replica=AT_A,
        expected={1: PENDING},
    )


def test_temporary_reasons_start_no_second_round(spec: Spec) -> None:
    """On the page; the running system does not apply this check (rows 3 and 5)."""
    spec.check_cycle(
        "result",
        ("jedi_task_id",),
        OUTCOME,
        queue=TWO.format("online"),
        dataset_replica=AT_A,
        job_stats="""
            queue_name | job_status | n_jobs
            A          | activated  | 41
            B          | running    | 100
        """,
        parameters={"OVERLOAD_MIN_QUEUE": 50},
        expected=both(page={1: PENDING}, asrun={1: ("assigned", None, None, 1)}),
    )


def test_throttled_and_broken_tasks(spec: Spec) -> None:
    """A throttled task is looked at again; on the page so is one whose site fails
    (C349), which ends in the running system."""
    throttled = {1: ("throttled", "-throttle_quota", 1200)}
    assigned = {3: ("assigned", None, None)}
    spec.check_cycle(
        "result",
        ("jedi_task_id",),
        ("status", "criterion", "retry_after_s"),
        queue="queue_name: A | B | N, max_rss: 100 | 9000 | 9000",
        task="jedi_task_id: 1 | 2 | 3, user_name: poor | rich | rich, site: | A |",
        dataset_replica=AT_A,
        account_usage="account: poor, bytes: 2, bytes_limit: 1",
        expected=both(
            page={**throttled, 2: ("pending", "-no_candidates", 1200), **assigned},
            asrun={**throttled, 2: ("failed", "-nonpreassigned", None), **assigned},
        ),
    )


def test_the_first_throttle_is_told(spec: Spec) -> None:
    """Jobs, cores, share, quota: task 1 exceeds all of them, each next one less."""
    spec.check_cycle(
        "result",
        ("jedi_task_id",),
        "criterion",
        task="""
            jedi_task_id | orig_user_name | user_name | gshare
            1            | a              | a         | User Analysis
            2            | b              | b         | User Analysis
            3            | c              | c         | User Analysis
            4            | d              | d         | User Analysis
        """,
        user_job_stats="prod_user_name: a | b, n_cores: 11, running: 11 | 10",
        gdp_config="""
            app         | component | key                    | value | type
            pandaserver | prio_mgr  | CAP_RUNNING_USER_JOBS  | 10    | int
            pandaserver | prio_mgr  | CAP_RUNNING_USER_CORES | 10    | int
        """,
        evaluation="metric: analy_task_eval, entity: 1 | 2 | 3, key: class, value: -1",
        work_queue="""
            queue_name    | is_global_share | usage_perc | usage_time
            User Analysis | true            | 0.95       | 11:59
        """,
        account_usage="account: a | b | c | d, bytes: 2, bytes_limit: 1",
        expected={
            1: "-throttle_jobs",
            2: "-throttle_cores",
            3: "-throttle_share",
            4: "-throttle_quota",
        },
    )


def test_what_loading_refused(spec: Spec) -> None:
    """V04: refused chunks fail, refused queues are out of each round."""
    world = {
        "queue": "queue_name: A | B, core_count: 1 | -1, status: offline | online",
        "task": "jedi_task_id: 1 | 2, core_count: 1 | -1",
        "dataset_replica": AT_A,
    }
    outcome = {
        1: ("pending", "-no_candidates", 1200),
        2: ("failed", "-quarantined", None),
    }
    rejected = {"A": {1: "-status", 2: "-status"}, "B": {1: BAD, 2: BAD}}
    spec.check_tables(
        Rows("result", ["jedi_task_id"], OUTCOME[:3], outcome),
        Rows("exclusion", ("queue_name", "round"), "criterion", rejected),
        world=world,
    )


def test_the_last_temporary_reason_is_told(spec: Spec) -> None:
    """Jobs that went wrong, then a long queue, then a long queue of the user (V90)."""
    spec.check_cycle(
        "weighed",
        ("queue_name",),
        "criterion",
        queue="queue_name: A | B | C",
        task_dataset="type: pseudo_input",
        job_stats="queue_name: A | B, activated: 120, running: 10",
        user_job_stats="queue_name: A | B, activated: 101 | 100",
        task_job_stats="queue_name: A | B | C, last_change: 1 h ago, failed: 9",
        parameters={"OVERLOAD_MIN_QUEUE": 1000},
        profile="page",
        expected={"A": "-badsite", "B": "-cap_rt", "C": "-closed"},
    )


def test_where_loading_refused_all_queues(spec: Spec) -> None:
    """No check took the last queue, and the chunk waits."""
    spec.check_cycle(
        "result",
        ["jedi_task_id"],
        ["status", "reason"],
        queue="queue_name: Q | N, core_count: -1",
        expected={1: ("pending", "no queue is left after loading: there are none")},
    )
