"""The rules of the older page that are those of panda_job, under its parameters.

In the order of the page (spec/production.md 7, L1 to L27). Rules with a file of their
own in sql/panda_job_legacy have a test file of their own.
"""

from __future__ import annotations

import pytest

from brokersql.policy import load_policy
from tests.spec.check import Spec, both
from tests.spec.panda_job.software import PLATFORM, asks, publishes, tag

PAGE = "page"
CHUNK = ["jedi_task_id", "chunk_no"]
NO_INPUT = "fsize: 0"


def older(stem: str) -> Spec:
    """Return a rule, or a fact, to be shown."""
    return Spec("panda_job_legacy", stem)


def test_preliminary_candidates() -> None:
    """L1: no name with test in it; pre-assigned unified queues are resolved."""
    older("not_listed").check(
        profile=PAGE,
        resource_type="resource_name: SCORE, min_core: 1, max_core: 1",
        queue="""
            queue_name | capability
            A          | ucore
            B_Test     |
            C          |
        """,
        task="jedi_task_id: 1 | 2, site: | A,B_Test",
        expected={
            (1, 0, "B_Test"): "the name contains test",
            (2, 0, "A"): "not among the pre-assigned queues",
            (2, 0, "C"): "not among the pre-assigned queues",
        },
    )


def test_a_pre_assignment_lapses_after_24_hours() -> None:
    """L1: counted from the last change of the dataset; frozen or not."""
    older("not_listed").check(
        profile=PAGE,
        queue="queue_name: A | B",
        task="jedi_task_id: 1 | 2",
        task_dataset="""
            jedi_task_id | queue_name | creation_time    | modification_time
            1            | A          | 2025-12-31 12:00 | 2025-12-31 12:00
            2            | A          | 2025-12-31 11:59 | 2025-12-31 11:59
        """,
        expected={(1, 0, "B")},
    )


def test_the_status_must_be_online() -> None:
    """L3: unless the queues are pre-assigned; an unknown status is not online."""
    older("status").check(
        profile=PAGE,
        queue="queue_name: A | B | C | D, status: online | standby | offline |",
        task="jedi_task_id: 1 | 2, site: | B,C,D",
        expected={(1, 0, "B"), (1, 0, "C"), (1, 0, "D")},
    )


def test_inactive_queues() -> None:
    """L6: no start for more than 2 hours, and activated jobs; starting ones are none.

    For priority 800, scouts, merging jobs and jobs before a merge.
    """
    older("inactive").check(
        profile=PAGE,
        queue="queue_name: A | B | C | D",
        pilot_activity="""
            queue_name | last_start
            A          | 09:59
            B          | 10:00
            C          | 09:59
            D          |
        """,
        job_stats="""
            queue_name | job_status | n_jobs
            A          | activated  | 1
            B          | activated  | 1
            C          | starting   | 1
            D          | activated  | 1
        """,
        task="""
            jedi_task_id | current_priority | split_rule
            1            | 799              |
            2            | 800              |
            3            | 1                |
            4            | 1                |
            5            |                  | MO=1
        """,
        input_chunk="""
            jedi_task_id | use_scout | is_merging
            1            | false     | false
            2            | false     | false
            3            | true      | false
            4            | false     | true
            5            | false     | false
        """,
        expected={(task, 0, "A") for task in (2, 3, 4, 5)},
    )


def test_zero_share_of_all_others() -> None:
    """L7: type=evgensimul:100% lets in evgen and simul, and no other type but tests.

    The same holds for any list of shares that are not zero, unless one names any.
    """
    older("zero_share").check(
        queue="""
            queue_name | fairshare_policy
            A          | type=evgensimul:100%
            B          | type=evgen:100%
            C          | type=evgen:0%
            D          | type=evgen:100%,type=any:50%
            E          | group=AP_REPR:100%
            F          |
        """,
        task="""
            jedi_task_id | processing_type
            1            | evgen
            2            | simul
            3            | pile
            4            | prod_test
            5            |
        """,
        expected={
            (1, 0, "C"): "share policy rule type=evgen:0%",
            (2, 0, "B"): "share policy rule types not named",
            (3, 0, "A"): "share policy rule types not named",
            (3, 0, "B"): "share policy rule types not named",
            (5, 0, "A"): "share policy rule types not named",
            (5, 0, "B"): "share policy rule types not named",
        },
    )


