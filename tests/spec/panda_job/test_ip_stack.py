"""-network: ip_stack of the queue must be that which the task specifies.

It stands behind the # of wnconnectivity. Split rule IK: 4 asks for IPv4, 6 for IPv6.
"""

from __future__ import annotations

from tests.spec.check import Spec, both


def test_the_stacks_must_be_the_same(spec: Spec) -> None:
    """A queue without one takes tasks without one only, whatever its connectivity. D51:
    tasks that specify none (3, 4) go everywhere, in both profiles. D47: as run a single
    pre-assigned queue (5) is not asked; a list of them is (6)."""
    stacks = {"A": "IPv4", "B": "IPv6", **dict.fromkeys("CDE", "no stack")}
    told = {
        (task, queue): f"queue has {stack}, task asks for {asked}"
        for task, asked in ((1, "IPv4"), (2, "IPv6"), (5, "IPv6"), (6, "IPv6"))
        for queue, stack in stacks.items()
        if stack != asked
    }
    spec.check(
        queue="queue_name: A | B | C | D | E, "
        "wn_connectivity: full#IPv4 | none#IPv6 | full | full# |",
        task="jedi_task_id: 1 | 2 | 3 | 4 | 5 | 6, "
        "split_rule: IK=4 | IP=1,IK=6 | | IP=1 | IK=6 | IK=6, site: | | | | A | A,B",
        expected=both(
            page=told, asrun={key: it for key, it in told.items() if key[0] != 5}
        ),
    )
