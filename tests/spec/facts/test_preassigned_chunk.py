"""Chunks whose queues are given, and whether it is a single one.

Which queues these are: tests/spec/facts/test_preassigned_queue.py.
"""

from __future__ import annotations

from tests.spec.check import Key, Spec, both

FACT = "preassigned_chunk"
FLAGS = ["is_single", "is_premerge"]
QUEUES = """
    queue_name | capability
    A          |
    B          |
    U          | ucore
"""
TWO_TYPES = "resource_name: SCORE | SCORE_HIMEM, min_core: 1 | 1, max_core: 1 | 1"


def test_lists_of_the_task(spec: Spec) -> None:
    """Names are counted once resolved: unknown ones do not count, doubles once.

    A list of which nothing is left is a list.
    """
    spec.check_fact(
        FACT,
        FLAGS,
        queue=QUEUES,
        resource_type=TWO_TYPES,
        task="""
            jedi_task_id | site
            1            | A
            2            | A,B
            3            | A, X
            4            | A,A
            5            | X
            6            | U
            7            | U/SCORE
            8            |
            9            | ''
        """,
        expected={
            (1, 0): (True, False),
            (2, 0): (False, False),
            (3, 0): (True, False),
            (4, 0): (True, False),
            (5, 0): (False, False),
            (6, 0): (False, False),
            (7, 0): (True, False),
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
        expected=both(page={(1, 0): True}, asrun={(1, 0): False}),
    )


def test_merge_jobs_have_a_list(spec: Spec) -> None:
    """Even of one queue; it comes before the list of the task."""
    spec.check_fact(
        FACT,
        FLAGS,
        queue=QUEUES,
        task="jedi_task_id: 1 | 2 | 3, site: | B | B",
        task_dataset="jedi_task_id: 1 | 2 | 3, queue_name: A | A | ''",
        expected={(1, 0): (False, True), (2, 0): (False, True), (3, 0): (True, False)},
    )


def test_only_the_master_dataset_pre_assigns(spec: Spec) -> None:
    """The first without a master of its own."""
    spec.check_fact(
        FACT,
        "is_premerge",
        queue=QUEUES,
        task="jedi_task_id: 1 | 2",
        task_dataset="""
            jedi_task_id | dataset_id | master_id | queue_name
            1            | 1          |           |
            1            | 2          | 1         | A
            2            | 1          | 2         |
            2            | 2          |           | A
        """,
        task_file="""
            jedi_task_id | dataset_id | file_id
            1            | 1          | 1
            1            | 2          | 2
            2            | 1          | 1
            2            | 2          | 2
        """,
        expected={(2, 0): True},
    )


def test_tasks_that_wait_for_a_nucleus(spec: Spec) -> None:
    """Spec 4.2: task brokerage asks about the queues of nuclei, without any flag."""
    spec.check_fact(
        FACT,
        FLAGS,
        queue=QUEUES,
        task="jedi_task_id: 1 | 2 | 3, site: A | A | A, status: assigning | ready |",
        expected={(2, 0): (True, False), (3, 0): (True, False)},
    )


def test_the_pre_assignment_of_merge_jobs_lapses(spec: Spec) -> None:
    """D3: 24 hours after the dataset was modified, also where the task has a list.

    As run a dataset that was never modified keeps it.
    """
    kept: dict[Key, object] = {(2, 0): (False, True)}
    spec.check_fact(
        FACT,
        FLAGS,
        queue=QUEUES,
        task="""
            jedi_task_id | site | frozen_time
            1            | B    | 2025-12-30 12:00
            2            | B    | 2025-12-30 12:00
            3            | B    | 2025-12-30 12:00
        """,
        task_dataset="""
            jedi_task_id | queue_name | creation_time    | modification_time
            1            | A          | 2025-12-29 12:00 | 2025-12-31 11:59:59
            2            | A          | 2025-12-29 12:00 | 2025-12-31 12:00:00
            3            | A          | 2025-12-29 12:00 | 2025-12-29 12:00:00
        """,
        expected=both(page=kept, asrun={**kept, (3, 0): (False, True)}),
    )


def test_whether_the_master_dataset_names_a_queue(spec: Spec) -> None:
    """A name makes its chunk one of merge jobs, no name does not."""
    spec.check_fact(
        "chunk_master",
        ["preassigned_name", "is_premerge"],
        task="jedi_task_id: 1 | 2",
        task_dataset="jedi_task_id: 1 | 2, queue_name: | A",
        expected={(1, 0): (None, False), (2, 0): ("A", True)},
    )


def test_each_name_of_a_list_counts_once(spec: Spec) -> None:
    """Blanks around a name do not make another one of it."""
    spec.check_fact(
        "asked_queue",
        "is_premerge",
        task="jedi_task_id | site\n1 | A,B, A",
        expected={(1, "A"): False, (1, "B"): False},
    )