@pytest.mark.parametrize(
    ("mb", "n_files", "is_skipped"),
    [(10239, 1, False), (10240, 1, True), (1, 99, False), (1, 100, True)],
)
def test_missing_files_of_intensive_tasks(
    mb: int, n_files: int, is_skipped: bool
) -> None:
    """L8: they must be less than 10 GB and less than 100; above 200 kB/s only."""
    rows = [
        f"{task} | {n} | f{n} | {mb * 1024**2}"
        for task in (1, 2, 3)
        for n in range(n_files)
    ]
    older("io").check(
        profile=PAGE,
        task="jedi_task_id: 1 | 2 | 3, io_intensity: 200 | 201 |",
        task_file="\n".join(["jedi_task_id | file_id | lfn | fsize", *rows]),
        dataset=f"n_files: {n_files}",
        dataset_replica=f"n_files_total: {n_files}, n_files_found: {n_files}",
        expected={(2, 0, "Q")} if is_skipped else {},
    )


def test_disk_io_limits() -> None:
    """L9: the average of the queue and the task must exceed the limit, per core."""
    older("disk_io").check(
        profile=PAGE,
        queue="queue_name: A | B | C, max_disk_io: 500 | 501 |",
        job_stats="""
            queue_name | n_jobs | disk_io_avg
            A          | 1      | 501
            B          | 1      | 501
            C          | 1      | 501
        """,
        task="jedi_task_id: 1 | 2 | 3, disk_io: 500 | 502 | , core_count: 8 | 8 | 8",
        expected={(2, 0, "A")},
    )


def test_core_counts() -> None:
    """L9: one core fits 0 or 1, several fit more than 1; no maxCoreCount."""
    older("cpu_core").check(
        queue="queue_name: A | B | C | D, core_count: 0 | 1 | 2 |",
        task="""
            jedi_task_id | core_count | split_rule
            1            | 1          |
            2            | 8          | CC=1
            3            |            |
            4            | 0          |
        """,
        expected={(1, 0, "C"), (2, 0, "A"), (2, 0, "B"), (2, 0, "D"), (3, 0, "C")},
    )


def test_releases() -> None:
    """L10: ANY skips the check; AUTO is decided by what the queue publishes.

    No hardware: a task that asks for a GPU is served as others are. What the page does
    not say is as run: a base platform asks for a container on CVMFS too (task 5), and
    tags are not looked at where CVMFS lacks the platform (F).
    """
    gpu = asks(gpu_spec={"vendor": "nvidia"})
    tags = [tag("Athena", "21.0.38")]
    older("cache").check(
        profile=PAGE,
        queue="""
            queue_name | releases
            A          | [ANY]
            B          | [AUTO]
            C          | [AUTO]
            D          | [AUTO]
            E          | [21.0.38]
            F          | [AUTO]
        """,
        queue_software=f"""
            queue_name | data
            B          | {publishes()}
            C          | {publishes(cmtconfigs=[])}
            D          | {publishes(cvmfs=[], tags=tags)}
            F          | {publishes(cmtconfigs=[], tags=tags)}
        """,
        task=f"""
            jedi_task_id | trans_home     | architecture
            1            | Athena-21.0.38 | {PLATFORM}
            2            | Athena-21.0.38 | {gpu}
            3            | Athena-21.0.39 | {PLATFORM}
            4            |                | {PLATFORM}
            5            | Athena-21.0.38 | {asks(base_platform="")}
        """,
        expected={
            *((task, 0, name) for task in (1, 2, 3, 5) for name in "CEF"),
            *((3, 0, "D"), (5, 0, "B"), (5, 0, "D")),
        },
    )


