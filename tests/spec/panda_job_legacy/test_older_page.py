"""The rules of the older page that are those of panda_job, under its parameters.

In the order of the page (spec/production.md 7, L1 to L27). Rules with a file of their
own in sql/panda_job_legacy have a test file of their own.
"""

from __future__ import annotations

from typing import Any

import pytest

from brokersql.policy import load_policy
from tests.spec.check import Spec, both
from tests.spec.panda_job.pieces import pieces
from tests.spec.panda_job.software import PLATFORM, asks, published, tag

PAGE = "page"
CHUNK = ["jedi_task_id", "chunk_no"]
NO_INPUT = "fsize: 0"


def older(stem: str) -> Spec:
    """Return a rule, or a fact, to be shown."""
    return Spec("panda_job_legacy", stem)


def check_page(stem: str, **drawn: Any) -> None:
    """Check a rule in the profile of the page."""
    older(stem).check(profile=PAGE, **drawn)


def test_preliminary_candidates() -> None:
    """L1: no name with test in it; pre-assigned unified queues are resolved."""
    check_page(
        "not_listed",
        resource_type="resource_name: SCORE, min_core: 1, max_core: 1",
        queue="queue_name: A | B_Test | C, capability: ucore | |",
        task="jedi_task_id: 1 | 2, site: | A,B_Test",
        expected={
            (1, "B_Test"): "the name contains test",
            (2, "A"): "not among the pre-assigned queues",
            (2, "C"): "not among the pre-assigned queues",
        },
    )


def test_a_pre_assignment_lapses_after_24_hours() -> None:
    """L1: counted from the last change of the dataset; frozen or not."""
    check_page(
        "not_listed",
        queue="queue_name: A | B",
        task="jedi_task_id: 1 | 2",
        task_dataset="""
            jedi_task_id | queue_name | creation_time    | modification_time
            1            | A          | 2025-12-31 12:00 | 2025-12-31 12:00
            2            | A          | 2025-12-31 11:59 | 2025-12-31 11:59
        """,
        expected={"B"},
    )


def test_the_status_must_be_online() -> None:
    """L3: unless the queues are pre-assigned; an unknown status is not online."""
    check_page(
        "status",
        queue="queue_name: A | B | C | D, status: online | standby | offline |",
        task="jedi_task_id: 1 | 2, site: | B,C,D",
        expected={"B", "C", "D"},
    )


def test_inactive_queues() -> None:
    """L6: no start for more than 2 hours, and activated jobs; starting ones are none.
    For priority 800, scouts, merging jobs and jobs before a merge."""
    check_page(
        "inactive",
        queue="queue_name: A | B | C | D, last_start: 09:59 | 10:00 | 09:59 |",
        job_stats="queue_name: A | B | C | D, activated: 1 | 1 | | 1, "
        "starting:  | | 1 |",
        task="""
            jedi_task_id | current_priority | split_rule | use_scout | is_merging
            1            | 799              |            | false     | false
            2            | 800              |            | false     | false
            3            | 1                |            | true      | false
            4            | 1                |            | false     | true
            5            |                  | MO=1       | false     | false
        """,
        expected={(task, "A") for task in (2, 3, 4, 5)},
    )


def test_zero_share_of_all_others() -> None:
    """L7: type=evgensimul:100% lets in evgen and simul, and no other type but tests.
    The same holds for any list of shares that are not zero, unless one names any."""
    not_named = "share policy rule types not named"
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
        task="jedi_task_id: 1 | 2 | 3 | 4 | 5, "
        "processing_type: evgen | simul | pile | prod_test |",
        expected={
            (1, "C"): "share policy rule type=evgen:0%",
            **{(task, "A"): not_named for task in (3, 5)},
            **{(task, "B"): not_named for task in (2, 3, 5)},
        },
    )


