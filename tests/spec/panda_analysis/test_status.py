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
        task="jedi_task_id: 1 | 2 | 3, site: | B | C",
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


def test_lists_of_sites(spec: Spec) -> None:
    """Pre-assigned are the queues that the list names, as run all of them (V62, C286).

    Where task.site is an endpoint its queues are listed but not named (V84, V85).
    """
    spec.check(
        queue="""
            queue_name | status
            A          | brokeroff
            B          | brokeroff
            C          | offline
        """,
        task="""
            jedi_task_id | split_rule | site       | task_params
            1            | LS=1       |            | {"includedSite": ["A", "C"]}
            2            | LS=1       |            | {"includedSite": "AUTO"}
            3            | LS=1       |            | {"includedSite": ["AUTO", "B"]}
            4            | LS=1       | A_DATADISK |
            5            | LS=1       | A_DATADISK | {"includedSite": "B"}
            6            | LS=1       |            | {"excludedSite": "A"}
            7            | LS=1       |            | {"includedSite": ""}
        """,
        expected=both(
            page={
                (1, 0, "B"),
                *((2, 0, queue) for queue in "ABC"),
                *((3, 0, queue) for queue in "AC"),
                *((4, 0, queue) for queue in "ABC"),
                *((5, 0, queue) for queue in "AC"),
                *((6, 0, queue) for queue in "ABC"),
                *((7, 0, queue) for queue in "ABC"),
            },
            asrun={
                *((task, 0, "C") for task in (1, 2, 3, 5)),
                *((task, 0, queue) for task in (4, 6, 7) for queue in "ABC"),
            },
        ),
    )
