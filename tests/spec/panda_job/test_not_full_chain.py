"""-not_full_chain: with bareNucleus=only a queue accepts full-chain workflows alone."""

from __future__ import annotations

from tests.spec.check import Spec


def test_normal_tasks(spec: Spec) -> None:
    """They never get such a queue, not even at the nucleus that they are on; merge jobs
    and pre-assigned queues are no exception. With bareNucleus=allow a queue accepts
    them. Full chains may use it on a bare nucleus; on a normal one (8) or on none (9)
    they may not. Queues that are not of the bare nucleus are left to full_chain."""
    spec.check(
        queue="""
            queue_name | site_name | role      | catchall
            ONLY       | ONLY      | nucleus   | bareNucleus=only
            ALLOW      | ALLOW     | nucleus   | bareNucleus=allow
            N          | N         | nucleus   |
            S          | S         | satellite | bareNucleus=only
        """,
        task="""
            jedi_task_id | nucleus | split_rule | site | is_merging
            1            | N       |            |      | false
            2            | ONLY    |            |      | false
            3            | ALLOW   |            |      | false
            4            |         |            |      | false
            5            | ONLY    | FU=1       |      | false
            6            | ONLY    | FU=3       |      | false
            7            | ALLOW   | FU=2       |      | false
            8            | N       | FU=3       |      | false
            9            |         | FU=2       |      | false
            10           | N       |            | S    | false
            11           | N       |            |      | true
        """,
        expected={
            task: dict.fromkeys(("ONLY", "S"), "bareNucleus=only")
            for task in (1, 2, 3, 4, 8, 9, 10, 11)
        },
    )
