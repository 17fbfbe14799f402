"""-max_cpucore: the queue has more cores than the task can use."""

from __future__ import annotations

from tests.spec.check import Spec, both


def test_below_at_and_above_the_maximum(spec: Spec) -> None:
    """The split rule CC of the task; as many cores as allowed are fine."""
    spec.check(
        queue="queue_name: A | B | C, core_count: 8 | 16 | 17",
        task="core_count: 8, split_rule: NF=1,CC=16",
        expected={(1, 0, "C"): "queue has 17 cores > maxCoreCount 16"},
    )


def test_a_task_without_a_maximum(spec: Spec) -> None:
    """None, or 0, is no limit; neither is a rule that ends in the same letters."""
    spec.check(
        queue="core_count: 64",
        task="""
            jedi_task_id | core_count | split_rule
            1            | 8          |
            2            | 8          | CC=0
            3            | 8          | XCC=16
            4            | 8          | CC=16
        """,
        expected={(4, 0, "Q")},
    )


def test_queues_of_unknown_cores_have_few(spec: Spec) -> None:
    """Unknown and 0 are below every maximum."""
    spec.check(
        queue="queue_name: A | B | C, core_count: | 0 | 2",
        task="core_count: 8, split_rule: CC=1",
        expected={(1, 0, "C")},
    )


def test_the_match_of_cores_hides_nothing(spec: Spec) -> None:
    """A task of one core at a queue of several fails -cpucore and this."""
    spec.check(
        queue="core_count: 8",
        task="jedi_task_id: 1 | 2, core_count: 1 | 0, split_rule: CC=4 | CC=4",
        expected={(1, 0, "Q"), (2, 0, "Q")},
    )


def test_pseudo_queues_count_their_own_cores(spec: Spec) -> None:
    """A resource type may have fewer cores than the unified queue."""
    spec.check(
        resource_type="resource_name: MCORE, min_core: 2, max_core: 8",
        queue="queue_name: A, capability: ucore, core_count: 64",
        task="core_count: 8, split_rule: CC=8",
        expected={(1, 0, "A"): "queue has 64 cores > maxCoreCount 8"},
    )


def test_pre_assigned_queues(spec: Spec) -> None:
    """D47: a single one may be larger as run, one of a list may not."""
    spec.check(
        queue="queue_name: A | B, core_count: 64 | 8",
        task="""
            jedi_task_id | core_count | split_rule | site
            1            | 8          | CC=8       | A
            2            | 8          | CC=8       | A,B
        """,
        expected=both(page={(1, 0, "A"), (2, 0, "A")}, asrun={(2, 0, "A")}),
    )
