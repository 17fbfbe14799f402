"""The worked examples of spec 12 that concern the job brokerage, by their numbers.

Each holds for both profiles, or gives the values of page and running system.
Examples 14 to 16, 21 and 24 are about other policies and the placement of jobs.
"""

from __future__ import annotations

import pytest

from brokersql.render.numbers import cut_percent
from tests.spec.check import Spec, both
from tests.spec.drawing import with_columns
from tests.spec.panda_job.pieces import pieces

ON = {"NW_ACTIVE": True}
OFF = {"NW_ACTIVE": False}
GIB = 1024**3
ONLY_PLAIN_TYPES = """
    resource_name | min_core | max_core | min_ram_per_core | max_ram_per_core
    SCORE         | 1        | 1        | 1001             | 2000
    SCORE_HIMEM   | 1        | 1        | 2001             | 3000
    MCORE_LOMEM   | 2        |          |                  | 1000
    MCORE         | 2        |          | 1001             | 2000
    MCORE_HIMEM   | 2        |          | 2001             | 3000
"""


def rule(stem: str) -> Spec:
    """Return a rule, or a fact, to be shown."""
    return Spec("panda_job", stem)


def test_1_to_6_network_weight() -> None:
    """Satellites, and the nucleus; express work needs 1.7. N is the same site: 2.5."""
    world = {
        "queue": "queue_name: EX1 | EX2 | EX3 | EX4A | EX4B | EX5 | N",
        "network_metric": """
            src_site | Production Output_queued | AGIS_closeness | dashb_mbps_1w
            EX1      | 30                       |                | 80
            EX2      | 75                       |                | 1
            EX4A     | 75                       | 0              |
            EX4B     | 75                       | 11             |
            EX5      | 149                      |                | 200
        """,
    }
    weights = {"EX1": 1.8, "EX2": 1.25, "EX3": 1.65, "EX4A": 1.75, "EX4B": 1.25}
    weights |= {"EX5": 1.453333333333, "N": 2.5}
    rule("network").check(parameters=ON, world=world, expected=weights)
    links = world["network_metric"].replace(
        "Production Output_queued", "Express_queued"
    )
    rule("low_network_weight").check(
        parameters=ON,
        task="processing_type: urgent",
        queue=world["queue"],
        network_metric=links,
        expected={name for name, weight in weights.items() if weight < 1.7},
    )


def test_7_windows_of_throughput() -> None:
    """As run, nothing counts without a week, and no hour without a day. 1.3 is the
    weight of an unknown closeness."""
    rule("network").check(
        parameters={**ON, "NW_QUEUE_IMPORTANCE": 0},
        queue="queue_name: A | B",
        network_metric="src_site: A | B, dashb_mbps_1h: 150, dashb_mbps_1w: | 5",
        expected=both(page={"A": 1.9, "B": 1.9}, asrun={"A": 1.3, "B": 1.2}),
    )


def test_8_initial_weight() -> None:
    """The input is at A, the others would fetch it."""
    weights = {"A": 5 / 3, "B": 10 / 9, "C": 5 / 7, "E": 0.1, "F": 1 / 11 / 2}
    rule("load").check(
        queue="queue_name: A | B | C | D | E | F",
        job_stats="""
            queue_name | running | activated | assigned | starting | defined
            A          | 99      | 40        | 30       | 5        | 5
            B          | 99      | 40        | 30       | 5        | 5
            C          | 99      | 10        | 50       | 0        | 0
            D          | 9       | 2         | 3        | 0        | 0
            E          | 0       | 0         | 0        | 0        | 0
            F          | 0       | 0         | 1        | 0        | 0
        """,
        dataset_replica="ddm_endpoint_name: A_DATADISK",
        expected=both(page={**weights, "D": 4 / 9}, asrun={**weights, "D": 0.5}),
    )


