"""-opportunistic: urgent work stays away from queues that pledge nothing."""

from __future__ import annotations

from tests.spec.check import Spec, both


def test_work_is_urgent_from_priority_800_on(spec: Spec) -> None:
    """Only a pledge of -1 is opportunistic; 0 is unset, and so is an unknown pledge.
    Priority 800 is urgent, 799 is not; an unknown priority is 0. Scouts are urgent at
    any (5), merge jobs as such are not (6). D47: as run, the queue that 7 names takes
    it."""
    told = "pledgedcpu -1"
    spec.check(
        queue="queue_name: A | B | C | D, pledged_cpu: -1 | 0 | | 500",
        task="""
            jedi_task_id | current_priority | use_scout | is_merging | site
            1            | 799              | false     | false      |
            2            | 800              | false     | false      |
            3            | 801              | false     | false      |
            4            |                  | false     | false      |
            5            | 500              | true      | false      |
            6            | 500              | false     | true       |
            7            | 900              | false     | false      | A
        """,
        expected=both(
            page={(task, "A"): told for task in (2, 3, 5, 7)},
            asrun={(task, "A"): told for task in (2, 3, 5)},
        ),
    )
