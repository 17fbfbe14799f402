"""-max_cpucore: the queue has more cores than the task can use."""

from __future__ import annotations

from tests.spec.check import Spec, both


def test_below_at_and_above_the_maximum(spec: Spec) -> None:
    """The split rule CC of the task; as many cores as allowed are fine, unknown cores
    and 0 are few. None, or 0, is no limit (5, 6); neither is a rule that ends in the
    same letters. A task of one core (3) fails -cpucore and this. Pseudo queues count
    their own cores (U). D47: as run a single pre-assigned queue (8) may be larger, one
    of a list (9) may not."""
    told = "queue has {} cores > maxCoreCount {}".format
    above = {"C": told(17, 16), "U": told(64, 16)}
    small = {"A": told(8, 1), "B": told(16, 1), "C": told(17, 1)}
    small |= {"U": told(64, 1), "U/MCORE": told(8, 1)}
    listed = {**dict.fromkeys((1, 3, 4, 9), above), 2: small}
    spec.check(
        resource_type="resource_name: MCORE, min_core: 2, max_core: 8",
        queue="queue_name: A | B | C | D | E | U, core_count: 8 | 16 | 17 | | 0 | 64, "
        "capability: | | | | | ucore",
        task="""
            jedi_task_id | core_count | split_rule | site
            1            | 8          | NF=1,CC=16 |
            2            | 8          | CC=1       |
            3            | 1          | CC=16      |
            4            | 0          | CC=16      |
            5            | 8          |            |
            6            | 8          | CC=0       |
            7            | 8          | XCC=16     |
            8            | 8          | CC=16      | C
            9            | 8          | CC=16      | A,C
        """,
        expected=both(page={**listed, 8: above}, asrun=listed),
    )
