"""-cpucore: the cores of the queue must match those of the task."""

from __future__ import annotations

from tests.spec.check import Spec, both

QUEUES = "queue_name: NULL | ZERO | ONE | TWO | EIGHT, core_count: | 0 | 1 | 2 | 8"


def test_tasks_of_one_core_and_of_several(spec: Spec) -> None:
    """One core, or an unknown number, fits 0 and 1; several cores fit more than 1."""
    few, many = {"NULL": 0, "ZERO": 0, "ONE": 1}, {"TWO": 2, "EIGHT": 8}
    spec.check(
        queue=QUEUES,
        task="jedi_task_id: 1 | 2 | 3 | 4, core_count: 1 | | 2 | 8",
        expected={
            (task, name): f"queue has {cores} cores, task asks for {asked}"
            for task, asked, queues in (
                (1, "1", many),
                (2, "one", many),
                (3, "2", few),
                (4, "8", few),
            )
            for name, cores in queues.items()
        },
    )


def test_tasks_of_any_number_of_cores(spec: Spec) -> None:
    """0 fits anywhere; scouts and priority 900 or more want several cores though. D47:
    a single pre-assigned queue (5) may have any cores as run, one of a list (6) may
    not."""
    few = {"NULL", "ZERO", "ONE"}
    spec.check(
        queue=QUEUES,
        task="""
            jedi_task_id | core_count | current_priority | use_scout | site
            1            | 0          | 899              | false     |
            2            | 0          | 900              | false     |
            3            | 0          | 100              | true      |
            4            | 1          | 900              | false     |
            5            | 8          | 100              | false     | ONE
            6            | 8          | 100              | false     | ONE,TWO
        """,
        expected=both(
            page={2: few, 3: few, 4: {"TWO", "EIGHT"}, 5: few, 6: few},
            asrun={2: few, 3: few, 4: {"TWO", "EIGHT"}, 6: few},
        ),
    )


def test_merge_jobs_have_a_core_count_of_their_own(spec: Spec) -> None:
    """Where the task sets none for them, it is that of the task."""
    spec.check(
        queue="queue_name: ONE | EIGHT, core_count: 1 | 8",
        task="jedi_task_id: 1 | 2, core_count: 8, merge_core_count: 1 |",
        input_chunk="jedi_task_id: 1 | 1 | 2, chunk_no: 0 | 1 | 1, "
        "is_merging: false | true | true",
        expected={"ONE", (1, 1, "EIGHT"), (2, 1, "ONE")},
    )


def test_pseudo_queues_have_the_cores_of_their_resource_type(spec: Spec) -> None:
    """Not those of the unified queue; a type without a maximum gets all of them."""
    spec.check(
        resource_type="resource_name: SCORE | MCORE, min_core: 1 | 2, max_core: 1 |",
        queue="queue_name: A, capability: ucore, core_count: 8",
        task="jedi_task_id: 1 | 2, core_count: 1 | 8",
        expected={
            (1, "A"): "queue has 8 cores, task asks for 1",
            (1, "A/MCORE"): "queue has 8 cores, task asks for 1",
            (2, "A/SCORE"): "queue has 1 cores, task asks for 8",
        },
    )
