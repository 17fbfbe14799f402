"""-cpucore: the cores of the queue must match those of the task."""

from __future__ import annotations

from tests.spec.check import Spec, both

QUEUES = "queue_name: NULL | ZERO | ONE | TWO | EIGHT, core_count: | 0 | 1 | 2 | 8"


def test_tasks_of_one_core_and_of_several(spec: Spec) -> None:
    """One core, or an unknown number, fits 0 and 1; several cores fit more than 1."""
    spec.check(
        queue=QUEUES,
        task="jedi_task_id: 1 | 2 | 3 | 4, core_count: 1 | | 2 | 8",
        expected={
            (1, 0, "TWO"): "queue has 2 cores, task asks for 1",
            (1, 0, "EIGHT"): "queue has 8 cores, task asks for 1",
            (2, 0, "TWO"): "queue has 2 cores, task asks for one",
            (2, 0, "EIGHT"): "queue has 8 cores, task asks for one",
            (3, 0, "NULL"): "queue has 0 cores, task asks for 2",
            (3, 0, "ZERO"): "queue has 0 cores, task asks for 2",
            (3, 0, "ONE"): "queue has 1 cores, task asks for 2",
            (4, 0, "NULL"): "queue has 0 cores, task asks for 8",
            (4, 0, "ZERO"): "queue has 0 cores, task asks for 8",
            (4, 0, "ONE"): "queue has 1 cores, task asks for 8",
        },
    )


def test_tasks_of_any_number_of_cores(spec: Spec) -> None:
    """0 fits anywhere; scouts and priority 900 or more want several cores though."""
    spec.check(
        queue=QUEUES,
        task="""
            jedi_task_id | core_count | current_priority
            1            | 0          | 899
            2            | 0          | 900
            3            | 0          | 100
            4            | 1          | 900
        """,
        input_chunk="""
            jedi_task_id | use_scout
            1            | false
            2            | false
            3            | true
            4            | false
        """,
        expected={
            *((2, 0, name) for name in ("NULL", "ZERO", "ONE")),
            *((3, 0, name) for name in ("NULL", "ZERO", "ONE")),
            *((4, 0, name) for name in ("TWO", "EIGHT")),
        },
    )


def test_merge_jobs_have_a_core_count_of_their_own(spec: Spec) -> None:
    """Where the task sets none for them, it is that of the task."""
    spec.check(
        queue="queue_name: ONE | EIGHT, core_count: 1 | 8",
        task="jedi_task_id: 1 | 2, core_count: 8 | 8, merge_core_count: 1 |",
        input_chunk="""
            jedi_task_id | chunk_no | is_merging
            1            | 0        | false
            1            | 1        | true
            2            | 1        | true
        """,
        expected={(1, 0, "ONE"), (1, 1, "EIGHT"), (2, 1, "ONE")},
    )


def test_pseudo_queues_have_the_cores_of_their_resource_type(spec: Spec) -> None:
    """Not those of the unified queue; a type without a maximum gets all of them."""
    spec.check(
        resource_type="resource_name: SCORE | MCORE, min_core: 1 | 2, max_core: 1 |",
        queue="queue_name: A, capability: ucore, core_count: 8",
        task="jedi_task_id: 1 | 2, core_count: 1 | 8",
        expected={
            (1, 0, "A"): "queue has 8 cores, task asks for 1",
            (1, 0, "A/MCORE"): "queue has 8 cores, task asks for 1",
            (2, 0, "A/SCORE"): "queue has 1 cores, task asks for 8",
        },
    )


def test_pre_assigned_queues(spec: Spec) -> None:
    """D47: a single one may have any cores as run, one of a list may not."""
    spec.check(
        queue="queue_name: A | B, core_count: 1 | 8",
        task="jedi_task_id: 1 | 2, core_count: 8 | 8, site: A | A,B",
        expected=both(page={(1, 0, "A"), (2, 0, "A")}, asrun={(2, 0, "A")}),
    )
