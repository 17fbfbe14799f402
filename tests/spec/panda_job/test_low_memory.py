"""-lowmemory: the estimated memory does not fit under the upper limit of the queue."""

from __future__ import annotations

from tests.spec.check import Spec, both


def test_below_at_and_above_the_limit(spec: Spec) -> None:
    """A tenth is left out of the estimate, which is cut to whole MB (12, no. 10). 0 and
    unknown are no limit (B, C), and no request (4, 5)."""
    spec.check(
        queue="queue_name: A | B | C, max_rss: 2000 | 0 |",
        task="jedi_task_id: 1 | 2 | 3 | 4 | 5, ram_count: 2222 | 2223 | 2224 | 0 |, "
        "base_ram_count: 0 | 0 | 0 | 0 |",
        expected={(3, "A"): "needs 2001 MB > max_rss 2000 MB"},
    )


def test_a_base_alone(spec: Spec) -> None:
    """V12: on the page it asks for memory, whatever the unit; as run for none. Nine
    tenths of 4445 MB are 4000, of 4446 MB 4001."""
    spec.check(
        queue="core_count: 8, max_rss: 4000",
        task="""
            jedi_task_id | ram_count | base_ram_count | ram_unit
            1            | 0         | 4444           | MBPerCore
            2            | 0         | 4445           | MBPerCore
            3            | 0         | 4446           | MBPerCore
            4            |           | 5000           | MB
            5            |           | 5000           |
        """,
        expected=both(
            page={
                3: "needs 4001 MB > max_rss 4000 MB",
                4: "needs 4500 MB > max_rss 4000 MB",
                5: "needs 4500 MB > max_rss 4000 MB",
            },
            asrun={},
        ),
    )


def test_base_and_cores(spec: Spec) -> None:
    """D17: on the page they count in every unit, as run only in memory per core. 500 +
    2000 x 8 MB, of which nine tenths are 14850; 2000 MB alone are 1800."""
    small = {*"ABC"}
    spec.check(
        queue="queue_name: A | B | C | D, core_count: 8, "
        "max_rss: 1799 | 1800 | 14849 | 14850",
        task="""
            jedi_task_id | core_count | ram_count | base_ram_count | ram_unit
            1            | 8          | 2000      | 500            | MB
            2            | 8          | 2000      | 500            | MBPerCore
            3            | 8          | 2000      | 500            | MBPerCoreFixed
            4            | 8          | 2000      | 500            |
        """,
        expected=both(
            page={1: small, 2: small, 3: small, 4: small},
            asrun={1: {"A"}, 2: small, 3: small, 4: {"A"}},
        ),
    )


def test_what_is_not_said(spec: Spec) -> None:
    """A task without base memory needs none; a chunk that is not said to merge runs."""
    spec.check(
        queue="queue_name: A | B, core_count: 2, max_rss: 3599 | 3600",
        task="ram_count: 2000, base_ram_count:, ram_unit: MBPerCore",
        input_chunk="is_merging:, ram_count:",
        expected={"A": "needs 3600 MB > max_rss 3599 MB"},
    )


def test_cores_are_those_of_the_queue(spec: Spec) -> None:
    """A queue of unknown cores, or of 0, has one."""
    spec.check(
        queue="queue_name: A | B | C | D, core_count:  | 0 | 2 | 2, "
        "max_rss: 1799 | 1800 | 3599 | 3600",
        task="ram_count: 2000, ram_unit: MBPerCore",
        expected={
            "A": "needs 1800 MB > max_rss 1799 MB",
            "C": "needs 3600 MB > max_rss 3599 MB",
        },
    )


def test_what_the_chunk_needs(spec: Spec) -> None:
    """The larger of what the task asks for and what its chunk turned out to need. Merge
    jobs have a memory of their own, if they state one at least 2000 MB."""
    limits = {"A": 1799, "B": 1800, "C": 2699}
    needs = {1: (1800, "A"), 2: (2700, "ABC"), 3: (1800, "A")}
    spec.check(
        queue="queue_name: A | B | C, max_rss: 1799 | 1800 | 2699",
        task="jedi_task_id: 1 | 2 | 3 | 4, ram_count: 1000 | 3000 | 3000 | 3000, "
        "merge_ram_count: | | 500 | 0",
        input_chunk="jedi_task_id: 1 | 2 | 3 | 4, "
        "ram_count: 2000 | 2000 | 1000 | 1000, is_merging: false | false | true | true",
        expected={
            (task, name): f"needs {need} MB > max_rss {limits[name]} MB"
            for task, (need, names) in needs.items()
            for name in names
        },
    )


def test_limits_per_core(spec: Spec) -> None:
    """A queue may state its limits for one core only (`per_core_attr`)."""
    spec.check(
        queue="""
            queue_name | core_count | max_rss | catchall
            A          | 8          | 1000    | per_core_attr
            B          | 8          | 1000    |
            C          | 0          | 1000    | per_core_attr
        """,
        task="ram_count: 1200",
        parameters={"ram_formula": "by_unit"},
        expected={
            "B": "needs 1080 MB > max_rss 1000 MB",
            "C": "needs 1080 MB > max_rss 1000 MB",
        },
    )