def test_missing_files_of_intensive_tasks() -> None:
    """L8: they must be less than 10 GB and less than 100; above 200 kB/s only."""
    size = 10 * 1024**3
    cases = {1: (size, 1), 2: (size, 1), 3: (size - 1024**2, 1), 4: (size, 1)}
    cases |= {5: (size, 100), 6: (size, 100), 7: (size // 10, 99), 8: (100, 100)}
    parts = {task: {f"data{task}": case} for task, case in cases.items()}
    check_page(
        "io",
        task="""
            jedi_task_id | io_intensity
            1            | 200
            2            |
            3            | 201
            4            | 201
            5            | 200
            6            |
            7            | 201
            8            | 201
        """,
        world=pieces(parts, {"N_DATADISK": [f"data{task}" for task in cases]}),
        expected={4, 8},
    )


def test_disk_io_limits() -> None:
    """L9: the average of the queue and the task must exceed the limit, per core."""
    check_page(
        "disk_io",
        queue="queue_name: A | B | C, max_disk_io: 500 | 501 |",
        job_stats="queue_name: A | B | C, n_jobs: 1, disk_io_avg: 501",
        task="jedi_task_id: 1 | 2 | 3, disk_io: 500 | 502 |, core_count: 8",
        expected={(2, "A")},
    )


def test_core_counts() -> None:
    """L9: one core fits 0 or 1, several fit more than 1; no maxCoreCount."""
    older("cpu_core").check(
        queue="queue_name: A | B | C | D, core_count: 0 | 1 | 2 |",
        task="jedi_task_id: 1 | 2 | 3 | 4, core_count: 1 | 8 | | 0, "
        "split_rule:  | CC=1 | |",
        expected={(1, "C"), (2, "A"), (2, "B"), (2, "D"), (3, "C")},
    )


def test_releases() -> None:
    """L10: ANY skips the check, as run of containers by tags too; AUTO is decided by
    what the queue publishes. No hardware: a task that asks for a GPU is served as
    others are. What the page does not say is as run: a base platform asks for a
    container on CVMFS too (5); without the platform on CVMFS tags do not count (F)."""
    gpu = asks(gpu_spec={"vendor": "nvidia"})
    tags = [tag("Athena", "21.0.38")]
    world = published(
        B={},
        C={"cmtconfigs": []},
        D={"cvmfs": [], "tags": tags},
        F={"cmtconfigs": [], "tags": tags},
    )
    check_page(
        "cache",
        world={**world, "queue": f"{world['queue']}\nA | [ANY]\nE | [21.0.38]"},
        task=f"""
            jedi_task_id | trans_home     | architecture
            1            | Athena-21.0.38 | {PLATFORM}
            2            | Athena-21.0.38 | {gpu}
            3            | Athena-21.0.39 | {PLATFORM}
            4            |                | {PLATFORM}
            5            | Athena-21.0.38 | {asks(base_platform="")}
        """,
        expected={
            *((task, name) for task in (1, 2, 3, 5) for name in "CEF"),
            *((3, "D"), (5, "B"), (5, "D")),
        },
    )
    older("cache").check(
        queue="releases: [ANY]",
        task="trans_home: Athena-21.0.38, split_rule: OT=1, container_name: x",
        profile="asrun",
        expected=set(),
    )


def test_the_example_of_the_page_for_releases() -> None:
    """L10: AGLT2 with an empty list of tags; containers by name, or by a prefix. The
    platform is among the cmtconfigs, or containers are at hand."""
    older("cache").check(
        world=published(
            AGLT2={
                "cmtconfigs": ["x86_64-centos7-gcc62-opt", "x86_64-slc6-gcc8-opt"],
                "containers": ["any", "/cvmfs"],
                "cvmfs": ["atlas", "nightlies"],
            },
            BARE={
                "cmtconfigs": ["x86_64-slc6-gcc8-opt"],
                "containers": ["/cvmfs/atlas"],
            },
        ),
        task="""
            jedi_task_id | trans_home     | architecture             | container_name
            1            | Athena-21.0.38 | x86_64-slc6-gcc8-opt     |
            2            | Athena-21.0.38 | x86_64-centos9-gcc13-opt |
            3            | Athena-21.0.38 | x86_64-slc6-gcc8-opt     | docker://athena
            4            | Athena-21.0.38 | x86_64-slc6-gcc8-opt     | /cvmfs/atlas/a
        """,
        expected={(2, "BARE"), (3, "BARE")},
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
        profile=PAGE, world=world, expected={"A": "needs 14850 MB > max_rss 14849 MB"}
    )
    older("high_memory").check(
        profile=PAGE, world=world, expected={"C": "needs 14850 MB < min_rss 14851 MB"}
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
            "N": (0.0, 24000.0),
            "N/SCORE": (1001.0, 2000.0),
            "N/MCORE_LOMEM": (0.0, 8000.0),
            "N/MCORE": (8008.0, 16000.0),
            "N/MCORE_HIMEM": (16008.0, 24000.0),
        },
    )


def test_direct_access() -> None:
    """Queues that cannot read locally do not serve tasks that only do so."""
    older("remote_io").check(
        queue="queue_name: A | B | C, direct_access_lan: true | false |, "
        "max_input_size:  | | -1",
        task="jedi_task_id: 1 | 2, split_rule: IL=2 | IL=1",
        expected={"B"},
    )


def test_disk_usage() -> None:
    """L12: input + max(0.5 GB, output) + work; maxwdir per core must be larger. 1 GB of
    input, or none where it is read directly; half a GB is 500 MB. Task 2 writes 600 MB,
    needs 100 MB of work space and runs on 8 cores (V13)."""
    check_page(
        "scratch_disk",
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
            (1, "A"): "needs 1524 MB, maxwdir gives 1523 MB",
            (1, "B"): "needs 1524 MB, maxwdir gives 1524 MB",
            **{
                (2, name): f"needs 1724 MB, maxwdir gives {size} MB"
                for name, size in {"A": 1523, "B": 1524, "C": 1524, "E": 1724}.items()
            },
            (2, "D"): "needs 1724 MB, maxwdir gives 500 MB",
        },
    )


