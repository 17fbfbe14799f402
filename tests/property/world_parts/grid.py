"""Queues, endpoints, their relations, software and hardware of a random world."""

from __future__ import annotations

import json

from tests.property.world_parts.dice import Dice, Row, Tables
from tests.typed_rows import cells

LIMITS = "resource_name min_core max_core min_ram_per_core max_ram_per_core"
RESOURCE_TYPES: list[Row] = [
    cells(LIMITS, *values)
    for values in (
        ("SCORE", 1, 1, None, 2000),
        ("SCORE_HIMEM", 1, 1, 2001, None),
        ("MCORE", 2, None, None, 2000),
        ("MCORE_HIMEM", 2, None, 2001, 3000),
    )
]
POLICIES = (
    "type=evgen:100%,type=simul:100%,type=any:0%",
    "type=pile:100%,type=any:0%",
    "priority>500:0",
    "priority>=800:100%,type=simul:0%",
    "gshare=MC*:100%,gshare=any:0%",
    "group=(AP_Higgs|AP_Susy):0%",
    "type=simul:priority<=500:0%,type=any:100%",
    "gshare=Express:0",
    "type=others:0%",
    "100%,type=any:0",
    "type=s(:0%,type=any:0%",
    "group=:0%",
    "priority>many:0%",
    "",
)
WORK_DIRECTORIES = (16000, 1500, 1800, 2000, 2312, None, 14400, 1501)
RELEASES = (["ANY"], [], None, ["ANY", "AUTO"], ["21.0.1"])
CONNECTIVITY = (
    "http",
    "none",
    "",
    None,
    "full#IPv4",
    "http#IPv6",
    "#IPv4",
    "none#IPv6",
)
PLATFORMS = ("x86_64-el9-gcc13-opt", "x86_64-centos7-gcc8-opt", "aarch64-el9-gcc13-opt")


def site_names(dice: Dice) -> list[str]:
    """Return the sites; the first two are nuclei."""
    return [f"SITE-{number}" for number in range(1, dice.number(3, 5) + 1)]


def number_of_queues(dice: Dice) -> int:
    """Return how many queues a world has: rarely more than can be chosen."""
    return dice.number(11, 13) if dice.chance(5) else dice.number(3, 8)


def make_grid(dice: Dice, sites: list[str]) -> Tables:
    """Return the tables of queues and storage."""
    endpoints = [row for site in sites for row in make_endpoints(dice, site)]
    queues = [
        make_queue(dice, sites, number) for number in range(number_of_queues(dice))
    ]
    names = [str(queue["queue_name"]) for queue in queues]
    return {
        "resource_type": RESOURCE_TYPES[: dice.pick("cores", 4, 1, 2)],
        "endpoint": endpoints,
        "queue": queues,
        "queue_endpoint": [
            row for queue in queues for row in make_relations(dice, queue, endpoints)
        ],
        "queue_software": make_software(dice, names),
        "queue_cpu_level": [
            {
                "queue_name": name,
                "cpu_architecture_level": level,
                "total_logical_cpus": 100,
                "pct_within_queue": dice.choice((None, 0.0, 25.0, 100.0)),
            }
            for name in names
            for level in ("x86-64-v2", "x86-64-v3")
            if dice.chance(40)
        ],
        "queue_gpu": [row for name in names for row in make_gpus(dice, name)],
    }


def make_endpoints(dice: Dice, site: str) -> list[Row]:
    """Return one to three endpoints of a site."""
    kinds = ["DATADISK"]
    if dice.chance(40):
        kinds.append("DATATAPE")
    if dice.chance(25):
        kinds.append("SCRATCHDISK")
    return [make_endpoint(dice, site, kind) for kind in kinds]


