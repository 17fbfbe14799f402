"""Tasks and chunks of a random world."""

from __future__ import annotations

from tests.property.world_parts.dice import Dice, Row, Tables, ago
from tests.property.world_parts.inputs import GIB, INPUT_TABLES, add_input
from tests.property.world_parts.load import OTHER_QUEUE, RESOURCE_QUEUE, TEST_QUEUE

ARCHITECTURES = (
    None,
    "",
    "x86_64-el9-gcc13-opt",
    "x86_64-el9-gcc13-opt@centos7",
    "x86_64-(el9|slc6)-gcc13-opt",
    "x86_64-.*-opt",
    "#x86_64-intel-avx2",
    "#(x86_64|aarch64)",
    "#(x86_64|aarch64)-intel",
    "#&nvidia:vram>=40960",
    "#x86_64&nvidia-.*A100.*:cuda>=12.0:driver>=550",
    "#&nvidia:model!=.*P100.*:uarch=Ampere",
    "#&nvidia:vram!=40960",
    "#&*",
    '{"sw_platform": "x86_64-el9-gcc13-opt"}',
    '{"sw_platform": "x86_64-el9-gcc13-opt", "base_platform": "el9"}',
    '{"sw_platform": "x86_64-(el9|slc6)-gcc13-opt"}',
    '{"sw_platform": "x86_64-el9-gcc13-opt",'
    ' "cpu_pref": {"preferred_architecture_level": "x86-64-v3"}}',
    '{"cpu_specs": [{"arch": "x86_64", "vendor": "intel"}, {"arch": "aarch64"}]}',
    '{"gpu_spec": {"vendor": "NVIDIA", "version": "==12.0"}}',
)
PATTERNS = (
    '{"sw_platform": "x86_64-(slc5|slc6)-gcc13-opt"}',
    '{"sw_platform": "x86_64-(centos7|slc6)-gcc8-opt", "base_platform": "el9"}',
)
SOFTWARE = (*ARCHITECTURES, *PATTERNS * 4)
HOMES = (
    *("Athena-24.0.1", "Athena-24.0.1-21.2.3", "Athena-2026-01-01T2101"),
    *("Athena-rel_3", "Athena"),
)
CONTAINERS = (None, "", "AthAnalysis:1", "reg/image:1", "docker://x/y")
WORK_QUEUES = (RESOURCE_QUEUE, TEST_QUEUE, OTHER_QUEUE)
RAM_UNITS = ("MB", "MBPerCoreFixed", None, "MBPerCore")
PROCESSING_TYPES = ("pile", "validation", "recon", None, "evgen")
FROZEN = (ago(hours=6), ago(hours=6, seconds=1), ago(days=8))
SITES_OF_TASK = 3


def make_work(dice: Dice, queues: list[Row], endpoints: list[Row]) -> Tables:
    """Return the tables of tasks and their input."""
    names = ("task", "input_chunk", "task_job_stats", *INPUT_TABLES)
    tables: Tables = {name: [] for name in names}
    sites = sorted({str(row["site_name"]) for row in endpoints})
    for number in range(1, dice.number(1, 4) + 1):
        task = make_task(dice, 1000 + number, queues, sites)
        if number % 2 and task["trans_home"] is None:
            task["container_name"] = "AthAnalysis:1"
        tables["task"].append(task)
        merging = dice.pick("merging", False, True)
        for chunk_no in range(dice.choice((1, 1, 1, 2))):
            tables["input_chunk"].append(make_chunk(dice, task, chunk_no, merging))
            add_input(dice, tables, task, chunk_no, merging, queues, endpoints)
        if dice.chance(30):
            tables["task_job_stats"] += make_own_jobs(dice, task, queues)
    return tables


def make_task(dice: Dice, number: int, queues: list[Row], sites: list[str]) -> Row:
    """Return a task of usual needs, odd ones where a topic is hot."""
    pick = dice.pick
    return {
        "jedi_task_id": number,
        "prod_source_label": pick(
            "pilots", pick("frame", "managed", "user", None), "prod_test", "managed"
        ),
        "vo": "atlas",
        "cloud": "WORLD",
        "site": named_queues(dice, queues),
        "nucleus": pick("nucleus", dice.choice(sites[:2]), None, "SITE-9", sites[-1]),
        "gshare": pick("work_queue", "MC", "Express", "validation", None, "test"),
        "workqueue_id": pick("work_queue", None, *WORK_QUEUES, 99),
        "resource_type": pick("slots", dice.choice(("SCORE", "MCORE")), None, "MCORE"),
        "processing_type": pick("zero_share", "simul", *PROCESSING_TYPES),
        "working_group": pick("zero_share", None, "AP_Higgs", ""),
        "task_priority": 500,
        "current_priority": priority(dice),
        "status": pick("frame", "running", "assigning", "ready", None),
        "frozen_time": pick("merging", None, *FROZEN),
        "event_service": pick("event_service", 0, 1, 2, 3, None, 1),
        "architecture": pick(
            *("hardware", pick("software", ARCHITECTURES[2], *SOFTWARE)),
            *ARCHITECTURES,
        ),
        "trans_home": pick("software", pick("hardware", None, HOMES[0]), *HOMES),
        "container_name": pick("software", None, *CONTAINERS),
        **needs(dice),
        "split_rule": split_rule(dice),
        "n_ready_events": pick("jumbo", None, 99, 100, 101),
    }