def test_free_space() -> None:
    """L13: over 200 GB; expired space is not free, unknown space is none."""
    check_page(
        "disk_free",
        queue="queue_name: A | B | C | D, space_free: 199 | 200 | 201 |, "
        "space_expired: 100 | 100 | 0 | 0",
        expected={"A", "B", "D"},
    )


def test_24_hours() -> None:
    """L15: seconds of maxtime, for scouts, merging jobs and unknown walltimes. What is
    unknown, the older page does not say: as run, a unit alone is a walltime."""
    tasks = """
        jedi_task_id | cpu_time | cpu_time_unit | walltime_unit | use_scout | is_merging
        1            | 10       | HS06sPerEvent |               | true      | false
        2            | 10       | HS06sPerEvent |               | false     | true
        3            |          | HS06sPerEvent |               | false     | false
        4            | 10       | HS06sPerEvent |               | false     | false
        5            |          |               |               | false     | false
        6            |          |               | s             | false     | false
    """
    queues = "queue_name: A | B | C | D, max_time: 86399 | 86400 | 0 |"
    older("scout_walltime").check(queue=queues, task=tasks, expected={(1, "A")})
    older("min_walltime").check(
        queue=queues, task=tasks, expected={(2, "A"), (3, "A"), (5, "A")}
    )


def test_walltime() -> None:
    """L15: 10 HS06 s x 100 events at core power 10 are 100 s."""
    world = {
        "queue": "queue_name: A | B | C, max_time: 99 | 100 |, min_time: 0 | 100 | 101",
        "task": "cpu_time: 10",
    }
    older("short_walltime").check(world=world, expected={"A"})
    older("long_walltime").check(world=world, expected={"C"})


def test_connectivity() -> None:
    """L16: full and http; the page names no other value, and no IP stack."""
    older("connectivity").check(
        queue="queue_name: A | B | C | D, wn_connectivity: full | http#IPv4 | none |",
        task="jedi_task_id: 1 | 2 | 3 | 4, split_rule: IP=1 | IP=2,IK=6 | IP=3 |",
        expected={(1, "B"), (1, "C"), (1, "D"), (2, "C"), (2, "D")},
    )


def test_event_service() -> None:
    """L17: the job seed of the queue, and the single cores of unified queues."""
    world = {
        "resource_type": "resource_name: SCORE, min_core: 1, max_core: 1",
        "queue": "queue_name: A | B | C | D, job_seed: std | es | eshigh | all, "
        "capability:  | |  | ucore",
        "task": "jedi_task_id: 1 | 2 | 3, event_service: 1 | 1 |, "
        "current_priority: 899 | 900 | 899",
    }
    older("event_service").check(world=world, expected={(1, "A"), (2, "A")})
    older("event_service_high").check(world=world, expected={"C"})
    older("no_event_service").check(world=world, expected={(3, "B")})
    older("event_service_single_core").check(
        world=world, expected={(1, "D/SCORE"), (2, "D/SCORE")}
    )