def test_9_data_factor() -> None:
    """40 of 100 bytes are on site, 60 of the files are missing: 0.875. 1.111111 becomes
    0.972222, with a Network weight of 1.8 it is 1.75. With nothing local and 300 files
    missing the factor is 0.25 (task 2)."""
    parts = {1: {"near": (40, 1), "far": (60, 60)}, 2: {"all": (300, 300)}}
    world = {"task": "jedi_task_id: 1 | 2", **pieces(parts, {"Q_DATADISK": ["near"]})}
    rule("data").check(world=world, expected={1: 0.875, 2: 0.25})
    for parameters, weight in ((OFF, 0.972222222222), (ON, 1.75)):
        rule("open_pair").check_fact(
            "open_pair",
            "weight",
            world=pieces({1: parts[1]}, {"Q_DATADISK": ["near"]}),
            job_stats="""
                running | activated | assigned | starting | defined
                99      | 40        | 30       | 5        | 5
            """,
            network_metric="Production Output_queued: 30, dashb_mbps_1w: 80",
            parameters=parameters,
            expected={"Q": weight},
        )


def test_10_memory_of_many_cores() -> None:
    """500 + 1750 MB per core of 8 are 13050 MB: only MCORE fits. Single cores need 2025
    MB of it, so that of them only SCORE_HIMEM does. As run, MB are not per core (2)."""
    queue = "queue_name: A, capability: ucore, core_count: 8, max_rss: 24000"
    world = {"queue": queue, "resource_type": ONLY_PLAIN_TYPES}
    task = "base_ram_count: 500, ram_count: 1750, ram_unit: MBPerCore"
    rule("low_memory").check(
        world=world, task=task, expected={"A/MCORE_LOMEM", "A/SCORE"}
    )
    rule("high_memory").check(world=world, task=task, expected={"A/MCORE_HIMEM"})
    rule("memory").check_fact(
        "memory",
        "need_mb",
        queue="core_count: 8",
        task="""
            jedi_task_id | base_ram_count | ram_count | ram_unit
            1            | 500            | 1750      | MBPerCore
            2            | 500            | 2000      | MB
        """,
        expected=both(page={1: 13050.0, 2: 14850.0}, asrun={1: 13050.0, 2: 1800.0}),
    )


def test_10_memory_of_one_core() -> None:
    """It is cut to whole MB before it meets the limits."""
    world = {
        "queue": "queue_name: A, capability: ucore, core_count: 1, max_rss: 3000",
        "resource_type": ONLY_PLAIN_TYPES,
        "task": "jedi_task_id: 1 | 2 | 3, ram_count: 2222 | 2223 | 2224, ram_unit: MB",
    }
    needs = {
        (task, f"A{child}"): need
        for task, need in {1: 1999.0, 2: 2000.0, 3: 2001.0}.items()
        for child in ("", "/SCORE", "/SCORE_HIMEM")
    }
    rule("memory").check_fact("memory", "need_mb", world=world, expected=needs)
    rule("low_memory").check(world=world, expected={(3, "A/SCORE")})
    rule("high_memory").check(
        world=world, expected={(1, "A/SCORE_HIMEM"), (2, "A/SCORE_HIMEM")}
    )


