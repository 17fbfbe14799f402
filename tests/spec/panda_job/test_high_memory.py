"""-highmemory: the estimated memory is below the lower limit of the queue."""

from __future__ import annotations

from tests.spec.check import Spec


def test_below_at_and_above_the_limit(spec: Spec) -> None:
    """Jobs near the lower limit keep away: a tenth is left out of the estimate. 0 and
    unknown are no limit (B, C), and no request (5, 6)."""
    spec.check(
        queue="queue_name: A | B | C, min_rss: 2001 | 0 |",
        task="jedi_task_id: 1 | 2 | 3 | 4 | 5 | 6 | 7, "
        "ram_count: 2001 | 2223 | 2224 | 3000 | 0 | | 1, "
        "base_ram_count: 0 | 0 | 0 | 0 | 0 | | 0",
        expected={
            (1, "A"): "needs 1800 MB < min_rss 2001 MB",
            (2, "A"): "needs 2000 MB < min_rss 2001 MB",
        },
    )


def test_pseudo_queues_by_resource_type(spec: Spec) -> None:
    """Of a queue of 8 cores and 24 GB (spec 12, examples 10 and 11)."""
    spec.check(
        queue="queue_name: A, capability: ucore, core_count: 8, max_rss: 24000",
        task="core_count: 8, ram_count: 1750, base_ram_count: 500, ram_unit: MBPerCore",
        expected={
            "A/SCORE_VHIMEM": "needs 2025 MB < min_rss 3001 MB",
            "A/MCORE_HIMEM": "needs 13050 MB < min_rss 16001 MB",
            "A/MCORE_VHIMEM": "needs 13050 MB < min_rss 24001 MB",
        },
    )
