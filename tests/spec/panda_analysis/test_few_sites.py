"""-few_sites: job cloning sends each job to several queues."""

from __future__ import annotations

from tests.spec.check import Spec


def test_two_queues_are_enough(spec: Spec) -> None:
    """Tasks without the split rule UC need no more than one."""
    world = {
        "task": "jedi_task_id: 1 | 2, split_rule: UC=1,NS=2 |",
        "task_dataset": "type: pseudo_input",
    }
    spec.check(world=world, expected={"Q": "the only queue, job cloning needs two"})
    spec.check(world=world, queue="queue_name: A | B", expected=set())
