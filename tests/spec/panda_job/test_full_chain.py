"""-full_chain: a full chain on a bare nucleus stays at the queues of the nucleus.

Split rule FU: 1 only, 2 require, 3 capable.
"""

from __future__ import annotations

import pytest

from tests.spec.check import Spec

#: A normal nucleus, and bare ones of both modes.
NUCLEI = """
    queue_name | site_name | role      | catchall
    Q          | Q         | satellite |
    N          | N         | nucleus   |
    ALLOW      | ALLOW     | nucleus   | bareNucleus=allow
    ONLY       | ONLY      | nucleus   | bareNucleus=only
"""


@pytest.mark.parametrize("mode", ["1", "2", "3"])
def test_every_mode_of_full_chain(spec: Spec, mode: str) -> None:
    """A bare nucleus keeps the jobs, from a normal one they go to satellites too."""
    spec.check(
        queue=NUCLEI,
        task=f"""
            jedi_task_id | nucleus | split_rule
            1            | N       | FU={mode}
            2            | ALLOW   | FU={mode}
            3            | ONLY    | FU={mode}
        """,
        expected={
            (2, 0, "Q"): "not a queue of the bare nucleus ALLOW",
            (2, 0, "N"): "not a queue of the bare nucleus ALLOW",
            (2, 0, "ONLY"): "not a queue of the bare nucleus ALLOW",
            (3, 0, "Q"): "not a queue of the bare nucleus ONLY",
            (3, 0, "N"): "not a queue of the bare nucleus ONLY",
            (3, 0, "ALLOW"): "not a queue of the bare nucleus ONLY",
        },
    )


def test_normal_tasks_go_to_satellites_too(spec: Spec) -> None:
    """From a bare nucleus as well; so does a task without nucleus, or with another."""
    spec.check(
        queue=NUCLEI,
        task="""
            jedi_task_id | nucleus | split_rule
            1            | ALLOW   |
            2            | ALLOW   | NF=1
            3            |         | FU=1
            4            | M       | FU=1
            5            | ALLOW   | FU=1
        """,
        expected={(5, 0, "Q"), (5, 0, "N"), (5, 0, "ONLY")},
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
        queue_endpoint="queue_name: A | B, ddm_endpoint_name: N_DATADISK | N_DATADISK",
        task="split_rule: FU=3",
        expected={(1, 0, "B")},
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
        task="""
            jedi_task_id | nucleus | split_rule
            1            | A       | FU=1
            2            | B       | FU=1
            3            | C       | FU=1
            4            | D       | FU=1
        """,
        expected={
            *((2, 0, name) for name in ("Q", "A1", "A2", "C1", "D1", "N")),
            *((3, 0, name) for name in ("Q", "A1", "A2", "B1", "B2", "D1", "N")),
        },
    )
