"""Queues of the nucleus, and those that share its storage, weigh t1Weight.

The page is silent; both profiles do as the running system (6.3).
"""

from __future__ import annotations

from tests.spec.check import Spec

QUEUES = "queue_name: A | B, site_name: N | B"


def test_t1_weight_of_the_task(spec: Spec) -> None:
    """Where it is 0 or unset it is 4 for I/O intensity above 500; if negative it is 1.
    Queues elsewhere weigh 1."""
    at_nucleus = {1: 7.0, 2: 7.0, 3: 1.0, 4: 4.0, 5: 4.0, 6: 1.0, 7: 1.0, 8: 1.0}
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
        expected={"A": at_nucleus, "B": dict.fromkeys(range(1, 9), 1.0)},
    )


def test_high_priority_and_scouts(spec: Spec) -> None:
    """They weigh at least 100 at the nucleus: from priority 900 on, 899 is not high.
    100 is the least of high priority, not the most."""
    at_nucleus = {1: 7.0, 2: 100.0, 3: 100.0, 4: 100.0, 5: 200.0, 6: 100.0}
    spec.check(
        queue=QUEUES,
        task="""
            jedi_task_id | current_priority | use_scout | split_rule
            1            | 899              | false     | TW=7
            2            | 900              | false     | TW=7
            3            | 899              | true      | TW=7
            4            | 1500             | true      | TW=7
            5            | 900              | false     | TW=200
            6            | 900              | false     | TW=-1
        """,
        expected={"A": at_nucleus, "B": dict.fromkeys(range(1, 7), 1.0)},
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
