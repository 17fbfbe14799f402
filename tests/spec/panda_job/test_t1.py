"""Queues of the nucleus, and those that share its storage, weigh t1Weight.

The page is silent; both profiles do as the running system (6.3).
"""

from __future__ import annotations

from tests.spec.check import Spec

QUEUES = "queue_name: A | B, site_name: N | B"


def test_t1_weight_of_the_task(spec: Spec) -> None:
    """Where it is 0 or unset it is 4 for I/O intensity above 500; if negative it is 1.
    Queues elsewhere weigh 1. Urgent work weighs at least 100 at the nucleus, not at
    most: from priority 900 on, 899 is not high, and scouts."""
    at_nucleus = {
        **{1: 7.0, 2: 7.0, 3: 1.0, 4: 4.0, 5: 4.0, 6: 1.0, 7: 1.0, 8: 1.0},
        **{9: 7.0, 10: 100.0, 11: 100.0, 12: 100.0, 13: 200.0, 14: 100.0},
    }
    spec.check(
        queue=QUEUES,
        task="""
            jedi_task_id | split_rule | io_intensity | current_priority | use_scout
            1            | TW=7       | 100          | 500              | false
            2            | TW=7       | 501          | 500              | false
            3            | TW=0       | 500          | 500              | false
            4            | TW=0       | 501          | 500              | false
            5            |            | 501          | 500              | false
            6            |            |              | 500              | false
            7            | TW=-1      | 501          | 500              | false
            8            | TW=1       | 501          | 500              | false
            9            | TW=7       | 100          | 899              | false
            10           | TW=7       | 100          | 900              | false
            11           | TW=7       | 100          | 899              | true
            12           | TW=7       | 100          | 1500             | true
            13           | TW=200     | 100          | 900              | false
            14           | TW=-1      | 100          | 900              | false
        """,
        expected={"A": at_nucleus, "B": dict.fromkeys(at_nucleus, 1.0)},
    )


def test_no_high_priority_of_event_service_and_pre_assigned_work(spec: Spec) -> None:
    """Clones of jobs included; with an own t1Weight they keep that. No queue belongs to
    a nucleus where there is none (6), or that nobody knows (7)."""
    at_nucleus = {1: 1.0, 2: 1.0, 3: 100.0, 4: 1.0, 5: 7.0, 6: 1.0, 7: 1.0}
    spec.check(
        queue=QUEUES,
        task="jedi_task_id: 1 | 2 | 3 | 4 | 5 | 6 | 7, current_priority: 900, "
        "nucleus: N | N | N | N | N | | M, event_service: 1 | 1 | 3 | | | |, "
        "split_rule: | UC=1 | | | TW=7 | TW=7 | TW=7, site: | | | A | A,B | |",
        expected={"A": at_nucleus, "B": dict.fromkeys(at_nucleus, 1.0)},
    )
