"""-full_chain: a nucleus with bareNucleus=only accepts only full-chain workflows."""

from __future__ import annotations

from tests.spec.check import Spec

BARE = "bareNucleus=only, and the task is not of a full chain"


def test_normal_tasks(spec: Spec) -> None:
    """One with bareNucleus=allow takes them too, one without it as well.

    The word stands in catchall or among the params of the queue.
    """
    spec.check(
        queue="""
            queue_name | catchall                | params
            A          |                         |
            B          | bareNucleus=only        |
            C          | bareNucleus=allow       |
            D          | x,bareNucleus=only,y=1  |
            E          |                         | {"bareNucleus": "only"}
        """,
        task="""
            jedi_task_id | split_rule
            1            |
            2            | TW=-1
            3            | FU=1
            4            | FU=2
            5            | FU=3
        """,
        expected={(task, 0, name): BARE for task in (1, 2) for name in "BDE"},
    )
