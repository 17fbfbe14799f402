"""Queues of the nucleus weigh t1Weight; the details of the page are lost."""

from __future__ import annotations

from tests.spec.check import Spec


def test_t1_weight_at_the_nucleus(spec: Spec) -> None:
    """Where it is 0 or unset, 4 for I/O intensity above 500; negative values are 1. B
    shares the storage of the nucleus and weighs 1, as C elsewhere does. Priority and
    scouts do not count: they stay at the nucleus anyway."""
    spec.check(
        queue="queue_name: A | B | C, site_name: N | B | C",
        queue_endpoint="queue_name: A | B | C, "
        "ddm_endpoint_name: N_DATADISK | N_DATADISK | C_DATADISK",
        task="""
            jedi_task_id | split_rule | io_intensity | current_priority
            1            | TW=7       | 100          | 500
            2            | TW=0       | 499          | 500
            3            | TW=0       | 500          | 500
            4            | TW=0       | 501          | 500
            5            |            | 501          | 500
            6            |            |              | 500
            7            | TW=-1      | 501          | 500
            8            |            | 100          | 900
        """,
        expected={
            **{(task, name): 1.0 for task in range(1, 9) for name in "ABC"},
            (1, "A"): 7.0,
            (4, "A"): 4.0,
            (5, "A"): 4.0,
        },
    )
