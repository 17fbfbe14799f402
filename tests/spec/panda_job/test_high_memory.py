"""-highmemory: the estimated memory is below the lower limit of the queue."""

from __future__ import annotations

from tests.spec.check import Spec, both


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


def test_a_base_alone(spec: Spec) -> None:
    """V12: on the page it asks for memory, as run for none."""
    spec.check(
        queue="min_rss: 4001",
        task="jedi_task_id: 1 | 2, ram_count: 0 |, base_ram_count: 4445 | 4446",
        expected=both(page={"Q": "needs 4000 MB < min_rss 4001 MB"}, asrun={}),
    )


def test_base_and_cores(spec: Spec) -> None:
    """D17: on the page they count in every unit, as run only in memory per core."""
    as_run = {"Q": "needs 1800 MB < min_rss 14850 MB"}
    spec.check(
        queue="core_count: 8, min_rss: 14850",
        task="""
            jedi_task_id | core_count | ram_count | base_ram_count | ram_unit
            1            | 8          | 2000      | 500            | MB
            2            | 8          | 2000      | 500            | MBPerCore
        """,
        expected=both(page={}, asrun=as_run),
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


def test_the_lower_limit_of_a_unified_queue(spec: Spec) -> None:
    """A pseudo queue takes its part of it, unless its type asks for more."""
    spec.check(
        resource_type="""
            resource_name | min_core | max_core | min_ram_per_core
            SCORE         | 1        | 1        | 1001
            SCORE_LOMEM   | 1        | 1        | 100
        """,
        queue="queue_name: A, capability: ucore, core_count: 8, min_rss: 8000",
        task="jedi_task_id: 1 | 2 | 3, ram_count: 1100 | 1112 | 1113",
        parameters={"ram_formula": "by_unit"},
        expected={
            1: {
                "A": "needs 990 MB < min_rss 8000 MB",
                "A/SCORE": "needs 990 MB < min_rss 1001 MB",
                "A/SCORE_LOMEM": "needs 990 MB < min_rss 1000 MB",
            },
            2: {
                "A": "needs 1000 MB < min_rss 8000 MB",
                "A/SCORE": "needs 1000 MB < min_rss 1001 MB",
            },
            3: {"A": "needs 1001 MB < min_rss 8000 MB"},
        },
    )