def test_the_example_of_the_page_for_releases() -> None:
    """L10: AGLT2 with an empty list of tags; containers by name, or by a prefix.

    The platform is among the cmtconfigs, or containers are at hand.
    """
    published = publishes(
        cmtconfigs=["x86_64-centos7-gcc62-opt", "x86_64-slc6-gcc8-opt"],
        containers=["any", "/cvmfs"],
        cvmfs=["atlas", "nightlies"],
    )
    bare = publishes(cmtconfigs=["x86_64-slc6-gcc8-opt"], containers=["/cvmfs/atlas"])
    older("cache").check(
        queue="""
            queue_name | releases
            AGLT2      | [AUTO]
            BARE       | [AUTO]
        """,
        queue_software=f"""
            queue_name | data
            AGLT2      | {published}
            BARE       | {bare}
        """,
        task="""
            jedi_task_id | trans_home     | architecture             | container_name
            1            | Athena-21.0.38 | x86_64-slc6-gcc8-opt     |
            2            | Athena-21.0.38 | x86_64-centos9-gcc13-opt |
            3            | Athena-21.0.38 | x86_64-slc6-gcc8-opt     | docker://athena
            4            | Athena-21.0.38 | x86_64-slc6-gcc8-opt     | /cvmfs/atlas/a
        """,
        expected={(2, 0, "BARE"), (3, 0, "BARE")},
    )


def test_memory() -> None:
    """L11: 0.9 x (base + ram x cores), whole MB, within the range of the queue."""
    world = {
        "queue": """
            queue_name | core_count | max_rss | min_rss
            A          | 8          | 14849   | 0
            B          | 8          | 14850   | 14850
            C          | 8          | 0       | 14851
            D          | 8          |         |
        """,
        "task": "ram_count: 2000, base_ram_count: 500, ram_unit: MB, core_count: 8",
    }
    older("low_memory").check(
        profile=PAGE,
        world=world,
        expected={(1, 0, "A"): "needs 14850 MB > max_rss 14849 MB"},
    )
    older("high_memory").check(
        profile=PAGE,
        world=world,
        expected={(1, 0, "C"): "needs 14850 MB < min_rss 14851 MB"},
    )


def test_memory_ranges_of_pseudo_queues() -> None:
    """L11: the least memory per core times the cores, with gaps between the types."""
    older("pseudo_queue").check_fact(
        "pseudo_queue",
        ["min_rss", "max_rss"],
        queue="queue_name: N, capability: ucore, core_count: 8, max_rss: 24000",
        resource_type="""
            resource_name | min_core | max_core | min_ram_per_core | max_ram_per_core
            SCORE         | 1        | 1        | 1001             | 2000
            MCORE_LOMEM   | 2        |          |                  | 1000
            MCORE         | 2        |          | 1001             | 2000
            MCORE_HIMEM   | 2        |          | 2001             | 3000
        """,
        expected={
            ("N",): (0.0, 24000.0),
            ("N/SCORE",): (1001.0, 2000.0),
            ("N/MCORE_LOMEM",): (0.0, 8000.0),
            ("N/MCORE",): (8008.0, 16000.0),
            ("N/MCORE_HIMEM",): (16008.0, 24000.0),
        },
    )


def test_direct_access() -> None:
    """Queues that cannot read locally do not serve tasks that only do so."""
    older("remote_io").check(
        queue="""
            queue_name | direct_access_lan | max_input_size
            A          | true              |
            B          | false             |
            C          |                   | -1
        """,
        task="jedi_task_id: 1 | 2, split_rule: IL=2 | IL=1",
        expected={(1, 0, "B")},
    )


