"""-zeroshare: the queue gives no share to this kind of work."""

from __future__ import annotations

from tests.spec.check import Spec


def test_policies_of_queues(spec: Spec) -> None:
    """Analysis is of type others; a pre-assigned task is not checked."""
    spec.check(
        queue="""
            queue_name | fairshare_policy
            A          |
            B          | type=any:0%
            C          | type=evgen:100%,gshare=User Analysis:100%,type=any:0%
        """,
        task="jedi_task_id: 1 | 2, site: | B",
        expected={"B"},
    )