def make_endpoint(dice: Dice, site: str, kind: str) -> Row:
    """Return an endpoint; space near 200 GB and closed directions where hot."""

    def direction() -> str | None:
        return dice.pick("endpoint", "ON", None, "OFF", "TEST", "ON")

    return {
        "ddm_endpoint_name": f"{site}_{kind}",
        "site_name": site,
        "type": kind,
        "is_tape": kind == "DATATAPE",
        "state": "ACTIVE",
        "space_total": 1000,
        "space_free": dice.pick("space", 900, 200, 199, 201, 250, None, -5),
        "space_expired": dice.pick("space", 0, 50, None, 1),
        "space_min_free": dice.pick("space", 0, 50, None, 1),
        "space_unavailable": dice.pick("space", 0, None, 50),
        "blacklisted_read": dice.pick("endpoint", False, None, True, False),
        "read_lan": direction(),
        "write_lan": direction(),
        "read_wan": dice.pick("wan", direction(), "OFF", "TEST", None),
        "write_wan": dice.pick("wan", direction(), "OFF", "ON", None),
    }


def make_queue(dice: Dice, sites: list[str], number: int) -> Row:
    """Return a queue; most are unified, so that cores and memory fit someone."""
    pick, site = dice.pick, dice.choice(sites)
    mark = pick("frame", "", "_TEST", "_latest")
    head = pick("pilots", "", "ANALY_")
    role = "nucleus" if site in sites[:2] else "satellite"
    return {
        "queue_order": pick("frame", number, 10 - number),
        "queue_name": f"{head}{site}_Q{number}{mark}",
        "site_name": site,
        "role": pick("full_chain", role, role, None),
        "site_state": "ACTIVE",
        "type": pick("frame", "unified", "production", "analysis", "special"),
        "cloud": pick("frame", "DE", "", None, "UK"),
        "status": pick("status", "online", "standby", "offline", "brokeroff", None),
        "core_count": pick("cores", 8, 1, 0, None, 4),
        "pledged_cpu": pick("priority", pick("pledge", 0, 100, -1, 99), -1, None, 1),
        "core_power": pick("walltime", 10.0, 9.0, None, 0.0, 12.5),
        "max_rss": pick("memory", 24000, 1800, 1799, 14400, 16000, 0, None, 16001),
        "min_rss": pick("memory", 0, 1800, 1801, 14400, 8000, None),
        "max_time": pick("walltime", 864000, 86400, 86399, 0, None, 86401, 43200),
        "min_time": pick("walltime", 0, 86400, None, 60, 1),
        "max_wdir": pick("scratch", 0, *WORK_DIRECTORIES),
        "max_input_size": pick("remote_input", 0, -1, None, 14336),
        "transferring_limit": pick("transferring", 0, 5, None, 6, 2000),
        "fairshare_policy": pick("zero_share", None, *POLICIES),
        "releases": pick("software", ["AUTO"], *RELEASES),
        "capability": "ucore" if dice.chance(65) else pick("cores", None, "ucore"),
        "workflow": pick("workers", "pull", "pull_ups", "push", None),
        "job_seed": pick("event_service", "all", "std", "es", "eshigh", None),
        "max_disk_io": pick("disk_io", None, 100, 0, 101, 800),
        "wn_connectivity": pick("connectivity", "full", *CONNECTIVITY),
        "direct_access_lan": pick("remote_input", False, True, None),
        "direct_access_wan": pick("remote_input", False, True, None),
        "is_cvmfs": pick("data", True, False, None),
        **special_attributes(dice),
    }


def special_attributes(dice: Dice) -> Row:
    """Return catchall and params with keys that rules read, in either place."""
    given: dict[str, object] = {}
    for topic, key, values in (
        ("jumbo", "useJumboJobs", ("", "True")),
        ("jumbo", "minEventsForJumbo", ("100", "101", "some")),
        ("full_chain", "bareNucleus", ("only", "allow")),
        ("data", "use_only_local_data", ("",)),
        ("memory", "per_core_attr", ("",)),
        ("frame", "grandly_unified", ("",)),
    ):
        if topic in dice.hot and dice.chance(40):
            given[key] = dice.choice(values)
    params = {key: given.pop(key) for key in list(given) if dice.chance(30)}
    if "io_intensity" in dice.hot and dice.chance(50):
        params["max_io_intensity"] = dice.choice((500, 501, 200, "300", 100.5))
    words = [f"{key}={value}" if value else key for key, value in given.items()]
    empty = dice.choice((None, ""))
    return {
        "catchall": ",".join(words) or empty,
        "params": json.dumps(params) if params else dice.choice(("{}", None)),
    }


