"""-full_chain: a full chain on a bare nucleus stays at the queues of the nucleus.

Split rule FU: 1 only, 2 require, 3 capable.
"""

from __future__ import annotations

from tests.spec.check import Spec


def test_every_mode_of_full_chain(spec: Spec) -> None:
    """A bare nucleus keeps the jobs, from a normal one they go to satellites too. So do
    normal tasks from a bare nucleus (1, 2), and a task without nucleus (3), or with one
    that is none (4)."""
    nuclei = {1: "N", 2: "ALLOW", 3: "ONLY"}
    others = {2: ("Q", "N", "ONLY"), 3: ("Q", "N", "ALLOW")}
    rows = [
        f"{mode * 10 + n} | {nucleus} | FU={mode}"
        for mode in (1, 2, 3)
        for n, nucleus in nuclei.items()
    ]
    rows += ["1 | ALLOW |", "2 | ALLOW | NF=1", "3 | | FU=1", "4 | M | FU=1"]
    spec.check(
        queue="""
            queue_name | site_name | role      | catchall
            Q          | Q         | satellite |
            N          | N         | nucleus   |
            ALLOW      | ALLOW     | nucleus   | bareNucleus=allow
            ONLY       | ONLY      | nucleus   | bareNucleus=only
        """,
        task="\n".join(["jedi_task_id | nucleus | split_rule", *rows]),
        expected={
            (mode * 10 + n, queue): f"not a queue of the bare nucleus {nuclei[n]}"
            for mode in (1, 2, 3)
            for n, queues in others.items()
            for queue in queues
        },
    )


def test_sharing_the_storage_of_the_nucleus_is_not_enough(spec: Spec) -> None:
    """Only queues of its site are its own."""
    spec.check(
        queue="""
            queue_name | site_name | role      | catchall
            N          | N         | nucleus   | bareNucleus=allow
            A          | N         | nucleus   |
            B          | B         | satellite |
        """,
        queue_endpoint="queue_name: A | B, ddm_endpoint_name: N_DATADISK",
        task="split_rule: FU=3",
        expected={"B"},
    )


def test_the_first_queue_of_a_nucleus_makes_it_bare(spec: Spec) -> None:
    """The first in the order of loading, by its params or its catchall field."""
    spec.check(
        queue="""
            queue_name | site_name | catchall             | params
            Q          | Q         |                      |
            A2         | A         |                      |
            A1         | A         | bareNucleus=only     |
            B2         | B         | x,bareNucleus=only,y |
            B1         | B         |                      |
            C1         | C         |                      | {"bareNucleus":"only"}
            D1         | D         | bareNucleus=maybe    |
            N          | N         |                      |
        """,
        task="jedi_task_id: 1 | 2 | 3 | 4, nucleus: A | B | C | D, split_rule: FU=1",
        expected={
            *((2, name) for name in ("Q", "A1", "A2", "C1", "D1", "N")),
            *((3, name) for name in ("Q", "A1", "A2", "B1", "B2", "D1", "N")),
        },
    )
