"""Rules shared with production, in the formulas of analysis."""

from __future__ import annotations

from tests.spec.check import Spec, both
from tests.spec.panda_job.software import asks, publishes, tag

QUEUES = """
    queue_name | {0}
    A          | {1}
    B          | {2}
"""


def test_memory() -> None:
    """(base + ram x cores) x 0.9 per core, else (base + ram) x 0.9 (row 8)."""
    Spec("panda_analysis", "low_memory").check(
        queue="""
            queue_name | core_count | max_rss
            A          | 8          | 7649
            B          | 8          | 7650
            C          | 8          | 7199
        """,
        task="""
            jedi_task_id | core_count | ram_count | ram_unit  | base_ram_count
            1            | 8          | 1000      | MBPerCore | 500
            2            | 8          | 8000      | MB        | 500
        """,
        expected=both(
            page={(1, 0, "A"), (1, 0, "C"), (2, 0, "A"), (2, 0, "C")},
            asrun={(1, 0, "C"), (2, 0, "C")},
        ),
    )


def test_disk() -> None:
    """Input + output x input + work; maxwdir must be larger (row 9)."""
    Spec("panda_analysis", "scratch_disk").check(
        queue="""
            queue_name | max_wdir | max_input_size
            A          | 3072     |
            B          | 3073     |
            C          | 2048     | -1
            D          | 2049     | -1
            E          | 3372     |
        """,
        task="""
            out_disk_count | out_disk_unit | work_disk_count | work_disk_unit
            512            | kB            | 1536            | MB
        """,
        expected=both(
            page={(1, 0, "A"), (1, 0, "C")},
            asrun={(1, 0, name) for name in "ABCD"},
        ),
    )


def test_times() -> None:
    """Merge chunks need 24 hours on the page, and walltimes bind them (rows 39, 40)."""
    chunks = """
        chunk_no | is_merging
        0        | false
        1        | true
    """
    Spec("panda_analysis", "min_walltime").check(
        queue=QUEUES.format("max_time", 86399, 86400),
        input_chunk=chunks,
        expected=both(page={(1, 1, "A")}, asrun=set()),
    )
    Spec("panda_analysis", "short_walltime").check(
        queue=QUEUES.format("max_time", 99, 100),
        input_chunk=chunks,
        expected=both(page={(1, 0, "A"), (1, 1, "A")}, asrun={(1, 0, "A")}),
    )
    Spec("panda_analysis", "long_walltime").check(
        queue=QUEUES.format("min_time", 101, 100),
        input_chunk=chunks,
        expected=both(page={(1, 0, "A"), (1, 1, "A")}, asrun={(1, 0, "A")}),
    )


def test_cores() -> None:
    """Single-core tasks fit 0 or 1 cores, others more; maxCoreCount is CC."""
    Spec("panda_analysis", "cpu_core").check(
        queue=QUEUES.format("core_count", 1, 8),
        task="""
            jedi_task_id | core_count
            1            | 1
            2            | 4
            3            | 0
        """,
        expected={(1, 0, "B"), (2, 0, "A")},
    )


def test_releases() -> None:
    """Queues of ANY are not asked, what is published decides for those of AUTO."""
    Spec("panda_analysis", "cache").check(
        queue="""
            queue_name | releases
            A          | [ANY]
            B          | [AUTO]
            C          | [AUTO]
            D          | [AUTO]
            E          | []
        """,
        queue_software=f"""
            queue_name | data
            B          | {publishes(tags=[tag("Athena", "21.0.38")])}
            C          | {publishes(tags=[tag("Athena", "21.0.39")], cvmfs=[])}
        """,
        task=f"""
            trans_home                        | architecture
            AnalysisTransforms-Athena_21.0.38 | {asks()}
        """,
        expected={(1, 0, "C"), (1, 0, "D"), (1, 0, "E")},
    )


def test_memory_limits_of_queues() -> None:
    """A queue of 8 cores holds 8 times its size per core; equal sizes pass."""
    world = {
        "task": """
            jedi_task_id | core_count | ram_count | ram_unit
            1            | 8          | 2000      | MBPerCore
        """
    }
    queue = """
        queue_name | core_count | {0}
        A          | 8          | 14399
        B          | 8          | 14400
        C          | 8          | 14401
        D          | 8          |
    """
    Spec("panda_analysis", "low_memory").check(
        world=world, queue=queue.format("max_rss"), expected={(1, 0, "A")}
    )
    Spec("panda_analysis", "high_memory").check(
        world=world, queue=queue.format("min_rss"), expected={(1, 0, "C")}
    )