def test_11_pseudo_queues() -> None:
    """8 cores and 24000 MB; one core has no children of more; 0 MB is no limit."""
    rule("pseudo_queue").check_fact(
        "pseudo_queue",
        ["core_count", "min_rss", "max_rss"],
        queue="""
            queue_name | capability | core_count | max_rss | min_rss
            BNL        | ucore      | 8          | 24000   | 0
            ONE        | ucore      | 1          | 0       | 0
        """,
        expected={
            "N": (1, 0.0, 0.0),
            "BNL": (8, 0.0, 24000.0),
            "BNL/SCORE_LOMEM": (1, 0.0, 1000.0),
            "BNL/SCORE": (1, 1001.0, 2000.0),
            "BNL/SCORE_HIMEM": (1, 2001.0, 3000.0),
            "BNL/SCORE_VHIMEM": (1, 3001.0, 3000.0),
            "BNL/MCORE_LOMEM": (8, 0.0, 8000.0),
            "BNL/MCORE": (8, 8001.0, 16000.0),
            "BNL/MCORE_HIMEM": (8, 16001.0, 24000.0),
            "BNL/MCORE_VHIMEM": (8, 24001.0, 24000.0),
            "ONE": (1, 0.0, 0.0),
            "ONE/SCORE_LOMEM": (1, 0.0, 0.0),
            "ONE/SCORE": (1, 1001.0, 0.0),
            "ONE/SCORE_HIMEM": (1, 2001.0, 0.0),
            "ONE/SCORE_VHIMEM": (1, 3001.0, 0.0),
        },
    )


#: Ex. 12: jobs of 5 GiB of input and 1000 events, with output and work space.
DISK = {
    "queue": """
        queue_name | core_count | max_wdir | direct_access_lan
        COPY       | 8          | 16000    | false
        DIRECT     | 8          | 16000    | true
    """,
    "task": with_columns(
        """
        jedi_task_id | core_count | out_disk_count | out_disk_unit | work_disk_count
        1            | 1          | 500            | kBPerEvent    | 200
        2            | 1          | 3              | MBPerEvent    |
        3            | 8          | 500            | kBPerEvent    | 200
        4            | 1          | 1741           | kBPerEvent    | 0
        """,
        {"split_rule": "IL=1"},
    ),
    "input_chunk": "\n".join(
        ["jedi_task_id | atom_size_bytes | atom_n_events"]
        + [f"{task} | {5 * GIB} | 1000" for task in (1, 2, 3, 4)]
    ),
}


def test_12_disk_usage() -> None:
    """With the input copied and read directly; work space of 200 MB, and unset (2)."""
    small = {"COPY": 6920.0, "DIRECT": 1800.0}
    more = {"COPY": 7120.0, "DIRECT": 2000.0}
    rule("scratch_disk").check_fact(
        "scratch_disk",
        "need_mb",
        world=DISK,
        expected=both(
            page={1: small, 2: {"COPY": 8420.0, "DIRECT": 3300.0}, 3: small, 4: more},
            asrun={1: more, 2: {"COPY": 8120.0, "DIRECT": 3000.0}, 3: more, 4: more},
        ),
    )


def test_12_disk_of_the_queue() -> None:
    """16000 MB of 8 cores are 2000 MB for a task of one core: only direct access fits.
    As run, a task of 8 cores (3) has it all. On the page exactly 2000 MB (4) fail."""
    all_fail = {"COPY", "DIRECT"}
    rule("scratch_disk").check(
        world=DISK,
        expected=both(
            page={1: {"COPY"}, 2: all_fail, 3: {"COPY"}, 4: all_fail},
            asrun={1: {"COPY"}, 2: all_fail, 4: {"COPY"}},
        ),
    )


def test_13_walltime() -> None:
    """29 854 656 HS06 s fit between base time and maxtime, the job has 10 000 000."""
    world = {
        "queue": "core_count: 8, core_power: 12, max_time: 345600",
        "task": """
            base_walltime | cpu_efficiency | cpu_time | atom_n_events
            60            | 90             | 2000     | 5000
        """,
    }
    rule("walltime").check_fact(
        "walltime", "longest", world=world, expected={"Q": 29854656.0}
    )
    rule("short_walltime").check(world=world, expected={})


def test_13_walltime_of_scouts() -> None:
    """As run, 86400 s pass with power 12, not with 9; the page looks at the clock."""
    rule("scout_walltime").check(
        queue="""
            queue_name | core_count | core_power | max_time
            STRONG     | 8          | 12         | 86400
            WEAK       | 8          | 9          | 86400
            SHORT      | 8          | 12         | 86399
        """,
        input_chunk="use_scout: true",
        expected=both(page={"SHORT"}, asrun={"WEAK"}),
    )


