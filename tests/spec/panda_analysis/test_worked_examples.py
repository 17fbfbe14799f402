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
    """(base + ram x cores) x 0.9 per core, else (base + ram) x 0.9 (row 8). V12: on the
    page a base alone counts too, as run it asks for nothing. D has no limit."""
    Spec("panda_analysis", "low_memory").check(
        queue="queue_name: A | B | C | D, core_count: 8, max_rss: 7649 | 7650 | 7199 |",
        task="""
            jedi_task_id | core_count | ram_count | ram_unit  | base_ram_count
            1            | 8          | 1000      | MBPerCore | 500
            2            | 8          | 8000      | MB        | 500
            3            | 8          | 0         | MBPerCore | 8500
            4            | 8          |           | MB        | 8001
        """,
        expected=both(
            page={(task, name) for task in (1, 2, 3) for name in "AC"} | {(4, "C")},
            asrun={(1, "C"), (2, "C")},
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
        expected=both(page={"A", "C"}, asrun={*"ABCD"}),
    )


def test_disk_of_merges_and_of_jobs_by_size() -> None:
    """The formula holds for all; as run a floor of nGBPerJob, merges copy twice (V66).
    Input 1024 MB, output 512 MB, work 0: 1536 MB, without the input 512 MB."""
    Spec("panda_analysis", "scratch_disk").check(
        queue="""
            queue_name | max_wdir | max_input_size
            A          | 1536     |
            B          | 1537     |
            C          | 2049     |
            D          | 3073     |
            E          | 512      | -1
            F          | 513      | -1
        """,
        task="""
            jedi_task_id | split_rule | out_disk_count | out_disk_unit | work_disk_count
            1            |            | 512            | kB            |
            2            | NG=3       | 512            | kB            |
            3            |            | 512            | kB            |
        """,
        input_chunk="jedi_task_id: 1 | 2 | 3, is_merging: false | false | true",
        expected=both(
            page={(task, name) for task in (1, 2, 3) for name in "AE"},
            asrun={*((2, name) for name in "ABCEF"), *((3, name) for name in "ABEF")},
        ),
    )


def test_the_disk_is_divided_by_cores() -> None:
    """V13: of 8 cores each has 2048 MB on the page; as run, tasks of more have it all.
    Each needs 2048 MB, and as run 300 MB besides."""
    Spec("panda_analysis", "scratch_disk").check(
        queue="queue_name: A | B, core_count: 8, max_wdir: 16384 | 16392",
        task="""
            jedi_task_id | core_count | work_disk_count | work_disk_unit
            1            | 1          | 1024            | MB
            2            | 8          | 1024            | MB
        """,
        expected=both(page={(1, "A"), (2, "A")}, asrun={(1, "A"), (1, "B")}),
    )


def test_preassigned_queues() -> None:
    """Pre-assignment lifts the status only, as run software and 24 hours too (V61)."""
    task = """
        jedi_task_id | site | trans_home                        | architecture
        1            |      | AnalysisTransforms-Athena_21.0.38 | {0}
        2            | A    | AnalysisTransforms-Athena_21.0.38 | {0}
    """
    Spec("panda_analysis", "cache").check(
        queue="queue_name: A, releases: []",
        task=task.format(asks()),
        expected=both(page={(1, "A"), (2, "A")}, asrun={(1, "A")}),
    )
    Spec("panda_analysis", "scout_walltime").check(
        queue=QUEUES.format("max_time", 86399, 86400),
        task=task.format(asks()),
        input_chunk="jedi_task_id: 1 | 2, use_scout: true",
        parameters={"walltime24_mode": "wall_clock"},
        expected=both(page={(1, "A"), (2, "A")}, asrun={(1, "A")}),
    )


def test_a_day_for_scouts_merges_and_undefined_walltimes() -> None:
    """C314: maxtime below 24 hours; exactly 24 hours pass, NULL and 0 are no limit."""
    world = {
        "queue": "queue_name: A | B | C | D, max_time: 86399 | 86400 | 0 |",
        "task": "jedi_task_id: 1 | 2 | 3 | 4, cpu_time: 10 | 10 | 0 |, "
        "use_scout: false | true | false | false",
    }
    for rule, tasks in (("scout_walltime", (2,)), ("min_walltime", (3, 4))):
        Spec("panda_analysis", rule).check(
            world=world, profile="page", expected={(task, "A") for task in tasks}
        )


def test_what_defines_a_walltime() -> None:
    """V15: on the page its value, or a cpuTime in HS06; as run, a unit alone too, but
    for one of cpuTime that is not of HS06."""
    Spec("panda_analysis", "min_walltime").check(
        queue=QUEUES.format("max_time", 86399, 86400),
        task="""
            jedi_task_id | walltime | walltime_unit | cpu_time | cpu_time_unit
            1            |          | s             |          |
            2            | 0        | s             | 10       | kSI2ks
            3            | 0        | s             | 10       | HS06sPerEvent
            4            | 1        | s             |          |
        """,
        expected=both(page={(1, "A"), (2, "A")}, asrun={(2, "A"), (2, "B")}),
    )


def test_times() -> None:
    """Merge chunks need 24 hours on the page, and walltimes bind them (rows 39, 40).
    Without work there is the base time."""
    chunks = "chunk_no: 0 | 1, is_merging: false | true"
    Spec("panda_analysis", "min_walltime").check(
        queue=QUEUES.format("max_time", 86399, 86400),
        input_chunk=chunks,
        expected=both(page={(1, 1, "A")}, asrun=set()),
    )
    Spec("panda_analysis", "short_walltime").check(
        queue=QUEUES.format("max_time", 99, 100),
        input_chunk=chunks,
        expected=both(page={"A", (1, 1, "A")}, asrun={"A"}),
    )
    Spec("panda_analysis", "short_walltime").check(
        queue=QUEUES.format("max_time", 199, 200),
        task="jedi_task_id: 1 | 2, cpu_time: 0 |, base_walltime: 200",
        expected=both(page={(1, "A"), (2, "A")}, asrun=set()),
    )
    Spec("panda_analysis", "long_walltime").check(
        queue=QUEUES.format("min_time", 101, 100),
        input_chunk=chunks,
        expected=both(page={"A", (1, 1, "A")}, asrun={"A"}),
    )


def test_releases() -> None:
    """Queues of ANY are not asked, what is published decides for those of AUTO."""
    Spec("panda_analysis", "cache").check(
        queue="queue_name: A | B | C | D | E, "
        "releases: [ANY] | [AUTO] | [AUTO] | [AUTO] | []",
        queue_software=f"""
            queue_name | data
            B          | {publishes(tags=[tag("Athena", "21.0.38")])}
            C          | {publishes(tags=[tag("Athena", "21.0.39")], cvmfs=[])}
        """,
        task=f"trans_home: AnalysisTransforms-Athena_21.0.38, architecture: {asks()}",
        expected={"C", "D", "E"},
    )


def test_the_least_memory_of_queues() -> None:
    """A queue of 8 cores starts at 8 times its size per core; equal sizes pass."""
    Spec("panda_analysis", "high_memory").check(
        queue="queue_name: A | B | C | D, core_count: 8, "
        "min_rss: 14399 | 14400 | 14401 |",
        task="core_count: 8, ram_count: 2000, ram_unit: MBPerCore",
        expected={"C"},
    )


def test_unknown_walltime() -> None:
    """It counts as 0 (row 40): a mintime above the base time of 60 s asks for more."""
    Spec("panda_analysis", "long_walltime").check(
        queue="queue_name: A | B | C | D, min_time: 59 | 60 | 61 |",
        task="cpu_time:, base_walltime: 60",
        expected=both(page={"C"}, asrun=set()),
    )
