"""-full_chain: a nucleus with bareNucleus=only accepts only full-chain workflows."""

from __future__ import annotations

from tests.spec.check import Spec


def test_normal_tasks(spec: Spec) -> None:
    """One with bareNucleus=allow takes them too, one without it as well.

    The word stands in catchall or among the params of the queue.
    """
    bare = "bareNucleus=only, and the task is not of a full chain"
    spec.check(
        queue="""
            queue_name | catchall               | params
            A          |                        |
            B          | bareNucleus=only       |
            C          | bareNucleus=allow      |
            D          | x,bareNucleus=only,y=1 |
            E          |                        | {"bareNucleus": "only"}
        """,
        task="jedi_task_id: 1 | 2 | 3 | 4 | 5, "
        "split_rule: | TW=-1 | FU=1 | FU=2 | FU=3",
        expected={(task, name): bare for task in (1, 2) for name in "BDE"},
    )