def test_17_zero_share() -> None:
    """Types, priorities (not of merge jobs), global shares, a policy of one type."""
    rule("zero_share").check(
        queue="""
            queue_name | fairshare_policy
            TYPES      | type=evgen:100%,type=simul:100%,type=any:0%
            PRIORITY   | priority>400:0
            SHARES     | gshare=Express:100%,gshare=any:0%
            EVGEN      | type=evgen:100%
        """,
        task="""
            jedi_task_id | processing_type | current_priority | gshare
            1            | simul           | 400              | Express
            2            | pile            | 400              | Express
            3            | prod_test       | 500              | Express
            4            | simul           | 500              | Express
            5            | simul           | 500              | Express
            6            | simul           | 400              | Express Analysis
        """,
        input_chunk="jedi_task_id: 1 | 2 | 3 | 4 | 5 | 6, "
        "is_merging: false | false | false | false | true | false",
        expected={(2, "TYPES"), (4, "PRIORITY"), (5, "PRIORITY"), (6, "SHARES")},
    )


def test_18_caps() -> None:
    """As run 20 queued jobs are allowed; NQUEUELIMITSITE allows more in both."""
    in_both = {(1, "F"): "queued 101 > cap 100", (2, "H"): "queued 51 > cap 50"}
    rule("cap").check(
        queue="queue_name: A | B | C | D | E | F | G | H | I | J",
        task="jedi_task_id: 1 | 2, gshare: MC | LIMITED",
        job_stats="""
            queue_name | gshare  | running | activated | starting | defined
            A          | MC      | 9       | 18        |          |
            B          | MC      | 9       | 19        |          |
            C          | MC      | 9       | 20        |          |
            D          | MC      | 9       | 21        |          |
            E          | MC      | 50      | 100       |          |
            F          | MC      | 50      | 101       |          |
            G          | LIMITED | 9       | 50        |          |
            H          | LIMITED | 9       | 51        |          |
            I          | MC      | 9       | 10        | 5        | 4
            J          | MC      | 0       | 1         |          |
        """,
        gdp_config="""
            key                     | type | value
            NQUEUELIMITSITE_MC      | int  | 0
            NQUEUELIMITSITE_LIMITED | int  | 50
        """,
        expected=both(
            page={
                **in_both,
                (1, "B"): "queued 19 > cap 18",
                (1, "C"): "queued 20 > cap 18",
                (1, "D"): "queued 21 > cap 18",
                (1, "I"): "queued 19 > cap 18",
                (1, "J"): "queued 1 > cap 0",
            },
            asrun={**in_both, (1, "D"): "queued 21 > cap 20"},
        ),
    )


def test_18_caps_of_unified_queues() -> None:
    """30 jobs run, 5 of them of the type of the task: the cap is 60 in both."""
    world = {
        "queue": "queue_name: A | B, capability: ucore",
        "resource_type": "resource_name: MCORE, min_core: 2",
        "job_stats": """
            queue_name | resource_type | running | activated
            A          | SCORE         | 5       | 60
            A          | MCORE         | 25      |
            B          | SCORE         | 5       | 61
            B          | MCORE         | 25      |
        """,
    }
    over = {"B": "queued 61 > cap 60"}
    rule("cap").check(world=world, expected=both(page=over, asrun={}))
    rule("cap_rt").check(world=world, expected=both(page={}, asrun=over))


def test_19_bootstrap() -> None:
    """As run, priority 150 starts the queue with weight 0 and rank 1. 151, and on the
    page both, weigh 1 / 10."""
    weighed = {
        (task, 0, queue): place
        for task in (1, 2)
        for queue, place in (("A", (0.1, 2, "+use")), ("B", (1.0, 1, "+use")))
    }
    rule("ranked").check_fact(
        "ranked",
        ["weight", "rank", "criterion"],
        queue="queue_name: A | B",
        task="jedi_task_id: 1 | 2, current_priority: 150 | 151, fsize: 0",
        job_stats="queue_name: B, n_jobs: 9",
        parameters=OFF,
        expected=both(
            page=weighed,
            asrun={**weighed, "A": (0.0, 1, "+use"), "B": (1.0, 2, "+use")},
        ),
    )


