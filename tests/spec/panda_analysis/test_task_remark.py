"""What is malformed in the requirements of a task of analysis is said with it."""

from __future__ import annotations

from tests.spec.check import Spec


def test_what_is_told(spec: Spec) -> None:
    """A fault of the task's architecture; that of a queue's fairshare policy."""
    spec.check_fact(
        "task_remark",
        "remark",
        task="""
            jedi_task_id | trans_home     | architecture
            1            | Athena-21.0.38 | x86_64-el9-gcc13-opt
            2            | Athena-21.0.38 | x86_64-el9#x86_64&nvidia:vram>=1:foo
        """,
        expected={(2, said): said for said in ("GPU piece foo is unknown: ignored",)},
    )
    spec.check_fact(
        "queue_remark",
        "remark",
        queue="""
            queue_name | fairshare_policy
            A          | vo=atlas:100%
            B          | type=evgen:100%
        """,
        expected={("A", said): said for said in ("vo=atlas: unknown field, left out",)},
    )