def test_disk_usage() -> None:
    """L12: input + max(0.5 GB, output) + work; maxwdir per core must be larger.

    1 GB of input, or none where it is read directly; half a GB is 500 MB. Task 2 writes
    600 MB, needs 100 MB of work space and runs on 8 cores (V13).
    """
    older("scratch_disk").check(
        profile=PAGE,
        queue="""
            queue_name | core_count | max_wdir | direct_access_lan
            A          | 8          | 12191    | false
            B          | 8          | 12192    | false
            C          | 8          | 12193    | false
            D          | 8          | 4001     | true
            E          | 8          | 13792    | false
            F          | 8          | 13793    | false
            G          | 8          | 0        | false
        """,
        task="""
            jedi_task_id | core_count | split_rule | out_disk_count | work_disk_count
            1            | 1          | IL=1       | 499            |
            2            | 8          |            | 600            | 100
        """,
        expected={
            (1, 0, "A"): "needs 1524 MB, maxwdir gives 1523 MB",
            (1, 0, "B"): "needs 1524 MB, maxwdir gives 1524 MB",
            **{
                (2, 0, name): f"needs 1724 MB, maxwdir gives {size} MB"
                for name, size in {"A": 1523, "B": 1524, "C": 1524, "E": 1724}.items()
            },
            (2, 0, "D"): "needs 1724 MB, maxwdir gives 500 MB",
        },
    )


def test_free_space() -> None:
    """L13: over 200 GB; expired space is not free, unknown space is none."""
    older("disk_free").check(
        profile=PAGE,
        queue="queue_name: A | B | C | D",
        endpoint="""
            ddm_endpoint_name | space_free | space_expired
            A_DATADISK        | 199        | 100
            B_DATADISK        | 200        | 100
            C_DATADISK        | 201        | 0
            D_DATADISK        |            | 0
        """,
        expected={(1, 0, "A"), (1, 0, "B"), (1, 0, "D")},
    )


def test_24_hours() -> None:
    """L15: seconds of maxtime, for scouts, merging jobs and unknown walltimes.

    What is unknown, the older page does not say: as run, a unit alone is a walltime.
    """
    world = {
        "queue": """
            queue_name | max_time
            A          | 86399
            B          | 86400
            C          | 0
            D          |
        """,
        "task": """
            jedi_task_id | cpu_time | cpu_time_unit | walltime_unit
            1            | 10       | HS06sPerEvent |
            2            | 10       | HS06sPerEvent |
            3            |          | HS06sPerEvent |
            4            | 10       | HS06sPerEvent |
            5            |          |               |
            6            |          |               | s
        """,
        "input_chunk": """
            jedi_task_id | use_scout | is_merging
            1            | true      | false
            2            | false     | true
            3            | false     | false
            4            | false     | false
            5            | false     | false
            6            | false     | false
        """,
    }
    older("scout_walltime").check(world=world, expected={(1, 0, "A")})
    older("min_walltime").check(
        world=world, expected={(2, 0, "A"), (3, 0, "A"), (5, 0, "A")}
    )


def test_walltime() -> None:
    """L15: 10 HS06 s x 100 events at core power 10 are 100 s."""
    world = {
        "queue": """
            queue_name | max_time | min_time
            A          | 99       | 0
            B          | 100      | 100
            C          |          | 101
        """,
        "task": "cpu_time: 10",
    }
    older("short_walltime").check(world=world, expected={(1, 0, "A")})
    older("long_walltime").check(world=world, expected={(1, 0, "C")})


def test_connectivity() -> None:
    """L16: full and http; the page names no other value, and no IP stack."""
    older("connectivity").check(
        queue="queue_name: A | B | C | D, wn_connectivity: full | http#IPv4 | none |",
        task="jedi_task_id: 1 | 2 | 3 | 4, split_rule: IP=1 | IP=2,IK=6 | IP=3 |",
        expected={(1, 0, "B"), (1, 0, "C"), (1, 0, "D"), (2, 0, "C"), (2, 0, "D")},
    )


def test_event_service() -> None:
    """L17: the job seed of the queue, and the single cores of unified queues."""
    world = {
        "resource_type": "resource_name: SCORE, min_core: 1, max_core: 1",
        "queue": """
            queue_name | job_seed | capability
            A          | std      |
            B          | es       |
            C          | eshigh   |
            D          | all      | ucore
        """,
        "task": """
            jedi_task_id | event_service | current_priority
            1            | 1             | 899
            2            | 1             | 900
            3            |               | 899
        """,
    }
    older("event_service").check(world=world, expected={(1, 0, "A"), (2, 0, "A")})
    older("event_service_high").check(world=world, expected={(1, 0, "C")})
    older("no_event_service").check(world=world, expected={(3, 0, "B")})
    older("event_service_single_core").check(
        world=world, expected={(1, 0, "D/SCORE"), (2, 0, "D/SCORE")}
    )


