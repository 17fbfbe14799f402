"""A task may prefer a CPU level: queues weigh more by their part of such nodes.

The page is silent; both profiles do as the running system (4.7).
"""

from __future__ import annotations

from tests.spec.check import Spec
from tests.spec.panda_job.software import asks, publishes

PREFERRED = asks(cpu_pref={"preferred_architecture_level": "x86_64-v3"})


def test_part_of_the_nodes_of_the_level(spec: Spec) -> None:
    """75 % make 1.75, none 1; levels are not compared, only that of the task counts. A
    queue of any release weighs 1, as all do for a task without a preference (2), or
    without a release that is checked (3)."""
    one = dict.fromkeys("ABCD", 1.0)
    spec.check(
        queue="queue_name: A | B | C | D, releases: [AUTO] | [AUTO] | [AUTO] | [ANY]",
        queue_software=f"queue_name: A | B | C, data: {publishes()}",
        queue_cpu_level="""
            queue_name | cpu_architecture_level | pct_within_queue
            A          | x86_64-v3              | 75
            A          | x86_64-v2              | 20
            B          | x86_64-v4              | 100
            C          | x86_64-v3              |
            D          | x86_64-v3              | 100
        """,
        task=f"""
            jedi_task_id | trans_home     | architecture
            1            | Athena-21.0.38 | {PREFERRED}
            2            | Athena-21.0.38 | {asks()}
            3            |                | {PREFERRED}
        """,
        expected={1: {**one, "A": 1.75}, 2: one, 3: one},
    )
