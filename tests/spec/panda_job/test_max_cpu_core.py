"""-max_cpucore: the queue has more cores than the task can use."""

from __future__ import annotations

from tests.spec.check import Spec, both


def test_below_at_and_above_the_maximum(spec: Spec) -> None:
    """The split rule CC of the task; as many cores as allowed are fine, unknown cores
    and 0 are few. A task of one core (3) fails -cpucore and this. Pseudo queues count
    their own cores (U)."""
    told = "queue has {} cores > maxCoreCount {}".format
    above = {"C": told(17, 16), "U": told(64, 16)}
    spec.check(
        resource_type="resource_name: MCORE, min_core: 2, max_core: 8",
        queue="queue_name: A | B | C | D | E | U, core_count: 8 | 16 | 17 | | 0 | 64, "
        "capability: | | | | | ucore",
        task="jedi_task_id: 1 | 2 | 3 | 4, core_count: 8 | 8 | 1 | 0, "
        "split_rule: NF=1,CC=16 | CC=1 | CC=16 | CC=16",
        expected={
            **dict.fromkeys((1, 3, 4), above),
            2: {
                **{"A": told(8, 1), "B": told(16, 1), "C": told(17, 1)},
                **{"U": told(64, 1), "U/MCORE": told(8, 1)},
            },
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
