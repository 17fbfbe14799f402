"""Chunks whose queues are given, and whether it is a single one.

Which queues these are: tests/spec/facts/test_preassigned_queue.py.
"""

from __future__ import annotations

from tests.spec.check import Spec, both

FACT = "preassigned_chunk"
FLAGS = ["is_single", "is_premerge"]
QUEUES = "queue_name: A | B | U, capability: | | ucore"
SINGLE, MANY, PREMERGE = (True, False), (False, False), (False, True)


def test_lists_of_the_task(spec: Spec) -> None:
    """Names are counted once resolved: unknown ones do not count, doubles once. A list
    of which nothing is left is a list. Merge jobs (10 to 12) have a list even of one
    queue, which comes before that of the task. Spec 4.2: of a task that waits for a
    nucleus (13) task brokerage asks about the queues of nuclei, without any flag."""
    spec.check_fact(
        FACT,
        FLAGS,
        queue=QUEUES,
        resource_type="resource_name: SCORE | SCORE_HIMEM, min_core: 1, max_core: 1",
        task="""
            jedi_task_id | site    | queue_name | status
            1            | A       |            | ready
            2            | A,B     |            | ready
            3            | A, X    |            | ready
            4            | A,A     |            | ready
            5            | X       |            | ready
            6            | U       |            | ready
            7            | U/SCORE |            | ready
            8            |         |            | ready
            9            | ''      |            | ready
            10           |         | A          | ready
            11           | B       | A          | ready
            12           | B       | ''         | ready
            13           | A       |            | assigning
            14           | A       |            |
        """,
        expected={
            **dict.fromkeys((1, 3, 4, 7, 12, 14), SINGLE),
            **dict.fromkeys((2, 5, 6), MANY),
            **dict.fromkeys((10, 11), PREMERGE),
        },
    )


def test_a_unified_queue_of_one_pseudo_queue(spec: Spec) -> None:
    """On the page its child stands alone, as run the unified queue stays beside it."""
    spec.check_fact(
        FACT,
        "is_single",
        queue=QUEUES,
        resource_type="resource_name: SCORE, min_core: 1, max_core: 1",
        task="site: U",
        expected=both(page={1: True}, asrun={1: False}),
    )


def test_only_the_master_dataset_pre_assigns(spec: Spec) -> None:
    """The first without a master of its own."""
    two_each = "jedi_task_id: 1 | 1 | 2 | 2, dataset_id: 1 | 2 | 1 | 2"
    spec.check_fact(
        FACT,
        "is_premerge",
        queue=QUEUES,
        task="jedi_task_id: 1 | 2",
        task_dataset=f"{two_each}, master_id: | 1 | 2 |, queue_name: | A | | A",
        task_file=f"{two_each}, file_id: 1 | 2 | 1 | 2",
        expected={2: True},
    )


def test_the_pre_assignment_of_merge_jobs_lapses(spec: Spec) -> None:
    """D3: 24 hours after the dataset was modified, also where the task has a list. As
    run a dataset that was never modified keeps it."""
    spec.check_fact(
        FACT,
        FLAGS,
        queue=QUEUES,
        task="jedi_task_id: 1 | 2 | 3, site: B, frozen_time: 2 d ago",
        task_dataset="""
            jedi_task_id | queue_name | creation_time | modification_time
            1            | A          | 3 d ago       | 2025-12-31 11:59:59
            2            | A          | 3 d ago       | 2025-12-31 12:00:00
            3            | A          | 3 d ago       | 3 d ago
        """,
        expected=both(page={2: PREMERGE}, asrun={2: PREMERGE, 3: PREMERGE}),
    )