def priority(dice: Dice) -> int | None:
    """Return a priority, often exactly at a limit."""
    edge = dice.pick("priority", 500, 799, 800, 899, 900, 949, 950, 1000, 1001, None)
    return dice.pick("load", edge, 149, 150, 151)


def named_queues(dice: Dice, queues: list[Row]) -> str | None:
    """Return a list of queues the task is bound to, rarely any."""
    if dice.pick("preassigned", True, False):
        return None
    names = [str(row["queue_name"]) for row in queues]
    chosen = dice.random.sample(names, dice.number(1, min(SITES_OF_TASK, len(names))))
    if dice.chance(15):
        chosen.append("UNKNOWN")
    if dice.chance(15):
        chosen[0] += "/SCORE"
    return ",".join(chosen)


def needs(dice: Dice) -> Row:
    """Return cores, memory, disk, walltime and data rates of a task."""
    pick = dice.pick
    return {
        "core_count": pick("cores", dice.choice((1, 8, 0)), None, 1, 8),
        "merge_core_count": pick("merging", None, 1, 8, 0),
        "ram_count": pick("memory", 1500, 2000, 2222, 2223, 2224, 0, None, 1000),
        "ram_unit": pick("memory", RAM_UNITS[-1], *RAM_UNITS),
        "base_ram_count": pick("memory", 0, 500, None),
        "merge_ram_count": pick("merging", None, 3000, 0, 1000),
        "walltime": pick("walltime", None, 86400, 0, 86401, 43200),
        "walltime_unit": pick("walltime", None, "kSI2kseconds", None),
        "cpu_time": pick("walltime", 10, 864, 865, 6912, 0, None, 864000),
        "cpu_time_unit": pick(
            *("walltime", "HS06sPerEvent", "mHS06sPerEvent", None),
            *("HS06sPerEventFixed", ""),
        ),
        "cpu_efficiency": pick("walltime", 100, 90, None, 0),
        "base_walltime": pick("walltime", 0, 60, None),
        "out_disk_count": pick("scratch", 1, 1536, 2, None, -1),
        "out_disk_unit": pick("scratch", "kB", "MBPerEvent", "MB", "kBPerEvent", None),
        "work_disk_count": pick("scratch", None, 0, 200, 300, 301, -5),
        "work_disk_unit": pick("scratch", "MB", "kB", None),
        "io_intensity": pick(
            *("io_intensity", pick("files", 100, 201, 300)),
            *(0, None, 200, 201, 500, 501, 300),
        ),
        "disk_io": pick("disk_io", None, 0, 100, 101, 800, 808, 807),
    }


def split_rule(dice: Dice) -> str | None:
    """Return a split rule with tokens of the hot topics."""
    tokens = ["NF=1"]
    for topic, choices in (
        ("t1_weight", ("TW=-1", "TW=-2", "TW=2", "TW=0")),
        ("full_chain", ("FU=1", "FU=2", "FU=3")),
        ("data", ("IS=1", "IS=2")),
        ("cores", ("CC=4", "CC=8", "CC=7")),
        ("connectivity", ("IP=1", "IP=2", "IP=3", "IP=1,IK=4", "IK=6", "IP=2,IK=6")),
        ("remote_input", ("IL=1", "IL=2", "IL=1,LI=1", "IW=1,IL=1", "LI=1")),
        ("walltime", ("DY=10", "DY=100,MX=500", "DY=1000,MX=100")),
        ("inactive", ("MO=1",)),
        ("event_service", ("UC=1", "EC=2", "XJ=1", "XA=4", "EC=2,XA=1", "XJ=0")),
        ("jumbo", ("NJ=10", "NJ=10")),
        ("software", ("OT=1",)),
    ):
        if topic in dice.hot and dice.chance(60):
            tokens.append(dice.choice(choices))
    if dice.chance(10):
        return dice.choice((None, ""))
    return ",".join(tokens)


def make_chunk(dice: Dice, task: Row, chunk_no: int, merging: bool) -> Row:
    """Return a chunk; its smallest job meets limits of disk and time exactly."""
    pick = dice.pick
    return {
        "jedi_task_id": task["jedi_task_id"],
        "chunk_no": chunk_no,
        "is_merging": merging if merging else pick("merging", False, None),
        "use_scout": pick("scout", False, True, None, None),
        "ram_count": pick("memory", 0, 2000, None, 2500),
        "use_jumbo": pick("jumbo", None, "fake", "only", "other"),
        "atom_size_bytes": pick("scratch", 1024, 512 * 1024**2, None, 0, GIB),
        "atom_effective_mb": pick("walltime", 1.0, 2.5, 0.5, None),
        "atom_n_events": pick("walltime", 1000, 1, None, 0),
        "max_consecutive_events": pick("walltime", 1000, 100, None, 10000),
    }


def make_own_jobs(dice: Dice, task: Row, queues: list[Row]) -> list[Row]:
    """Return the task's own jobs: shares of a type at and around a fifth."""
    return [
        {
            "jedi_task_id": task["jedi_task_id"],
            "queue_name": queue["queue_name"],
            "resource_type": kind,
            "job_status": dice.choice(("running", "activated", "defined")),
            "last_change": ago(hours=1),
            "n_jobs": dice.choice((0, 1, 2, 8, 4, 5)),
        }
        for queue in queues
        for kind in ("SCORE", "MCORE", "MCORE_HIMEM")
        if dice.chance(60)
    ]