#: Ex. 20: 30 GiB in 200 files, as datasets that queues hold or lack.
PIECES = {"first": (15 * GIB, 80), "second": (10 * GIB, 80), "third": (5 * GIB, 40)}


@pytest.mark.parametrize(
    ("queues", "page", "asrun"),
    [("ABC", "BC", "BC"), ("BC", "BC", "C"), ("C", "C", "")],
)
def test_20_io_check(queues: str, page: str, asrun: str) -> None:
    """A lacks 5 GiB in 40 files, B has all on tape, C lacks 15 GiB in 120 files. As
    run, B serves where A is not there, and C where nothing else is; on the page only A
    does."""
    held = {"A": ["first", "second"], "B": PIECES, "C": ["first"]}
    names = " | ".join(queues)
    rule("io").check(
        world=pieces({1: PIECES}, held),
        task="io_intensity: 300",
        queue=f"queue_name: {names}",
        queue_endpoint=f"queue_name: {names}, ddm_endpoint_name: {names}",
        endpoint="ddm_endpoint_name: A | B | C, is_tape: false | true | false",
        expected=both(page={*page}, asrun={*asrun}),
    )


def test_20_io_check_at_its_limits() -> None:
    """Exactly 10 GiB or 100 files missing: passes as run, on the page it does not."""
    far = {1: (10 * GIB - 1024**2, 99), 2: (10 * GIB, 40), 3: (5 * GIB, 100)}
    far |= {4: (10 * GIB + 1024**2, 40), 5: (5 * GIB, 101)}
    parts = {
        task: {f"near{task}": (30 * GIB - size, 200 - n), f"far{task}": (size, n)}
        for task, (size, n) in far.items()
    }
    held = {
        "A_DATADISK": [name for each in parts.values() for name in each],
        "Q_DATADISK": [f"near{task}" for task in far],
    }
    rule("io").check(
        world=pieces(parts, held),
        queue="queue_name: A | Q",
        task="jedi_task_id: 1 | 2 | 3 | 4 | 5, io_intensity: 300",
        expected=both(page={2, 3, 4, 5}, asrun={4, 5}),
    )


def test_22_the_reported_reason() -> None:
    """The first persistent reason, else the last temporary one. The links of A and B
    are crowded and their disks busy; A has too little memory too."""
    rule("low_memory").check_cycle(
        "exclusion",
        ["queue_name"],
        ["criterion", "class"],
        queue="queue_name: A | B, max_rss: 100 | 2000, max_disk_io: 500",
        network_metric="src_site: A | B, Production Output_queued: 151",
        job_stats="queue_name: A | B, n_jobs: 10, disk_io_avg: 501",
        task="disk_io: 501",
        expected={"A": ("-lowmemory", "never_fits"), "B": ("-diskIO", "capacity")},
    )


def test_23_the_summary_of_a_check() -> None:
    """57 candidates become 50: 12.28 % are said as 13 %."""
    names = [*(f"Q{n:02}" for n in range(56)), "N"]
    rows = [f"{name} | {100 if n < 7 else 2000}" for n, name in enumerate(names)]
    rule("low_memory").check_cycle(
        "funnel",
        ["label"],
        ["n_before", "n_after", "criteria"],
        queue="\n".join(["queue_name | max_rss", *rows]),
        parameters={"max_candidates": 100, "cap_floor": 20},
        expected={
            ("initial candidates",): (57, 57, None),
            ("memory check",): (57, 50, "-lowmemory 7"),
        },
    )
    assert cut_percent(57, 50) == 13
