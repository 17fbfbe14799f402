"""The worked examples of spec 12 that concern the job brokerage, by their numbers.

Each holds for both profiles, or gives the values of page and running system.
Examples 14 to 16, 21 and 24 are about other policies and the placement of jobs.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import pytest

from brokersql.render.numbers import cut_percent
from tests.spec.check import Expected, Found, Spec, both

ON = {"NW_ACTIVE": True}
OFF = {"NW_ACTIVE": False}
AT_Q = (1, 0, "Q")
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


def jobs(**numbers: int) -> str:
    """Draw numbers of jobs at Q by their status."""
    rows = [f"{status} | {number}" for status, number in numbers.items()]
    return "\n".join(["job_status | n_jobs", *rows])


def link(**metrics: float) -> str:
    """Draw the link from Q to N: files in its queue, closeness and MB/s."""
    keys = {
        "queued": "Production Output_queued",
        "express": "Express_queued",
        "closeness": "AGIS_closeness",
        "hour": "dashb_mbps_1h",
        "day": "dashb_mbps_1d",
        "week": "dashb_mbps_1w",
    }
    rows = [f"{keys[name]} | {value}" for name, value in metrics.items()]
    return "\n".join(["key | value", *rows])


def files(size: int, number: int) -> list[str]:
    """Return rows of a number of files that have some bytes together: lfn, size."""
    each, rest = divmod(size, number)
    return [f"{n} | {each + (rest if n == 0 else 0)}" for n in range(number)]


@pytest.mark.parametrize(
    ("number", "metrics", "weight", "is_enough"),
    [
        ("1", {"queued": 30, "week": 80}, 1.8, True),
        ("2", {"queued": 75, "week": 1}, 1.25, False),
        ("3", {}, 1.65, False),
        ("4a", {"queued": 75, "closeness": 0}, 1.75, True),
        ("4b", {"queued": 75, "closeness": 11}, 1.25, False),
        ("5", {"queued": 149, "week": 200}, 1.453333333333, False),
    ],
)
def test_1_to_5_network_weight(
    number: str, metrics: Mapping[str, float], weight: float, is_enough: bool
) -> None:
    """Satellites; express work needs 1.7."""
    rule("network").check(
        parameters=ON, network_metric=link(**metrics), expected={AT_Q: weight}
    )
    express = {
        "express" if name == "queued" else name: value
        for name, value in metrics.items()
    }
    rule("low_network_weight").check(
        parameters=ON,
        task="processing_type: urgent",
        network_metric=link(**express),
        expected=set() if is_enough else {AT_Q},
    )


def test_6_network_weight_at_the_nucleus() -> None:
    """The same site: 2.5, which is enough for express work."""
    nucleus = "queue_name: N"
    rule("network").check(parameters=ON, queue=nucleus, expected={(1, 0, "N"): 2.5})
    rule("low_network_weight").check(
        parameters=ON, queue=nucleus, task="processing_type: urgent", expected={}
    )


@pytest.mark.parametrize(
    ("metrics", "page", "asrun"),
    [({"hour": 150}, 1.9, 1.3), ({"hour": 150, "week": 5}, 1.9, 1.2)],
)
def test_7_windows_of_throughput(
    metrics: Mapping[str, float], page: float, asrun: float
) -> None:
    """As run, nothing counts without a week, and no hour without a day.

    1.3 is the weight of an unknown closeness.
    """
    rule("network").check(
        parameters={**ON, "NW_QUEUE_IMPORTANCE": 0},
        network_metric=link(**metrics),
        expected=both(page={AT_Q: page}, asrun={AT_Q: asrun}),
    )


@pytest.mark.parametrize(
    ("numbers", "is_local", "page", "asrun"),
    [
        ((99, 40, 30, 5, 5), True, 1.666666666667, 1.666666666667),
        ((99, 40, 30, 5, 5), False, 1.111111111111, 1.111111111111),
        ((99, 10, 50, 0, 0), False, 0.714285714286, 0.714285714286),
        ((9, 2, 3, 0, 0), False, 0.444444444444, 0.5),
        ((0, 0, 0, 0, 0), False, 0.1, 0.1),
        ((0, 0, 1, 0, 0), False, 1 / 11 / 2, 1 / 11 / 2),
    ],
)
def test_8_initial_weight(
    numbers: tuple[int, ...], is_local: bool, page: float, asrun: float
) -> None:
    """Running, activated, assigned, starting and defined jobs, in this order."""
    statuses = ("running", "activated", "assigned", "starting", "defined")
    holder = "Q" if is_local else "N"
    rule("load").check(
        job_stats=jobs(**dict(zip(statuses, numbers, strict=True))),
        dataset_replica=f"ddm_endpoint_name: {holder}_DATADISK",
        expected=both(page={AT_Q: page}, asrun={AT_Q: asrun}),
    )


def test_9_data_factor() -> None:
    """40 of 100 bytes are on site, 60 of the files are missing: 0.875.

    1.111111 becomes 0.972222, with a Network weight of 1.8 it is 1.75. With nothing
    local and 300 files missing the factor is 0.25.
    """
    world = {
        "task_dataset": "dataset_id: 1 | 2, dataset_name: near | far, master_id: | 1",
        "task_file": "\n".join(
            ["lfn | fsize | dataset_id | file_id", "near | 40 | 1 | 1"]
            + [f"{row} | 2 | {n + 2}" for n, row in enumerate(files(60, 60))]
        ),
        "dataset": "dataset_name: near | far, n_files: 1 | 60",
        "dataset_replica": "dataset_name: near, ddm_endpoint_name: Q_DATADISK",
    }
    rule("data").check(world=world, expected={AT_Q: 0.875})
    rule("data").check(
        task_file="\n".join(
            ["lfn | fsize | file_id"] + [f"{n} | 1 | {n}" for n in range(300)]
        ),
        expected={AT_Q: 0.25},
    )
    load = jobs(running=99, activated=40, assigned=30, starting=5, defined=5)
    for parameters, weight in ((OFF, 0.972222222222), (ON, 1.75)):
        rule("open_pair").check_fact(
            "open_pair",
            "weight",
            world=world,
            job_stats=load,
            network_metric=link(queued=30, week=80),
            parameters=parameters,
            expected={AT_Q: weight},
        )


def ram(base: int, count: int, unit: str) -> str:
    """Draw a task by the memory that it asks for."""
    return f"base_ram_count: {base}, ram_count: {count}, ram_unit: {unit}"


def check_memory(
    world: Mapping[str, str], too_low: Expected, too_high: Expected
) -> None:
    """Assert which queues have too little memory, and which are for more."""
    world = {
        "queue": "queue_name: A, capability: ucore, core_count: 8, max_rss: 24000",
        "resource_type": ONLY_PLAIN_TYPES,
        **world,
    }
    rule("low_memory").check(world=world, expected=too_low)
    rule("high_memory").check(world=world, expected=too_high)


def test_10_memory_of_many_cores() -> None:
    """500 + 1750 MB per core of 8 are 13050 MB: only MCORE fits.

    Single cores need 2025 MB of it, so that of them only SCORE_HIMEM does.
    """
    check_memory(
        {"task": ram(500, 1750, "MBPerCore")},
        too_low={(1, 0, "A/MCORE_LOMEM"), (1, 0, "A/SCORE")},
        too_high={(1, 0, "A/MCORE_HIMEM")},
    )
    rule("memory").check_fact(
        "memory",
        "need_mb",
        queue="core_count: 8",
        task=ram(500, 1750, "MBPerCore"),
        expected={AT_Q: 13050.0},
    )
    rule("memory").check_fact(
        "memory",
        "need_mb",
        queue="core_count: 8",
        task=ram(500, 2000, "MB"),
        expected=both(page={AT_Q: 14850.0}, asrun={AT_Q: 1800.0}),
    )


@pytest.mark.parametrize(
    ("count", "need", "type_name"),
    [(2222, 1999.0, "SCORE"), (2223, 2000.0, "SCORE"), (2224, 2001.0, "SCORE_HIMEM")],
)
def test_10_memory_of_one_core(count: int, need: float, type_name: str) -> None:
    """It is cut to whole MB before it meets the limits."""
    fits = type_name == "SCORE"
    world = {
        "queue": "queue_name: A, capability: ucore, core_count: 1, max_rss: 3000",
        "resource_type": ONLY_PLAIN_TYPES,
        "task": ram(0, count, "MB"),
    }
    rule("memory").check_fact(
        "memory",
        "need_mb",
        world=world,
        expected={
            (1, 0, f"A{child}"): need for child in ("", "/SCORE", "/SCORE_HIMEM")
        },
    )
    check_memory(
        world,
        too_low=set() if fits else {(1, 0, "A/SCORE")},
        too_high={(1, 0, "A/SCORE_HIMEM")} if fits else set(),
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
            ("N",): (1, 0.0, 0.0),
            ("BNL",): (8, 0.0, 24000.0),
            ("BNL/SCORE_LOMEM",): (1, 0.0, 1000.0),
            ("BNL/SCORE",): (1, 1001.0, 2000.0),
            ("BNL/SCORE_HIMEM",): (1, 2001.0, 3000.0),
            ("BNL/SCORE_VHIMEM",): (1, 3001.0, 3000.0),
            ("BNL/MCORE_LOMEM",): (8, 0.0, 8000.0),
            ("BNL/MCORE",): (8, 8001.0, 16000.0),
            ("BNL/MCORE_HIMEM",): (8, 16001.0, 24000.0),
            ("BNL/MCORE_VHIMEM",): (8, 24001.0, 24000.0),
            ("ONE",): (1, 0.0, 0.0),
            ("ONE/SCORE_LOMEM",): (1, 0.0, 0.0),
            ("ONE/SCORE",): (1, 1001.0, 0.0),
            ("ONE/SCORE_HIMEM",): (1, 2001.0, 0.0),
            ("ONE/SCORE_VHIMEM",): (1, 3001.0, 0.0),
        },
    )


def disk(count: int, unit: str, work: str, cores: int = 1) -> dict[str, str]:
    """Draw a job of 5 GiB of input and 1000 events, with output and work space."""
    return {
        "queue": """
            queue_name | core_count | max_wdir | direct_access_lan
            COPY       | 8          | 16000    | false
            DIRECT     | 8          | 16000    | true
        """,
        "task": f"""
            core_count | split_rule | out_disk_count | out_disk_unit | work_disk_count
            {cores}    | IL=1       | {count}        | {unit}        | {work}
        """,
        "input_chunk": f"atom_size_bytes: {5 * GIB}, atom_n_events: 1000",
    }


@pytest.mark.parametrize(
    ("output", "page", "asrun"),
    [
        ((500, "kBPerEvent", "200"), (6920.0, 1800.0), (7120.0, 2000.0)),
        ((3, "MBPerEvent", ""), (8420.0, 3300.0), (8120.0, 3000.0)),
    ],
)
def test_12_disk_usage(
    output: tuple[int, str, str], page: tuple[float, float], asrun: tuple[float, float]
) -> None:
    """With the input copied and read directly; work space of 200 MB, and unset."""
    names = [(1, 0, "COPY"), (1, 0, "DIRECT")]
    rule("scratch_disk").check_fact(
        "scratch_disk",
        "need_mb",
        world=disk(*output),
        expected=both(
            page=dict(zip(names, page, strict=True)),
            asrun=dict(zip(names, asrun, strict=True)),
        ),
    )


def test_12_disk_of_the_queue() -> None:
    """16000 MB of 8 cores are 2000 MB for a task of one core: only direct access fits.

    As run, a task of 8 cores has it all. On the page a need of exactly 2000 MB fails.
    """
    small = (500, "kBPerEvent", "200")
    rule("scratch_disk").check(world=disk(*small), expected={(1, 0, "COPY")})
    rule("scratch_disk").check(
        world=disk(*small, cores=8), expected=both(page={(1, 0, "COPY")}, asrun={})
    )
    rule("scratch_disk").check(
        world=disk(1741, "kBPerEvent", "0"),
        expected=both(page={(1, 0, "COPY"), (1, 0, "DIRECT")}, asrun={(1, 0, "COPY")}),
    )


def test_13_walltime() -> None:
    """29 854 656 HS06 s fit between base time and maxtime, the job has 10 000 000."""
    world = {
        "queue": "core_count: 8, core_power: 12, max_time: 345600",
        "task": "base_walltime: 60, cpu_efficiency: 90, cpu_time: 2000",
        "input_chunk": "atom_n_events: 5000",
    }
    rule("walltime").check_fact(
        "walltime", "longest", world=world, expected={AT_Q: 29854656.0}
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
        expected=both(page={(1, 0, "SHORT")}, asrun={(1, 0, "WEAK")}),
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
        input_chunk="""
            jedi_task_id | is_merging
            1            | false
            2            | false
            3            | false
            4            | false
            5            | true
            6            | false
        """,
        expected={
            (2, 0, "TYPES"),
            (4, 0, "PRIORITY"),
            (5, 0, "PRIORITY"),
            (6, 0, "SHARES"),
        },
    )


@pytest.mark.parametrize(
    ("numbers", "limit", "page", "asrun"),
    [
        ({"running": 9, "activated": 18}, None, None, None),
        ({"running": 9, "activated": 19}, None, "queued 19 > cap 18", None),
        ({"running": 9, "activated": 20}, None, "queued 20 > cap 18", None),
        (
            {"running": 9, "activated": 21},
            None,
            "queued 21 > cap 18",
            "queued 21 > cap 20",
        ),
        ({"running": 50, "activated": 100}, None, None, None),
        (
            {"running": 50, "activated": 101},
            None,
            "queued 101 > cap 100",
            "queued 101 > cap 100",
        ),
        ({"running": 9, "activated": 50}, 50, None, None),
        (
            {"running": 9, "activated": 51},
            50,
            "queued 51 > cap 50",
            "queued 51 > cap 50",
        ),
        (
            {"running": 9, "activated": 10, "starting": 5, "defined": 4},
            None,
            "queued 19 > cap 18",
            None,
        ),
        ({"running": 0, "activated": 1}, None, "queued 1 > cap 0", None),
    ],
)
def test_18_caps(
    numbers: Mapping[str, int], limit: int | None, page: str | None, asrun: str | None
) -> None:
    """As run 20 queued jobs are allowed; NQUEUELIMITSITE allows more in both."""
    config = f"key: NQUEUELIMITSITE_MC, type: int, value: {limit or 0}"

    def hit(detail: str | None) -> Found:
        return {} if detail is None else {AT_Q: detail}

    rule("cap").check(
        job_stats=jobs(**numbers),
        gdp_config=config,
        expected=both(page=hit(page), asrun=hit(asrun)),
    )


def test_18_caps_of_unified_queues() -> None:
    """30 jobs run, 5 of them of the type of the task: the cap is 60 in both."""
    world = {
        "queue": "queue_name: A, capability: ucore",
        "resource_type": "resource_name: MCORE, min_core: 2",
    }
    over = {(1, 0, "A"): "queued 61 > cap 60"}
    for queued, hit in ((60, {}), (61, over)):
        world["job_stats"] = f"""
            queue_name | resource_type | job_status | n_jobs
            A          | SCORE         | running    | 5
            A          | MCORE         | running    | 25
            A          | SCORE         | activated  | {queued}
        """
        rule("cap").check(world=world, expected=both(page=hit, asrun={}))
        rule("cap_rt").check(world=world, expected=both(page={}, asrun=hit))


def test_19_bootstrap() -> None:
    """As run, priority 150 starts the queue with weight 0 and rank 1.

    151, and on the page both, weigh 1 / 10.
    """
    weighed = {
        (task, 0, queue): place
        for task in (1, 2)
        for queue, place in (("A", (0.1, 2, "+use")), ("B", (1.0, 1, "+use")))
    }
    rule("ranked").check_fact(
        "ranked",
        ["weight", "rank", "criterion"],
        queue="queue_name: A | B",
        task="jedi_task_id: 1 | 2, current_priority: 150 | 151",
        task_file="jedi_task_id: 1 | 2, fsize: 0 | 0",
        job_stats="queue_name: B, n_jobs: 9",
        parameters=OFF,
        expected=both(
            page=weighed,
            asrun={
                **weighed,
                (1, 0, "A"): (0.0, 1, "+use"),
                (1, 0, "B"): (1.0, 2, "+use"),
            },
        ),
    )


#: Ex. 20: 30 GiB in 200 files, as datasets that queues hold or lack.
PIECES = {"first": (15 * GIB, 80), "second": (10 * GIB, 80), "third": (5 * GIB, 40)}


def pieces(
    held: Mapping[str, Iterable[str]], parts: Mapping[str, tuple[int, int]]
) -> dict[str, str]:
    """Draw the input of an intensive task, and the parts of it at some endpoints."""
    numbered = list(enumerate(parts, start=1))
    return {
        "task": "io_intensity: 300",
        "task_dataset": "\n".join(
            ["dataset_id | dataset_name | master_id"]
            + [f"{n} | {name} | {'' if n == 1 else 1}" for n, name in numbered]
        ),
        "task_file": "\n".join(
            ["dataset_id | file_id | lfn | fsize"]
            + [
                f"{n} | {n * 1000 + at} | {name}{row}"
                for n, name in numbered
                for at, row in enumerate(files(*parts[name]))
            ]
        ),
        "dataset": "\n".join(
            ["dataset_name | n_files"]
            + [f"{name} | {number}" for name, (_, number) in parts.items()]
        ),
        "dataset_replica": "\n".join(
            ["dataset_name | ddm_endpoint_name | n_files_total | n_files_found"]
            + [
                f"{name} | {endpoint} | {parts[name][1]} | {parts[name][1]}"
                for endpoint, names in held.items()
                for name in names
            ]
        ),
    }


@pytest.mark.parametrize(
    ("queues", "page", "asrun"),
    [("ABC", "BC", "BC"), ("BC", "BC", "C"), ("C", "C", "")],
)
def test_20_io_check(queues: str, page: str, asrun: str) -> None:
    """A lacks 5 GiB in 40 files, B has all on tape, C lacks 15 GiB in 120 files.

    As run, B serves where A is not there, and C where nothing else is; on the page
    nothing but A passes.
    """
    rule("io").check(
        world=pieces({"A": ["first", "second"], "B": PIECES, "C": ["first"]}, PIECES),
        queue="\n".join(["queue_name", *queues]),
        queue_endpoint="\n".join(
            ["queue_name | ddm_endpoint_name", *(f"{name} | {name}" for name in queues)]
        ),
        endpoint="""
            ddm_endpoint_name | is_tape
            A                 | false
            B                 | true
            C                 | false
        """,
        expected=both(
            page={(1, 0, name) for name in page}, asrun={(1, 0, name) for name in asrun}
        ),
    )


@pytest.mark.parametrize(
    ("size", "number", "page", "asrun"),
    [
        (10 * GIB - 1024**2, 99, "", ""),
        (10 * GIB, 40, "Q", ""),
        (5 * GIB, 100, "Q", ""),
        (10 * GIB + 1024**2, 40, "Q", "Q"),
        (5 * GIB, 101, "Q", "Q"),
    ],
)
def test_20_io_check_at_its_limits(
    size: int, number: int, page: str, asrun: str
) -> None:
    """Exactly 10 GiB or 100 files missing: passes as run, on the page it does not."""
    parts = {"near": (30 * GIB - size, 200 - number), "far": (size, number)}
    rule("io").check(
        world=pieces({"A_DATADISK": parts, "Q_DATADISK": ["near"]}, parts),
        queue="queue_name: A | Q",
        expected=both(
            page={(1, 0, name) for name in page}, asrun={(1, 0, name) for name in asrun}
        ),
    )


def test_22_the_reported_reason() -> None:
    """The first persistent reason, else the last temporary one.

    The links of A and B are crowded and their disks busy; A has too little memory too.
    """
    rule("low_memory").check_cycle(
        "exclusion",
        ["queue_name"],
        ["criterion", "class"],
        queue="""
            queue_name | max_rss | max_disk_io
            A          | 100     | 500
            B          | 2000    | 500
        """,
        network_metric="""
            src_site | key                      | value
            A        | Production Output_queued | 151
            B        | Production Output_queued | 151
        """,
        job_stats="queue_name: A | B, n_jobs: 10 | 10, disk_io_avg: 501 | 501",
        task="disk_io: 501",
        expected={
            ("A",): ("-lowmemory", "never_fits"),
            ("B",): ("-diskIO", "capacity"),
        },
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
