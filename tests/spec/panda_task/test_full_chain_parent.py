"""-full_chain: the task goes to the nucleus of its parent, if that is a bare one."""

from __future__ import annotations

from tests.spec.check import Spec, both

AT_B = "the parent is at B"
QUEUES = "queue_name: A | B | C, catchall: | bareNucleus=only | bareNucleus=allow"


def test_who_follows_the_parent(spec: Spec) -> None:
    """D57: a capable task on the page; any mode as run, of a parent with fullChain too.

    Parents 1 to 4 have their nuclei: bare B for a full chain, bare B for none, A, which
    is no bare one, and C, which is. Nobody follows itself, or a task that is not there.
    """
    at_b, at_c = {"A": AT_B, "C": AT_B}, {name: "the parent is at C" for name in "AB"}
    spec.check(
        queue=QUEUES,
        task="""
            jedi_task_id | status    | nucleus | split_rule | parent_tid
            1            | ready     | B       | FU=1       |
            2            | running   | B       |            |
            3            | ready     | A       | FU=3       |
            4            | ready     | C       | FU=2       |
            5            | assigning |         | FU=3       | 5
            6            | assigning |         | FU=3       |
            7            | assigning |         | FU=3       | 99
            10           | assigning |         |            | 1
            11           | assigning |         | FU=1       | 1
            12           | assigning |         | FU=2       | 1
            13           | assigning |         | FU=3       | 1
            14           | assigning |         | FU=1       | 3
            15           | assigning |         | FU=3       | 3
            16           | assigning |         | FU=3       | 4
            17           | assigning |         | FU=3       | 2
            18           | assigning |         | FU=3       | 6
        """,
        expected=both(
            page={13: at_b, 16: at_c, 17: at_b},
            asrun={11: at_b, 12: at_b, 13: at_b, 16: at_c},
        ),
    )


def test_what_the_task_asks_for_is_reported_first(spec: Spec) -> None:
    """As run A is neither bare nor the nucleus of the parent, and C is bare."""
    spec.check_cycle(
        "exclusion",
        ("jedi_task_id", "queue_name"),
        "detail",
        profile="asrun",
        only=[2],
        queue=QUEUES,
        task="jedi_task_id: 1 | 2, status: ready | assigning, nucleus: B |, "
        "split_rule: FU=1 | FU=2, parent_tid: | 1",
        expected={2: {"A": "fullChain=require, bareNucleus=none", "C": AT_B}},
    )