def test_transferring_jobs() -> None:
    """L18: over max(limit, 2 x running), limit 2000 if undefined; N is not exempt."""
    check_page(
        "transferring",
        queue="queue_name: A | B | C | D | N, transferring_limit: 10 | 10 | | 0 | 10",
        job_stats="""
            queue_name | transferring | running
            A          | 10           |
            B          | 21           | 10
            C          | 2000         |
            D          | 2001         |
            N          | 11           |
        """,
        expected={"B", "D", "N"},
    )


def test_pilots() -> None:
    """L20: queues without pilots are skipped, an unknown number is none."""
    check_page(
        "no_pilot",
        queue="queue_name: A | B | C",
        pilot_activity="queue_name: A | B, n_get_job: 0, n_update_job: 0 | 1",
        expected={"A", "C"},
    )


def test_links_of_express_work() -> None:
    """L21: urgent, or priority 1000 and more: the network weight must reach 1.7. At 60
    MB/s it is half of 1.6 and of 2 without files that wait, 30 files make it 1.7."""
    check_page(
        "low_network_weight",
        queue="queue_name: A | B | C",
        network_metric="src_site: A | B | C, dashb_mbps_1w: 60, "
        "Express_queued:  | 30 | 31",
        task="jedi_task_id: 1 | 2 | 3 | 4, current_priority: 999 | 1000 | 1 |, "
        "processing_type: simul | simul | urgent | simul",
        expected={(2, "C"), (3, "C")},
    )


def test_running_jobs() -> None:
    """L22: below 20, min(20, batch jobs) where those are more; slots do not count."""
    queues = "queue_name: A | B | C | D | E | F | G | H | I"
    counted = [5, 6, 19, 20, 20, 20, 20, 21, 21]
    older("load").check(
        task_file=NO_INPUT,
        queue=queues,
        job_stats=f"{queues}, n_jobs: 5 | 5 | 5 | 5 | 5 | 19 | 20 | 21 | 21",
        worker_stats=f"{queues}, n_workers: 5 | 6 | 19 | 20 | 21 | 20 | 50 | 50 | 0",
        queue_slots=f"{queues}, num_slots: 500",
        expected={
            name: (n + 1) / 10 for name, n in zip("ABCDEFGHI", counted, strict=True)
        },
    )


def test_the_initial_weight() -> None:
    """L23: (running + 1) / (queued + 10), divided by (assigned + 1) / (activated + 1),
    which is at most 2. Where the input is local, assigned jobs are ignored."""
    older("load").check(
        queue="queue_name: A | N",
        job_stats="""
            queue_name | running | activated | assigned | starting | defined
            A          | 99      | 19        | 29       | 5        | 7
            N          | 99      | 19        | 29       | 5        | 7
        """,
        expected={"A": 100 / 70 / 1.5, "N": 100 / 41},
    )


def test_data_availability() -> None:
    """The input is at N: twice the weight; one missing file of the others is 1 %."""
    older("data").check(queue="queue_name: A | N", expected={"A": 1 / 1.01, "N": 2.0})


def test_the_two_further_filters() -> None:
    """L24: activated + starting > 2 x running; and all four, assigned ones but at N,
    where the input is (V31). As run, 20 queued jobs are allowed at any queue."""
    over = "queued 11 > cap 10"
    older("cap").check(
        queue="queue_name: A | B | C | N",
        task="jedi_task_id: 1 | 2 | 3, gshare: MC | READY | DEFINED",
        job_stats="""
            queue_name | gshare  | running | activated | starting | defined | assigned
            A          | MC      | 5       | 4         | 1        | 3       | 2
            B          | MC      | 5       | 4         | 1        | 3       | 3
            C          | MC      | 5       | 3         | 1        | 3       | 3
            N          | MC      | 5       | 4         | 1        | 5       | 90
            N          | READY   | 5       | 5         | 1        | 5       | 90
            N          | DEFINED | 5       | 4         | 1        | 6       | 90
        """,
        expected=both(page={(1, "B"): over, (2, "N"): over, (3, "N"): over}, asrun={}),
    )


