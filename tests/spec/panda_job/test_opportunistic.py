"""-opportunistic: urgent work stays away from queues that pledge nothing."""

from __future__ import annotations

from tests.spec.check import Spec, both


def test_a_pledge_of_minus_one_is_opportunistic(spec: Spec) -> None:
    """Only a pledge of -1 is opportunistic; 0 is unset, and so is an unknown pledge."""
    spec.check(
        task="jedi_task_id: 1, current_priority: 800",
        queue="queue_name: A | B | C | D, pledged_cpu: -1 | 0 | | 500",
        expected={(1, 0, "A"): "pledgedcpu -1"},
    )


def test_work_is_urgent_from_priority_800_on(spec: Spec) -> None:
    """Priority 800 is urgent, 799 is not; an unknown priority is 0."""
    spec.check(
        queue="pledged_cpu: -1",
        task="jedi_task_id: 1 | 2 | 3 | 4, current_priority: 799 | 800 | 801 |",
        expected={(2, 0, "Q"), (3, 0, "Q")},
    )


def test_scouts_are_urgent_whatever_their_priority(spec: Spec) -> None:
    """Scout jobs avoid opportunistic queues too; merge jobs as such do not."""
    spec.check(
        queue="pledged_cpu: -1",
        input_chunk="""
            chunk_no | use_scout | is_merging
            0        | false     | false
            1        | true      | false
            2        | false     | true
        """,
        expected={(1, 1, "Q")},
    )


def test_a_pre_assigned_queue(spec: Spec) -> None:
    """D47: as run, a queue that the task names takes it nevertheless."""
    spec.check(
        queue="pledged_cpu: -1",
        task="current_priority: 900, site: Q",
        expected=both(page={(1, 0, "Q"): "pledgedcpu -1"}, asrun={}),
    )
