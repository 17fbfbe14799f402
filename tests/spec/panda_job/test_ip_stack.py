"""-network: ip_stack of the queue must be that which the task specifies.

It stands behind the # of wnconnectivity. Split rule IK: 4 asks for IPv4, 6 for IPv6.
"""

from __future__ import annotations

from tests.spec.check import Spec, both


def test_the_stacks_must_be_the_same(spec: Spec) -> None:
    """A queue without one takes tasks without one only, whatever its connectivity."""
    spec.check(
        queue="""
            queue_name | wn_connectivity
            A          | full#IPv4
            B          | none#IPv6
            C          | full
            D          | full#
            E          |
        """,
        task="jedi_task_id: 1 | 2, split_rule: IK=4 | IP=1,IK=6",
        expected={
            (1, 0, "B"): "queue has IPv6, task asks for IPv4",
            (1, 0, "C"): "queue has no stack, task asks for IPv4",
            (1, 0, "D"): "queue has no stack, task asks for IPv4",
            (1, 0, "E"): "queue has no stack, task asks for IPv4",
            (2, 0, "A"): "queue has IPv4, task asks for IPv6",
            (2, 0, "C"): "queue has no stack, task asks for IPv6",
            (2, 0, "D"): "queue has no stack, task asks for IPv6",
            (2, 0, "E"): "queue has no stack, task asks for IPv6",
        },
    )


def test_tasks_that_specify_none_go_everywhere(spec: Spec) -> None:
    """D51: also to queues with a stack, in both profiles."""
    spec.check(
        queue="queue_name: A | B | C, wn_connectivity: full#IPv4 | full#IPv6 | full",
        task="jedi_task_id: 1 | 2, split_rule: | IP=1",
        expected={},
    )


def test_a_single_pre_assigned_queue(spec: Spec) -> None:
    """D47: as run, it is not asked; a list of them is."""
    spec.check(
        queue="queue_name: A | B, wn_connectivity: full | full#IPv6",
        task="jedi_task_id: 1 | 2, split_rule: IK=6 | IK=6, site: A | A,B",
        expected=both(page={(1, 0, "A"), (2, 0, "A")}, asrun={(2, 0, "A")}),
    )