def test_local_input_as_run() -> None:
    """V31: neither defined nor assigned jobs count where the input is, at N."""
    jobs = "queue_name: A | N, defined: 21, assigned: | 90"
    older("cap").check(
        queue="queue_name: A | N",
        job_stats=jobs,
        expected=both(page={"A", "N"}, asrun={"A"}),
    )
    check_page(
        "cap",
        parameters={"cap_local_ignores": ("assigned", "defined")},
        queue="queue_name: N",
        job_stats=jobs,
        expected=set(),
    )


def test_express_work_has_caps() -> None:
    """V17: O051 and O052 exempt no work; as run, express work has no cap."""
    older("cap").check(
        task="jedi_task_id: 1 | 2, current_priority: 1001 | 500",
        job_stats="activated: 21",
        expected=both(page={1, 2}, asrun={2}),
    )


def test_intensive_merge_jobs_and_event_service() -> None:
    """V11: their missing input is limited as well; as run, it is not checked."""
    older("io").check(
        queue="queue_name: N | Q",
        task=f"""
            jedi_task_id | io_intensity | event_service | is_merging | fsize
            1            | 201          |               | true       | {11 * 1024**3}
            2            | 201          | 1             | false      | {11 * 1024**3}
        """,
        expected=both(page={1, 2}, asrun=set()),
    )


def test_a_base_without_ram_count() -> None:
    """V12: it asks for memory on the page, as run for none."""
    older("low_memory").check(
        queue="max_rss: 4000",
        task="jedi_task_id: 1 | 2, ram_count: 0 |, base_ram_count: 5000 | 4445",
        expected=both(page={"Q"}, asrun={}),
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
        expected={1: "pending", 2: "failed"},
    )


def test_candidates_are_sorted_by_weight() -> None:
    """L26: an empty queue of low priority is no bootstrap, its weight counts."""
    older("ranked").check_cycle(
        "candidate",
        ["rank"],
        ["queue_name", "is_bootstrap"],
        parameters={"NW_ACTIVE": False},
        queue="queue_name: A | B | C",
        task="current_priority: 100, fsize: 0",
        job_stats="queue_name: B | C, n_jobs: 7 | 3",
        expected={1: ("B", False), 2: ("C", False), 3: ("A", False)},
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
        expected={1: 10, 2: 12, 3: 12},
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
            **{1: ("pending", 3600), 2: ("pending", 1800)},
            **{3: ("pending", 600), 4: ("pending", 3600)},
        },
    )


#: D43: who is served by the older page, and who by the current one.
SERVED = {"panda_job_legacy": (1, 4), "panda_job": (2, 3)}


@pytest.mark.parametrize("policy", SERVED)
def test_older_against_current_page(policy: str) -> None:
    """D43: 0.5 GB of output, urgent work at the nucleus, evgensimul, 3 best weights.
    Task 1 needs 1024 MB of input besides its output, 2 is urgent, 3 is no simulation,
    and the jobs of task 4's share fill the queue."""
    Spec(policy, "result").check_cycle(
        "result",
        ["jedi_task_id"],
        "status",
        profile=PAGE,
        queue="max_wdir: 2000, fairshare_policy: type=evgensimul:100%",
        task="""
            jedi_task_id | processing_type | current_priority | gshare | atom_size_bytes
            1            | simul           | 500              | A      | 1073741824
            2            | simul           | 800              | A      | 0
            3            | pile            | 500              | A      | 0
            4            | simul           | 500              | B      | 0
        """,
        job_stats="gshare: B, activated: 1",
        expected={
            task: "assigned" if task in SERVED[policy] else "pending"
            for task in (1, 2, 3, 4)
        },
    )


def test_what_the_older_page_does_not_have() -> None:
    """L27: nor maxCoreCount (L9), the IP stack (L16) and the statuses of storage."""

    def rules(policy: str) -> set[str]:
        shipped = load_policy(policy)
        stages = (shipped.gates, shipped.filters, shipped.weights, shipped.caps)
        return {file.stem for stage in stages for file in stage}

    assert rules("panda_job") - rules("panda_job_legacy") >= {
        *("incomplete_input", "opportunistic", "max_io_intensity", "full_chain"),
        *("not_full_chain", "non_pledged", "over_pledged", "max_cpu_core", "ip_stack"),
        *("nucleus_unwritable", "read_lan_blacklist", "write_lan_blacklist"),
        *("read_wan_blacklist", "write_wan_blacklist", "source_blacklist"),
        *("cpu_preference", "cap_rt", "bootstrap", "min_weight"),
    }
