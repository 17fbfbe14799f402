"""-not_full_chain: with bareNucleus=only a queue accepts full-chain workflows alone."""

from __future__ import annotations

from tests.spec.check import Spec

QUEUES = """
    queue_name | site_name | role      | catchall
    ONLY       | ONLY      | nucleus   | bareNucleus=only
    ALLOW      | ALLOW     | nucleus   | bareNucleus=allow
    N          | N         | nucleus   |
    S          | S         | satellite | bareNucleus=only
"""


def test_normal_tasks(spec: Spec) -> None:
    """They never get such a queue, not even at the nucleus that they are on. With
    bareNucleus=allow a queue accepts them."""
    spec.check(
        queue=QUEUES,
        task="jedi_task_id: 1 | 2 | 3 | 4, nucleus: N | ONLY | ALLOW |",
        expected={
            (task, queue): "bareNucleus=only"
            for task in (1, 2, 3, 4)
            for queue in ("ONLY", "S")
        },
    )


def test_full_chains(spec: Spec) -> None:
    """On a bare nucleus they may use it; on a normal one or on none they may not.
    Queues that are not of the bare nucleus are left to full_chain."""
    spec.check(
        queue=QUEUES,
        task="""
            jedi_task_id | nucleus | split_rule
            1            | ONLY    | FU=1
            2            | ONLY    | FU=3
            3            | ALLOW   | FU=2
            4            | N       | FU=3
            5            |         | FU=2
        """,
        expected={(4, "ONLY"), (4, "S"), (5, "ONLY"), (5, "S")},
    )


def test_pre_assigned_queues_and_merge_jobs(spec: Spec) -> None:
    """They are no exception."""
    spec.check(
        queue=QUEUES,
        task="jedi_task_id: 1 | 2, nucleus: N, site: S |, is_merging: false | true",
        expected={(task, queue) for task in (1, 2) for queue in ("ONLY", "S")},
    )
