"""-tmp_user_problem: all queues with the data are problematic for the user."""

from __future__ import annotations

from tests.spec.check import Spec, both

WORLD = {
    "queue": "queue_name: Q",
    "job_stats": "activated: 120, running: 100",
    "user_job_stats": "prod_user_name: Jane | Joe, activated: 51 |, running: 10",
}


def test_the_second_round_may_help(spec: Spec) -> None:
    """In the running system, for tasks whose locality may be given up (row 5). Task 6
    has no input, 7 some that nothing offers over WAN."""
    spec.check(
        world=WORLD,
        parameters={"OVERLOAD_MIN_QUEUE": 1000, "IO_INTENSITY_CUTOFF_USER": 50},
        task="""
            jedi_task_id | task_priority | io_intensity
            1            | 2000          | 100
            2            | 1999          | 100
            3            | 500           | 50
            4            | 500           | 1
            5            | 500           | 0
            6            | 2000          | 100
            7            | 2000          | 100
        """,
        task_dataset="jedi_task_id: 1 | 2 | 3 | 4 | 5 | 7, "
        "dataset_name: data | data | data | data | data | near",
        dataset="dataset_name: data | near",
        endpoint="ddm_endpoint_name: Q_DATADISK | L_DATADISK, read_wan: ON | OFF",
        dataset_replica="dataset_name: data | near, "
        "ddm_endpoint_name: Q_DATADISK | L_DATADISK",
        expected=both(page=set(), asrun={1, 3, 4}),
    )


def test_a_task_that_needs_two_queues(spec: Spec) -> None:
    """The problem of the only queue is told, not that there is no other one."""
    spec.check_cycle(
        "exclusion",
        ("queue_name", "round"),
        "criterion",
        world=WORLD,
        profile="asrun",
        parameters={"OVERLOAD_MIN_QUEUE": 1000},
        task="task_priority: 2000, io_intensity: 100, event_service: 2, "
        "split_rule: UC=1,NS=2",
        expected={("Q", 1): "-tmp_user_problem", ("Q", 2): "-few_sites"},
    )


def test_an_intensity_of_zero(spec: Spec) -> None:
    """At most the cutoff on the page, unset in the running system (V63)."""
    spec.check_fact(
        "analysis_task",
        "ignores_locality",
        task="jedi_task_id: 1 | 2 | 3 | 4 | 5, io_intensity: 0 | 1 | 50 | 51 |",
        parameters={"IO_INTENSITY_CUTOFF_USER": 50},
        expected=both(
            page={1: True, 2: True, 3: True, 4: False, 5: False},
            asrun={1: False, 2: True, 3: True, 4: False, 5: False},
        ),
    )
