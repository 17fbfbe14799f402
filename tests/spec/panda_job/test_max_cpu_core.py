"""-max_cpucore: the queue has more cores than the task can use."""

from __future__ import annotations

from tests.spec.check import Spec, both


def test_below_at_and_above_the_maximum(spec: Spec) -> None:
    """The split rule CC of the task; as many cores as allowed are fine, unknown cores
    and 0 are few. A task of one core (3) fails -cpucore and this."""
    spec.check(
        queue="queue_name: A | B | C | D | E, core_count: 8 | 16 | 17 | | 0",
        task="jedi_task_id: 1 | 2 | 3 | 4, core_count: 8 | 8 | 1 | 0, "
        "split_rule: NF=1,CC=16 | CC=1 | CC=16 | CC=16",
        expected={
            **{
                (task, "C"): "queue has 17 cores > maxCoreCount 16"
                for task in (1, 3, 4)
            },
            (2, "A"): "queue has 8 cores > maxCoreCount 1",
            (2, "B"): "queue has 16 cores > maxCoreCount 1",
            (2, "C"): "queue has 17 cores > maxCoreCount 1",
        },
    )


def test_a_task_without_a_maximum(spec: Spec) -> None:
    """None, or 0, is no limit; neither is a rule that ends in the same letters. D47: as
    run a single pre-assigned queue (5) may be larger, one of a list (6) may not."""
    spec.check(
        queue="queue_name: Q | A, core_count: 64 | 1",
        task="jedi_task_id: 1 | 2 | 3 | 4 | 5 | 6, core_count: 8, "
        "split_rule: | CC=0 | XCC=16 | CC=16 | CC=8 | CC=8, site: | | | | Q | Q,A",
        expected=both(page={4, 5, 6}, asrun={4, 6}),
    )


def test_pseudo_queues_count_their_own_cores(spec: Spec) -> None:
    """A resource type may have fewer cores than the unified queue."""
    spec.check(
        resource_type="resource_name: MCORE, min_core: 2, max_core: 8",
        queue="queue_name: A, capability: ucore, core_count: 64",
        task="core_count: 8, split_rule: CC=8",
        expected={"A": "queue has 64 cores > maxCoreCount 8"},
    )