def make_relations(dice: Dice, queue: Row, endpoints: list[Row]) -> list[Row]:
    """Return the endpoints of a queue: those of its site, at times foreign ones."""
    site = queue["site_name"]
    near = [row for row in endpoints if row["site_name"] == site]
    far = [row for row in endpoints if row["site_name"] != site]
    if dice.chance(25):
        near = [*near, dice.choice(far)]
    if dice.chance(10):
        near = [dice.choice(far)]
    near = near[: dice.pick("endpoint", len(near), 0, 1)]
    default = next((row for row in near if not row["is_tape"]), None)
    if default is not None and dice.chance(10):
        default = None
    return [
        {
            "queue_name": queue["queue_name"],
            "ddm_endpoint_name": endpoint["ddm_endpoint_name"],
            "scope": scope,
            "is_local": endpoint["site_name"] == site,
            "read_lan_role": dice.pick("endpoint", True, False, True, None),
            "write_lan_role": endpoint is default
            or dice.pick("endpoint", not endpoint["is_tape"], False, True),
            "default_read": order == 1,
            "default_write": endpoint is default,
            "order_read": order,
            "order_write": order,
        }
        for order, endpoint in enumerate(near, 1)
        for scope in (["default", "analysis"] if dice.chance(20) else ["default"])
    ]


def make_software(dice: Dice, names: list[str]) -> list[Row]:
    """Return what queues publish, and at times the pseudo queue of all sources."""
    rows: list[Row] = [
        {"queue_name": name, "data": json.dumps(published(dice))}
        for name in names
        if dice.pick("software", True, False, True, True)
    ]
    if dice.chance(40):
        tags = [{"container_name": "AthAnalysis:1", "sources": ["docker://atlas/a"]}]
        rows.append({"queue_name": "ALL", "data": json.dumps({"tags": tags})})
    return rows


def published(dice: Dice) -> dict[str, object]:
    """Return the software object of a queue; any task fits it where all is quiet."""
    pick = dice.pick
    data: dict[str, object] = {
        "cmtconfigs": pick("software", [*PLATFORMS], [PLATFORMS[0]], [], PLATFORMS[1]),
        "containers": pick(
            *("software", ["any", "/cvmfs"], []),
            *(["/cvmfs"], ["docker://"], ["reg/"], "any"),
        ),
        "cvmfs": pick("software", ["any"], ["atlas"], ["nightlies"], [], "any"),
        "tags": [
            {
                "cmtconfig": PLATFORMS[0],
                "container_name": dice.choice(("", "AthAnalysis:1")),
                "project": "Athena",
                "release": "24.0.1",
                "sources": dice.choice(([], ["reg/image:1"])),
            }
        ][: dice.number(0, 1)],
    }
    cpu: dict[str, object] = {
        "type": "cpu",
        "arch": pick("hardware", ["x86_64"], ["any"], ["aarch64"], [""], "x86_64"),
        **pick("hardware", {}, {"vendor": ["intel"]}, {"vendor": ["amd", "excl"]}),
        **pick("hardware", {}, {"instr": ["avx2"]}, {"instr": ["any"]}),
    }
    gpu = {"type": "gpu", "vendor": pick("hardware", ["nvidia"], ["nvidia", "excl"])}
    entries = pick("hardware", [cpu], [cpu, gpu], [cpu, gpu], [gpu], [])
    return {**data, "architectures": entries}


def make_gpus(dice: Dice, name: str) -> list[Row]:
    """Return up to two GPU rows of a queue where hardware is hot."""
    if "hardware" not in dice.hot:
        return []
    return [
        {
            "queue_name": name,
            "vendor": dice.choice(("NVIDIA", "nvidia", "AMD", None)),
            "model": dice.choice(("NVIDIA A100-SXM4-40GB", "Tesla P100", None)),
            "vram": dice.choice((40960, 40959, 16384, None, 0)),
            "architecture": dice.choice(("Ampere", "Pascal", None)),
            "framework_version": dice.choice(("12.4", "12.0", "11.4", None, "12.x")),
            "driver_version": dice.choice(("575.57.08", "550.54", None)),
            "gpus_per_host": 1,
        }
        for _ in range(dice.number(0, 2))
    ]
