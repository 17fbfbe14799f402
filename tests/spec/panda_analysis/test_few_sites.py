"""-few_sites: job cloning sends each job to several queues."""

from __future__ import annotations

from tests.spec.check import Spec

KEY, OUTCOME = ("jedi_task_id",), ("status", "n_selected")


def test_one_round_leaves_some_and_the_other_none(spec: Spec) -> None:
    """PanDA keeps the error of a round without queues until there are as many as NS
    says: nothing can be written over WAN, so the second round has none. Tasks without
    event service ask for one queue."""
    spec.check_cycle(
        "result",
        KEY,
        OUTCOME,
        queue="queue_name: A | B | N, write_wan: OFF",
        task="jedi_task_id: 1 | 2 | 3 | 4, event_service: 2 | 1 | 2 |, "
        "split_rule: UC=1,NS=2 | UC=1,NS=3 | NS=3 | UC=1,NS=3",
        dataset_replica="ddm_endpoint_name: A_DATADISK | B_DATADISK",
        expected={
            **dict.fromkeys((1, 4), ("assigned", 2)),
            **dict.fromkeys((2, 3), ("pending", 0)),
        },
    )


def test_the_first_round_leaves_none(spec: Spec) -> None:
    """The data are at N, which is offline; two of the three queues are left."""
    spec.check_cycle(
        "exclusion",
        ("queue_name", "round"),
        "criterion",
        queue="queue_name: A | B | N, status: online | online | offline",
        task="event_service: 2, split_rule: UC=1,NS=3",
        dataset_replica="ddm_endpoint_name: N_DATADISK",
        expected={
            **{("N", round_): "-status" for round_ in (1, 2)},
            **{(name, 1): "-input_data" for name in "AB"},
            **{(name, 2): "-few_sites" for name in "AB"},
        },
    )


def test_one_queue_is_enough_where_no_round_fails(spec: Spec) -> None:
    """Task 1 has one round; in both rounds of task 2 one queue is left."""
    spec.check_cycle(
        "result",
        KEY,
        OUTCOME,
        queue="queue_name: A | N, status: online | offline",
        task="jedi_task_id: 1 | 2, event_service: 2, split_rule: UC=1,NS=3",
        task_dataset="jedi_task_id: 1 | 2, type: pseudo_input | input",
        dataset_replica="ddm_endpoint_name: A_DATADISK",
        expected=dict.fromkeys((1, 2), ("assigned", 1)),
    )
