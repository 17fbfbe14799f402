"""-status: the queue status must be online unless the queues are pre-assigned."""

from __future__ import annotations

from tests.spec.check import Spec, both


def test_statuses(spec: Spec) -> None:
    """All but online fail on the page, only three in the running system (row 10).

    Pre-assignment lifts every status on the page, all but offline in the other.
    """
    spec.check(
        queue="""
            queue_name | status
            A          | online
            B          | offline
            C          | brokeroff
            D          | test
            E          | standby
            F          |
        """,
        task="""
            jedi_task_id | site
            1            |
            2            | B
            3            | C
        """,
        expected=both(
            page={
                *((1, 0, queue) for queue in "BCDEF"),
                *((2, 0, queue) for queue in "CDEF"),
                *((3, 0, queue) for queue in "BDEF"),
            },
            asrun={
                *((1, 0, queue) for queue in "BCD"),
                *((2, 0, queue) for queue in "BCD"),
                *((3, 0, queue) for queue in "BD"),
            },
        ),
    )
