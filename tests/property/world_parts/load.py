"""Jobs, pilots, workers, slots, locks and links of a random world."""

from __future__ import annotations

from datetime import timedelta

from tests.property.world_parts.dice import NOW, Dice, Row, Tables, ago
from tests.typed_rows import cells

STATUSES = (
    *("running", "activated", "assigned", "starting", "defined", "transferring"),
    "holding",
)
SHARES = ("MC", "Express", "validation")
RESOURCE_QUEUE, OTHER_QUEUE, TEST_QUEUE = 51, 53, 52


def make_load(dice: Dice, queues: list[Row], sites: list[str]) -> Tables:
    """Return the tables of counters and links."""
    makers = {
        "job_stats": make_jobs,
        "worker_stats": make_workers,
        "pilot_activity": make_pilots,
        "queue_slots": make_slots,
        "queue_lock": make_locks,
    }
    tables: Tables = {"network_metric": make_links(dice, sites)}
    tables |= {table: [] for table in makers}
    for queue in queues:
        for table, make in makers.items():
            tables[table] += make(dice, str(queue["queue_name"]), sites)
    return {"work_queue": make_work_queues(), **tables}


def make_work_queues() -> list[Row]:
    """Return the shares and work queues, two of them for resources, one twice."""
    shares: list[Row] = [
        {"queue_name": name, "is_global_share": True, "vo": "atlas"} for name in SHARES
    ]
    own: Row = {"is_global_share": False, "vo": "atlas", "prod_source_label": "managed"}
    return shares + [
        own | cells("queue_id queue_name queue_function", *values)
        for values in (
            (RESOURCE_QUEUE, "hpc", "Resource"),
            (RESOURCE_QUEUE, "hpc", "Resource"),
            (TEST_QUEUE, "test", "Resource"),
            (OTHER_QUEUE, "old", None),
        )
    ]


def make_jobs(dice: Dice, name: str, sites: list[str]) -> list[Row]:
    """Return counters of a queue: small numbers, so that caps are met exactly."""
    if dice.pick("load", False, True, False) or dice.chance(10):
        return []
    return [
        make_counter(dice, name, sites, status)
        for status in STATUSES
        for _ in range(dice.number(0, 2))
    ]


def make_counter(dice: Dice, name: str, sites: list[str], status: str) -> Row:
    """Return the jobs of a status; how many there are is a number near a limit."""
    pick, number = dice.pick, dice.choice((0, 1, 2, 5, 9, 10, 11))
    if status == "running":
        number = pick("load", dice.choice((10, 50, 99)), 0, 2, 3, 9, 19, 20)
    if status == "transferring":
        number = pick("transferring", number, 5, 6, 2000, 2001, 4)
    work_queues = (RESOURCE_QUEUE, TEST_QUEUE, OTHER_QUEUE)
    row: Row = {
        "nucleus": dice.choice((sites[0], sites[1], None, "SITE-9")),
        "vo": pick("load", "atlas", "atlas", "other"),
        "prod_source_label": pick("load", "managed", "user", "managed"),
        "gshare": pick("load", "MC", "Express", "MC", None),
        "workqueue_id": pick("work_queue", None, *work_queues),
        "resource_type": dice.choice(("SCORE", "MCORE", "MCORE_HIMEM")),
        "n_cores": pick("pledge", number * 8, 99, 100, 101, 50, 1),
    }
    if status == "running":
        row["disk_io_avg"] = pick("disk_io", 10.0, 100.0, 101.0, None, 1000.0)
    return row | {"queue_name": name, "job_status": status, "n_jobs": number}


def make_workers(dice: Dice, name: str, _: list[str]) -> list[Row]:
    """Return workers of a queue, some too old to count."""
    if "workers" not in dice.hot:
        return []
    return [
        {
            "queue_name": name,
            "harvester_id": f"harvester-{number}",
            "resource_type": "SCORE",
            "status": dice.choice(("running", "submitted", "ready")),
            "n_workers": dice.choice((1, 9, 10, 11, 20, 21, None)),
            "last_update": dice.choice([ago(minutes=it) for it in (10, 59, 120)]),
        }
        for number in range(dice.number(0, 3))
    ]


