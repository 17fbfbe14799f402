"""-status: the queue status must be online unless the queues are pre-assigned."""

from __future__ import annotations

from tests.spec.check import Spec, both


def test_statuses(spec: Spec) -> None:
    """All but online fail on the page, only three in the running system (row 10).
    Pre-assignment lifts every status on the page, all but offline in the other."""
    spec.check(
        queue="queue_name: A | B | C | D | E | F, "
        "status: online | offline | brokeroff | test | standby |",
        task="jedi_task_id: 1 | 2 | 3, site: | B | C",
        expected=both(
            page={1: {*"BCDEF"}, 2: {*"CDEF"}, 3: {*"BDEF"}},
            asrun={1: {*"BCD"}, 2: {*"BCD"}, 3: {*"BD"}},
        ),
    )


def test_lists_of_sites(spec: Spec) -> None:
    """Pre-assigned are the queues that the list names, as run all of them (V62, C286).
    Where task.site is an endpoint its queues are listed but not named (V84, V85)."""
    all_ = {*"ABC"}
    spec.check(
        queue="queue_name: A | B | C, status: brokeroff | brokeroff | offline",
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
                **{1: {"B"}, 3: {*"AC"}, 5: {*"AC"}},
                **{n: all_ for n in (2, 4, 6, 7)},
            },
            asrun={n: all_ if n in (4, 6, 7) else {"C"} for n in range(1, 8)},
        ),
    )
