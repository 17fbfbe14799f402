"""-network: ip_stack of the queue must be that which the task specifies.

It stands behind the # of wnconnectivity. Split rule IK: 4 asks for IPv4, 6 for IPv6.
"""

from __future__ import annotations

from tests.spec.check import Spec, both


def test_the_stacks_must_be_the_same(spec: Spec) -> None:
    """A queue without one takes tasks without one only, whatever its connectivity. D51:
    tasks that specify none (3, 4) go everywhere, in both profiles."""
    stacks = {
        "A": "IPv4",
        "B": "IPv6",
        "C": "no stack",
        "D": "no stack",
        "E": "no stack",
    }
    spec.check(
        queue="queue_name: A | B | C | D | E, "
        "wn_connectivity: full#IPv4 | none#IPv6 | full | full# |",
        task="jedi_task_id: 1 | 2 | 3 | 4, split_rule: IK=4 | IP=1,IK=6 | | IP=1",
        expected={
            (task, queue): f"queue has {stack}, task asks for {asked}"
            for task, asked in ((1, "IPv4"), (2, "IPv6"))
            for queue, stack in stacks.items()
            if stack != asked
        },
    )


def test_a_single_pre_assigned_queue(spec: Spec) -> None:
    """D47: as run, it is not asked; a list of them is."""
    spec.check(
        queue="queue_name: A | B, wn_connectivity: full | full#IPv6",
        task="jedi_task_id: 1 | 2, split_rule: IK=6, site: A | A,B",
        expected=both(page={(1, "A"), (2, "A")}, asrun={(2, "A")}),
    )