def test_transferring_jobs() -> None:
    """L18: over max(limit, 2 x running), limit 2000 if undefined; N is not exempt."""
    older("transferring").check(
        profile=PAGE,
        queue="queue_name: A | B | C | D | N, transferring_limit: 10 | 10 | | 0 | 10",
        job_stats="""
            queue_name | job_status   | n_jobs
            A          | transferring | 10
            B          | transferring | 21
            B          | running      | 10
            C          | transferring | 2000
            D          | transferring | 2001
            N          | transferring | 11
        """,
        expected={(1, 0, "B"), (1, 0, "D"), (1, 0, "N")},
    )


def test_pilots() -> None:
    """L20: queues without pilots are skipped, an unknown number is none."""
    older("no_pilot").check(
        profile=PAGE,
        queue="queue_name: A | B | C",
        pilot_activity="queue_name: A | B, n_get_job: 0 | 0, n_update_job: 0 | 1",
        expected={(1, 0, "A"), (1, 0, "C")},
    )


def test_links_of_express_work() -> None:
    """L21: urgent, or priority 1000 and more: the network weight must reach 1.7.

    At 60 MB/s it is half of 1.6 and of 2 without files that wait, 30 files make it 1.7.
    """
    older("low_network_weight").check(
        profile=PAGE,
        queue="queue_name: A | B | C",
        network_metric="""
            src_site | key            | value
            A        | dashb_mbps_1w  | 60
            B        | dashb_mbps_1w  | 60
            C        | dashb_mbps_1w  | 60
            B        | Express_queued | 30
            C        | Express_queued | 31
        """,
        task="""
            jedi_task_id | current_priority | processing_type
            1            | 999              | simul
            2            | 1000             | simul
            3            | 1                | urgent
            4            |                  | simul
        """,
        expected={(2, 0, "C"), (3, 0, "C")},
    )


@pytest.mark.parametrize(
    ("running", "workers", "expected"),
    [
        (5, 5, 5),
        (5, 6, 6),
        (5, 19, 19),
        (5, 20, 20),
        (5, 21, 20),
        (19, 20, 20),
        (20, 50, 20),
        (21, 50, 21),
        (21, 0, 21),
    ],
)
def test_running_jobs(running: int, workers: int, expected: int) -> None:
    """L22: below 20, min(20, batch jobs) where those are more; slots do not count."""
    older("load").check(
        task_file=NO_INPUT,
        job_stats=f"n_jobs: {running}",
        worker_stats=f"n_workers: {workers}",
        queue_slots="num_slots: 500",
        expected={(1, 0, "Q"): (expected + 1) / 10},
    )


def test_the_initial_weight() -> None:
    """L23: (running + 1) / (queued + 10), divided by (assigned + 1) / (activated + 1).

    That factor is at most 2. Where the input is local, assigned jobs are ignored.
    """
    older("load").check(
        queue="queue_name: A | N",
        job_stats="""
            queue_name | job_status | n_jobs
            A          | running    | 99
            A          | activated  | 19
            A          | assigned   | 29
            A          | starting   | 5
            A          | defined    | 7
            N          | running    | 99
            N          | activated  | 19
            N          | assigned   | 29
            N          | starting   | 5
            N          | defined    | 7
        """,
        expected={(1, 0, "A"): 100 / 70 / 1.5, (1, 0, "N"): 100 / 41},
    )


def test_data_availability() -> None:
    """The input is at N: twice the weight; one missing file of the others is 1 %."""
    older("data").check(
        queue="queue_name: A | N", expected={(1, 0, "A"): 1 / 1.01, (1, 0, "N"): 2.0}
    )