def make_pilots(dice: Dice, name: str, _: list[str]) -> list[Row]:
    """Return pilot activity of a queue; a start two hours ago is still recent."""
    late = (ago(hours=2), ago(hours=2, seconds=1), ago(hours=3), None)
    return [
        {
            "queue_name": name,
            "flag": flag,
            "n_get_job": dice.pick("pilots", 10, 0, None, 1),
            "n_update_job": dice.pick("pilots", 5, 0, None, 0),
            "last_start": dice.pick("inactive", ago(minutes=5), *late),
        }
        for flag in ("production", "analysis")
        if dice.pick("pilots", True, False, True)
    ]


def make_slots(dice: Dice, name: str, _: list[str]) -> list[Row]:
    """Return slots of a queue, each share and type at most once."""
    if "slots" not in dice.hot:
        return []
    ends = (None, NOW + timedelta(hours=1), ago(hours=1))
    return [
        {
            "queue_name": name,
            "gshare": share,
            "resource_type": kind,
            "num_slots": dice.choice((0, 0, 7, 8, 80, 800, -1, None)),
            "expiration_time": dice.choice(ends),
        }
        for share in ("MC", None, str(RESOURCE_QUEUE))
        for kind in ("SCORE", "MCORE", None)
        if dice.chance(25)
    ]


def make_locks(dice: Dice, name: str, _: list[str]) -> list[Row]:
    """Return locks on pseudo queues, own, foreign and old ones."""
    if "lock" not in dice.hot:
        return []
    return [
        {
            "vo": "atlas",
            "prod_source_label": "managed",
            "queue_name": name + tail,
            "workqueue_id": dice.choice((0, 0, 0, RESOURCE_QUEUE)),
            "resource_type": dice.choice(("SCORE", "MCORE")),
            "component": dice.choice(("default", "default", "other")),
            "locked_by": dice.choice(("other-host-1", "own-host-2", None)),
            "locked_time": dice.choice((ago(minutes=1), ago(minutes=6), None)),
        }
        for tail in ("", "/SCORE", "/MCORE")
        if dice.chance(60)
    ]


def make_links(dice: Dice, sites: list[str]) -> list[Row]:
    """Return metrics of the links to the nuclei; totals meet the cap of a nucleus."""
    rows: list[Row] = []

    def add(source: str, target: str, key: str, value: float | None) -> None:
        usual, *others = (ago(minutes=it) for it in (5, 60, 61))
        time = dice.pick("network", usual, *others, None)
        names = "src_site dst_site key value ts"
        rows.append(cells(names, source, target, key, value, time))

    for target in sites[:2]:
        for source in sites:
            closeness = dice.pick("links", 2.0, -1.0, 0.0, 11.0, None)
            add(source, target, "AGIS_closeness", closeness)
            for activity in ("Production Output", "Express"):
                queued = dice.pick("links", 10.0, 149.0, 150.0, 151.0, 0.0, None)
                add(source, target, f"{activity}_queued", queued)
            for span in ("1h", "1d", "1w"):
                if dice.pick("network", False, True, True):
                    mean = dice.choice((0.5, 1.0, 2.0, 10.0, 50.0, 75.0, 200.0, 201.0))
                    add(source, target, f"dashb_mbps_{span}", mean)
        if "links" in dice.hot and dice.chance(40):
            near = sum(
                row["value"]
                for row in rows
                if row["dst_site"] == target
                and row["key"] == "Production Output_queued"
                and isinstance(row["value"], float)
            )
            over = dice.choice((-1.0, 0.0, 1.0))
            add("SITE-9", target, "Production Output_queued", 10000.0 - near + over)
    return [row for row in rows if dice.pick("network", True, True, True, False)]
