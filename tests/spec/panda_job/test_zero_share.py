"""-zeroshare: a queue gives no share to some kinds of work."""

from __future__ import annotations

from tests.spec.check import Spec


def test_the_example_of_the_page(spec: Spec) -> None:
    """Shares for evgen and simul, none for any other type: the first that fits counts.
    Tests are never refused (spec 12, example 17)."""
    policy = "type=evgen:100%,type=simul:100%,type=any:0%"
    spec.check(
        queue=f"queue_name: A, fairshare_policy: {policy}",
        task="jedi_task_id: 1 | 2 | 3 | 4 | 5 | 6, "
        "processing_type: evgen | simul | pile | overlay | prod_test |",
        expected={
            (3, "A"): "share policy rule type=any:0%",
            (4, "A"): "share policy rule type=any:0%",
            (6, "A"): "share policy rule type=any:0%",
        },
    )


def test_a_share_of_zero_refuses(spec: Spec) -> None:
    """Written 0 or 0%. No policy, and none that speaks of the work, refuse nothing."""
    spec.check(
        queue="""
            queue_name | fairshare_policy
            A          | type=simul:0%
            B          | type=simul:0
            C          | type=simul:1%
            D          | type=evgen:0%
            E          | ''
            F          |
        """,
        expected={
            "A": "share policy rule type=simul:0%",
            "B": "share policy rule type=simul:0",
        },
    )


def test_the_priority_of_merge_jobs_is_not_looked_at(spec: Spec) -> None:
    """D58: so a condition on it holds for all of them, in both (12, example 17)."""
    spec.check(
        queue="queue_name: A, fairshare_policy: priority>400:0",
        input_chunk="chunk_no: 0 | 1, is_merging: false | true",
        task="jedi_task_id: 1, current_priority: 300",
        expected={(1, 1, "A")},
    )


def test_work_queues_of_tests_are_exempt(spec: Spec) -> None:
    """D49: in both, unless one queue is pre-assigned and the label is not managed. The
    work queue of task 9 has no name, whatever its share is called."""
    spec.check(
        work_queue="queue_id: 51, queue_name:, queue_function: Resource",
        queue="queue_name: A | B, fairshare_policy: type=any:0%",
        task="""
            jedi_task_id | gshare     | prod_source_label | site | workqueue_id
            1            | test       | managed           |      |
            2            | validation | managed           |      |
            3            | test       | managed           | A    |
            4            | test       | test              | A    |
            5            | validation | test              | A,B  |
            6            | MC         | managed           | A    |
            7            |            | managed           | A    |
            8            | test       |                   | A    |
            9            | test       | managed           | A    | 51
        """,
        expected={(task, name) for task in (4, 6, 7, 8, 9) for name in "AB"},
    )