def test_the_two_further_filters() -> None:
    """L24: activated + starting > 2 x running; and all four, assigned ones but at N.

    The input is at N, where assigned jobs do not count (V31): 4 activated, 1 starting
    and 5 defined ones are 10. As run, 20 queued jobs are allowed at any queue.
    """
    queue = "queue_name: A | B | C | N"
    rows = {"A": (5, 3, 2), "B": (5, 3, 3), "C": (4, 3, 3), "N": (5, 5, 90)}
    jobs = [
        f"{name} | {status} | {number}"
        for name, (ready, defined, assigned) in rows.items()
        for status, number in (
            ("running", 5),
            ("activated", ready - 1),
            ("starting", 1),
            ("defined", defined),
            ("assigned", assigned),
        )
    ]
    stats = "\n".join(["queue_name | job_status | n_jobs", *jobs])
    older("cap").check(
        queue=queue,
        job_stats=stats,
        expected=both(page={(1, 0, "B"): "queued 11 > cap 10"}, asrun={}),
    )
    for one, more in (
        ("N | activated | 4", "N | activated | 5"),
        ("N | defined | 5", "N | defined | 6"),
    ):
        older("cap").check(
            profile=PAGE,
            queue=queue,
            job_stats=stats.replace(one, more),
            expected={
                (1, 0, "B"): "queued 11 > cap 10",
                (1, 0, "N"): "queued 11 > cap 10",
            },
        )


def test_local_input_as_run() -> None:
    """V31: neither defined nor assigned jobs count where the input is, at N."""
    older("cap").check(
        queue="queue_name: A | N",
        job_stats="""
            queue_name | job_status | n_jobs
            A          | defined    | 21
            N          | defined    | 21
            N          | assigned   | 90
        """,
        expected=both(page={(1, 0, "A"), (1, 0, "N")}, asrun={(1, 0, "A")}),
    )
    older("cap").check(
        profile=PAGE,
        parameters={"cap_local_ignores": ("assigned", "defined")},
        job_stats="job_status | n_jobs\ndefined | 21",
        queue="queue_name\nN",
        expected=set(),
    )


def test_express_work_has_caps() -> None:
    """V17: O051 and O052 exempt no work; as run, express work has no cap."""
    older("cap").check(
        task="jedi_task_id: 1 | 2, current_priority: 1001 | 500",
        job_stats="job_status: activated, n_jobs: 21",
        expected=both(page={(1, 0, "Q"), (2, 0, "Q")}, asrun={(2, 0, "Q")}),
    )


def test_intensive_merge_jobs_and_event_service() -> None:
    """V11: their missing input is limited as well; as run, it is not checked."""
    older("io").check(
        queue="queue_name: N | Q",
        task="jedi_task_id: 1 | 2, io_intensity: 201 | 201, event_service: | 1",
        input_chunk="jedi_task_id: 1 | 2, is_merging: true | false",
        task_file=f"""
            jedi_task_id | fsize
            1            | {11 * 1024**3}
            2            | {11 * 1024**3}
        """,
        expected=both(page={(1, 0, "Q"), (2, 0, "Q")}, asrun=set()),
    )


def test_a_base_without_ram_count() -> None:
    """V12: it asks for memory on the page, as run for none."""
    older("low_memory").check(
        queue="max_rss: 4000",
        task="jedi_task_id: 1 | 2, ram_count: 0 | , base_ram_count: 5000 | 4445",
        expected=both(page={(1, 0, "Q")}, asrun={}),
    )


def test_how_long_a_task_is_tried_again() -> None:
    """The older page is silent, so it is as run: 7 days (V18 is of the newer page)."""
    older("result").check_cycle(
        "result",
        CHUNK,
        "status",
        queue="queue_name: Q, status: offline",
        task="""
            jedi_task_id | frozen_time
            1            | 2025-12-25 12:00:00
            2            | 2025-12-25 11:59:59
        """,
        expected={(1, 0): "pending", (2, 0): "failed"},
    )


