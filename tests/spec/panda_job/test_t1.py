"""Queues of the nucleus, and those that share its storage, weigh t1Weight.

The page is silent; both profiles do as the running system (6.3).
"""

from __future__ import annotations

import pytest

from tests.spec.check import Spec, both

QUEUES = """
    queue_name | site_name
    A          | N
    B          | B
"""


def test_t1_weight_of_the_task(spec: Spec) -> None:
    """Where it is 0 or unset it is 4 for I/O intensity above 500; if negative it is 1.

    Queues elsewhere weigh 1.
    """
    spec.check(
        queue=QUEUES,
        task="""
            jedi_task_id | split_rule | io_intensity
            1            | TW=7       | 100
            2            | TW=7       | 501
            3            | TW=0       | 500
            4            | TW=0       | 501
            5            |            | 501
            6            |            |
            7            | TW=-1      | 501
            8            | TW=1       | 501
        """,
        expected={
            (1, 0, "A"): 7.0,
            (2, 0, "A"): 7.0,
            (3, 0, "A"): 1.0,
            (4, 0, "A"): 4.0,
            (5, 0, "A"): 4.0,
            (6, 0, "A"): 1.0,
            (7, 0, "A"): 1.0,
            (8, 0, "A"): 1.0,
            **{(task, 0, "B"): 1.0 for task in range(1, 9)},
        },
    )


@pytest.mark.parametrize(
    ("priority", "is_scout", "weight"),
    [(899, False, 7.0), (900, False, 100.0), (899, True, 100.0), (1500, True, 100.0)],
)
def test_high_priority_and_scouts(
    spec: Spec, priority: int, is_scout: bool, weight: float
) -> None:
    """They weigh at least 100 at the nucleus: from priority 900 on, 899 is not high."""
    spec.check(
        queue=QUEUES,
        task=f"current_priority: {priority}, split_rule: TW=7",
        input_chunk=f"use_scout: {is_scout}",
        expected={(1, 0, "A"): weight, (1, 0, "B"): 1.0},
    )


def test_a_larger_t1_weight_stays(spec: Spec) -> None:
    """100 is the least of high priority, not the most."""
    spec.check(
        queue=QUEUES,
        task="""
            jedi_task_id | current_priority | split_rule
            1            | 900              | TW=200
            2            | 900              | TW=-1
        """,
        expected={
            (1, 0, "A"): 200.0,
            (1, 0, "B"): 1.0,
            (2, 0, "A"): 100.0,
            (2, 0, "B"): 1.0,
        },
    )


def test_no_high_priority_of_event_service_and_pre_assigned_work(spec: Spec) -> None:
    """Clones of jobs included; with an own t1Weight they keep that."""
    spec.check(
        queue=QUEUES,
        task="""
            jedi_task_id | current_priority | event_service | split_rule | site
            1            | 900              | 1             |            |
            2            | 900              | 1             | UC=1       |
            3            | 900              | 3             |            |
            4            | 900              |               |            | A
            5            | 900              |               | TW=7       | A,B
        """,
        expected={
            (1, 0, "A"): 1.0,
            (2, 0, "A"): 1.0,
            (3, 0, "A"): 100.0,
            (4, 0, "A"): 1.0,
            (5, 0, "A"): 7.0,
            **{(task, 0, "B"): 1.0 for task in range(1, 6)},
        },
    )


def test_what_belongs_to_the_nucleus(spec: Spec) -> None:
    """Its queues in any state, and online ones that write where its first one reads.

    These must run analysis if the first one does.
    """
    spec.check(
        queue="""
            queue_name | queue_order | site_name | type       | status
            N          | 1           | N         | unified    | online
            A          | 2           | N         | production | offline
            B          | 3           | B         | unified    | online
            C          | 4           | C         | unified    | offline
            D          | 5           | D         | production | online
            E          | 6           | E         | unified    | online
        """,
        queue_endpoint="""
            queue_name | ddm_endpoint_name | default_write
            N          | N_DATADISK        | true
            A          | A_DATADISK        | true
            B          | N_DATADISK        | true
            C          | N_DATADISK        | true
            D          | N_DATADISK        | true
            E          | N_DATADISK        | false
        """,
        task="split_rule: TW=7",
        expected={
            (1, 0, "N"): 7.0,
            (1, 0, "A"): 7.0,
            (1, 0, "B"): 7.0,
            (1, 0, "C"): 1.0,
            (1, 0, "D"): 1.0,
            (1, 0, "E"): 1.0,
        },
    )


def test_a_task_without_a_nucleus(spec: Spec) -> None:
    """No queue belongs to it, nor to a nucleus that nobody knows."""
    spec.check(
        queue=QUEUES,
        task="jedi_task_id: 1 | 2, nucleus: | M, split_rule: TW=7 | TW=7",
        expected=both(
            page={(task, 0, queue): 1.0 for task in (1, 2) for queue in "AB"},
            asrun={(task, 0, queue): 1.0 for task in (1, 2) for queue in "AB"},
        ),
    )