def test_candidates_are_sorted_by_weight() -> None:
    """L26: an empty queue of low priority is no bootstrap, its weight counts."""
    older("ranked").check_cycle(
        "candidate",
        ["rank"],
        ["queue_name", "is_bootstrap"],
        parameters={"NW_ACTIVE": False},
        task_file=NO_INPUT,
        queue="queue_name: A | B | C",
        task="current_priority: 100",
        job_stats="queue_name: B | C, n_jobs: 7 | 3",
        expected={(1,): ("B", False), (2,): ("C", False), (3,): ("A", False)},
    )


def test_ten_candidates_of_world_tasks() -> None:
    """L26: of twelve; task 2 is of another cloud, task 3 of none: no cut."""
    older("ranked").check_cycle(
        "result",
        ["jedi_task_id"],
        "n_selected",
        profile=PAGE,
        queue="\n".join(["queue_name", *(f"Q{n:02}" for n in range(1, 13))]),
        task="jedi_task_id: 1 | 2 | 3, cloud: WORLD | US |",
        expected={(1,): 10, (2,): 12, (3,): 12},
    )


def test_pending_tasks_are_looked_at_again() -> None:
    """The older page does not say when, so as the running system does."""
    older("result").check_cycle(
        "result",
        CHUNK,
        ["status", "retry_after_s"],
        queue="queue_name: Q, status: offline",
        task="jedi_task_id: 1 | 2 | 3 | 4, current_priority: 899 | 900 | 950 |",
        expected={
            (1, 0): ("pending", 3600),
            (2, 0): ("pending", 1800),
            (3, 0): ("pending", 600),
            (4, 0): ("pending", 3600),
        },
    )


#: D43: who is served by the older page, and who by the current one.
SERVED = {
    "panda_job_legacy": {1: "assigned", 2: "pending", 3: "pending", 4: "assigned"},
    "panda_job": {1: "pending", 2: "assigned", 3: "assigned", 4: "pending"},
}


@pytest.mark.parametrize("policy", SERVED)
def test_older_against_current_page(policy: str) -> None:
    """D43: 0.5 GB of output, urgent work at the nucleus, evgensimul, 3 best weights.

    Task 1 needs 1024 MB of input besides its output, task 2 is urgent, task 3 is no
    simulation, and the jobs of task 4's share fill the queue.
    """
    Spec(policy, "result").check_cycle(
        "result",
        ["jedi_task_id"],
        "status",
        profile=PAGE,
        queue="""
            queue_name | max_wdir | fairshare_policy
            Q          | 2000     | type=evgensimul:100%
        """,
        task="""
            jedi_task_id | processing_type | current_priority | gshare
            1            | simul           | 500              | A
            2            | simul           | 800              | A
            3            | pile            | 500              | A
            4            | simul           | 500              | B
        """,
        input_chunk="""
            jedi_task_id | atom_size_bytes
            1            | 1073741824
            2            | 0
            3            | 0
            4            | 0
        """,
        job_stats="gshare: B, job_status: activated, n_jobs: 1",
        expected={(task,): status for task, status in SERVED[policy].items()},
    )


def test_what_the_older_page_does_not_have() -> None:
    """L27: nor maxCoreCount (L9), the IP stack (L16) and the statuses of storage."""
    policy = load_policy("panda_job_legacy")
    rules = (*policy.gates, *policy.filters, *policy.weights, *policy.caps)
    gone = {
        "incomplete_input",
        "opportunistic",
        "max_io_intensity",
        "full_chain",
        "not_full_chain",
        "non_pledged",
        "over_pledged",
        "max_cpu_core",
        "ip_stack",
        "nucleus_unwritable",
        "read_lan_blacklist",
        "write_lan_blacklist",
        "read_wan_blacklist",
        "write_wan_blacklist",
        "source_blacklist",
        "cpu_preference",
        "cap_rt",
        "bootstrap",
        "min_weight",
    }
    assert gone & {file.stem for file in rules} == set()
    newer = load_policy("panda_job")
    stages = (newer.gates, newer.filters, newer.weights, newer.caps)
    assert gone <= {file.stem for stage in stages for file in stage}
