"""Small random worlds of user analysis in which every criterion can fire.

The grid and the load of queues are those of the production worlds; tasks belong to
users, have lists of sites, copies through VP, quotas and evaluations.
"""

from __future__ import annotations

import json
from collections.abc import Iterable

import pyarrow as pa

from tests.property.merged_worlds import COMMON, merged_world
from tests.property.world_parts.dice import Dice, Row, Tables, ago
from tests.property.world_parts.grid import make_endpoint, make_grid, site_names
from tests.property.world_parts.inputs import INPUT_TABLES, add_analysis_input
from tests.property.world_parts.load import RESOURCE_QUEUE, make_load
from tests.property.world_parts.users import (
    GROUP,
    SHARES,
    USERS,
    account,
    make_users,
)
from tests.property.world_parts.work import make_chunk, make_task
from tests.property.worlds import make_snapshot
from tests.typed_rows import typed

OWN_TOPICS = (
    *("data", "files", "load", "caps", "share", "quota", "users", "lists", "site"),
    *("vp", "used", "own_jobs", "cloning", "rounds", "hospital", "gpu", "scope"),
    *("container", "n_jobs", "merging"),
)
#: What only analysis knows is drawn twice as often.
TOPICS = (
    *("frame", "status", "zero_share", "disk_io", "cores", "software", "hardware"),
    *("memory", "remote_input", "scratch", "space", "endpoint", "wan", "walltime"),
    *("io_intensity", "pilots", "slots", "workers", "scout", "config"),
    *OWN_TOPICS,
    *OWN_TOPICS,
)
#: Key, type, and values; topic and place of a key follow from its name.
CONFIG = (
    ("CAP_RUNNING_USER_JOBS", "int", ("20", "40", "60", "0")),
    ("CAP_RUNNING_GROUP_JOBS", "int", ("50", "100")),
    ("CAP_RUNNING_USER_CORES", "int", ("20", "60", "200")),
    ("CAP_RUNNING_GROUP_CORES", "int", ("20", "100")),
    ("USER_USAGE_THRESHOLD_A", "int", ("500", "2000")),
    ("MAX_MISSING_INPUT_FILES", "int", ("0", "11")),
    ("MIN_INPUT_COMPLETENESS", "int", ("50", "95")),
    ("IO_INTENSITY_CUTOFF_USER", "int", ("150", "150", "300")),
    ("DATA_CHECK_TIMEOUT_USER", "int", ("24", "24", "30")),
    ("STORAGE_MIN_FREE_SIZE_OUTPUT", "int", ("900", "901", "250")),
    ("OVERLOAD_MIN_QUEUE", "int", ("10", "5", "1")),
    ("OVERLOAD_RATIO_OFFSET", "float", ("1.0", "0.5", "2")),
    ("TW_DONE_JOB_STAT", "int", ("12", "3")),
    ("MIN_BAD_JOBS_TO_SKIP_PQ", "int", ("1", "10")),
    ("BASE_QUEUE_LENGTH_PER_PQ", "int", ("10", "5", "20")),
    ("BASE_EXPECTED_WAIT_HOUR_ON_PQ", "float", ("1", "2.5")),
    ("BASE_DEFAULT_QUEUE_LENGTH_PER_PQ_USER", "int", ("1", "2", "10")),
    ("BASE_QUEUE_RATIO_ON_PQ", "float", ("0.5", "0.01")),
    ("STATIC_MAX_QUEUE_RUNNING_RATIO", "float", ("0.5", "1")),
    ("MAX_EXPECTED_WAIT_HOUR", "float", ("1", "3")),
    ("MAX_DISKIO_DEFAULT", "int", ("100", "0", "800")),
    ("STORAGE_MIN_FREE_SIZE", "int", ("900", "901", "250")),
    ("MIN_WEIGHT_user", "float", ("0.5", "1")),
    ("MIN_WEIGHT_user_User Analysis", "float", ("0.9", "0")),
)
HEADS = (
    *(("CAP_", "caps"), ("USER_", "share"), ("OVERLOAD", "load"), ("TW_", "own_jobs")),
    *(("BASE_", "users"), ("STATIC_", "users"), ("MAX_EXPECTED", "users")),
    *(("IO_INTENSITY", "rounds"), ("DATA_CHECK", "rounds"), ("MIN_BAD", "own_jobs")),
)
PRODUCTION_KEYS = ("MAX_DISKIO_DEFAULT", "STORAGE_MIN_FREE_SIZE")
ENDPOINT = "ddm_endpoint_name"
HOMES = (
    *("AnalysisTransforms-Athena_24.0.1", "AnalysisTransforms", "Athena-24.0.1"),
    *("AnalysisTransforms-AthAnalysis-Athena_24.0.1", "AnalysisTransforms-Athena_24"),
    *("AnalysisTransforms-Athena_2026-01-01T2101", "AnalysisTransforms-Athena_rel_3"),
    None,
)


def merged_analysis_world(seeds: Iterable[int]) -> dict[str, pa.Table]:
    """Return the worlds of these seeds as one, with the configuration of all."""
    common = [name for name in COMMON if name != "gdp_config"]
    return merged_world(seeds, random_analysis_world, common)


def random_analysis_world(seed: int) -> dict[str, pa.Table]:
    """Return the tables of a small world that the analysis brokerage reads."""
    dice = Dice(seed, TOPICS)
    sites, share = site_names(dice), dice.choice((SHARES[0], *SHARES))
    grid = make_grid(dice, sites)
    add_vp(dice, grid, sites)
    add_scopes(dice, grid)
    names = {str(row["queue_name"]): new_name(dice, row) for row in grid["queue"]}
    for rows in grid.values():
        for row in rows:
            if row.get("queue_name") in names:
                row["queue_name"] = names[str(row["queue_name"])]
    tables: Tables = {"snapshot": [make_snapshot(dice, seed)], **grid}
    tables.update(make_load(dice, grid["queue"], sites))
    shares = {"MC": share, "Express": SHARES[1], "validation": SHARES[2]}
    for name in ("job_stats", "queue_slots"):
        for row in tables[name]:
            row["gshare"] = shares.get(str(row["gshare"]), row["gshare"])
    for row in tables["job_stats"]:
        if row["job_status"] == "running":  # the disk I/O of other vos is a fact apart
            row["vo"] = "atlas"
    tables.update({name: [] for name in (*INPUT_TABLES, "task", "input_chunk")})
    tables["task_job_stats"] = []
    for number in range(1, dice.number(2, 5) + 1):
        add_task(dice, tables, 1000 + number, share)
    tables.update(
        make_users(dice, share, grid["queue"], grid["endpoint"], tables["task"])
    )
    tables["gdp_config"] = make_config(dice)
    return {name: typed(name, rows) for name, rows in tables.items()}


def new_name(dice: Dice, queue: Row) -> str:
    """Return the name of a queue, and set what only analysis reads."""
    queue["type"] = dice.pick("frame", "unified", "analysis", "production", "special")
    queue["status"] = dice.pick("status", queue["status"], "test", queue["status"])
    queue["cloud"] = dice.pick("lists", "DE", "UK")
    words = [
        str(queue["catchall"] or ""),
        dice.pick("gpu", "", "gpu_type=A100", "gpu"),
        dice.pick("files", "", "use_only_local_data", ""),
    ]
    queue["catchall"] = ",".join(word for word in words if word) or None
    return f"{queue['queue_name']}{dice.pick('hospital', '', '', '_HOSPITAL')}"


def add_vp(dice: Dice, grid: Tables, sites: list[str]) -> None:
    """Add endpoints of VP, and queues that read through them."""
    for site in sites:
        if not dice.pick("vp", False, True, False):
            continue
        row = make_endpoint(dice, site, "VP_DISK")
        grid["endpoint"].append(row)
        grid["queue_endpoint"] += [
            {
                "queue_name": queue["queue_name"],
                "ddm_endpoint_name": row["ddm_endpoint_name"],
                "scope": scope,
                "read_lan_role": True,
                "order_read": 50,
            }
            for queue in grid["queue"]
            if queue["site_name"] == site and dice.chance(60)
            for scope in dice.choice((("default",), ("default", "analysis"), ("user",)))
        ]


def add_scopes(dice: Dice, grid: Tables) -> None:
    """Let analysis jobs of some queues read and write at endpoints of their own."""
    known = {(row["queue_name"], row["scope"]) for row in grid["queue_endpoint"]}
    for queue in grid["queue"]:
        name = queue["queue_name"]
        if (name, "analysis") in known or not dice.pick("scope", False, True, False):
            continue
        site = queue["site_name"]
        near = [row for row in grid["endpoint"] if row["site_name"] == site]
        source, target = dice.choice(near), dice.choice(near)
        chosen = {id(row): row for row in (source, target)}.values()
        grid["queue_endpoint"] += [
            {
                "queue_name": name,
                "ddm_endpoint_name": row["ddm_endpoint_name"],
                "scope": "analysis",
                "read_lan_role": row is source or dice.chance(20),
                "write_lan_role": row is target,
                "default_read": row is source,
                "default_write": row is target,
                "order_read": order,
                "order_write": order,
            }
            for order, row in enumerate(chosen)
        ]


def add_task(dice: Dice, tables: Tables, number: int, share: str) -> None:
    """Add a task of a user with its chunk, input and earlier jobs."""
    queues, places = tables["queue"], tables["endpoint"]
    task = {**make_task(dice, number, queues, ["SITE-1", "SITE-2"]), "nucleus": None}
    user, pick = dice.choice(USERS), dice.pick
    names = [str(row["queue_name"]) for row in queues]
    homes = [task["trans_home"], *HOMES]
    several = ",".join((*names[:2], "NOWHERE"))
    sites = (*names[:4], f"{names[0]}/SCORE", several, "NOWHERE")
    task |= {
        "prod_source_label": pick("users", "user", "panda", "user"),
        "gshare": pick("load", share, *SHARES),
        "workqueue_id": pick("load", None, RESOURCE_QUEUE),
        "cloud": pick("lists", None, "", "any", "DE", "UK"),
        "site": pick("site", None, *sites, str(dice.choice(places)[ENDPOINT])),
        "user_name": account(user),
        "orig_user_name": user,
        "working_group": pick("users", None, None, GROUP, ""),
        "task_priority": pick("rounds", 1000, 1999, 2000, None),
        "frozen_time": pick(
            "rounds", None, ago(hours=24), ago(hours=24, seconds=1), ago(hours=31)
        ),
        "io_intensity": pick("rounds", task["io_intensity"], 0, 1, 150, 151, None),
        "trans_home": pick("software", dice.choice(homes), *homes),
        "trans_uses": pick("software", None, "Atlas-24.0.1", "Atlas-21.0", "Atlas"),
        "split_rule": split_rule(dice),
        "task_params": site_lists(dice, names),
    }
    if "UC=1" in (task["split_rule"] or ""):  # job cloning
        task["event_service"] = 2
    tables["task"].append(task)
    merging = pick("merging", False, True)
    chunk = make_chunk(dice, task, 0, merging)
    chunk |= {"is_merging": merging, "n_jobs": pick("n_jobs", 10, None, 1, 30, 250)}
    tables["input_chunk"].append(chunk)
    add_analysis_input(dice, tables, task, chunk, queues, places)
    tables["task_job_stats"] += [
        {
            "jedi_task_id": number,
            "queue_name": name,
            "resource_type": "SCORE",
            "job_status": status,
            "last_change": ago(hours=dice.choice((1, 5, 7))),
            "n_jobs": jobs,
            "n_jobs_all": dice.choice((None, jobs, jobs + 2)),
        }
        for name in names
        for status in ("failed", "closed", "finished")
        for jobs in [dice.choice((1, 2, 3, 5, 6))]
        if dice.pick("own_jobs", False, dice.chance(60))
    ]


def site_lists(dice: Dice, names: list[str]) -> str | None:
    """Return the lists of sites that the user gives."""
    params: dict[str, object] = {}
    for key in ("includedSite", "excludedSite"):
        if not dice.pick("lists", False, True, False):
            continue
        chosen = dice.random.sample(names, min(len(names), dice.number(1, 2)))
        if dice.chance(25):
            chosen.append(dice.choice(("SITE-1*", "*_Q0", "AUTO", "UNKNOWN")))
        if key == "includedSite" and dice.chance(30):
            chosen.append("AUTO")
        params[key] = dice.choice((chosen, ",".join(chosen)))
    return json.dumps(params) if params else dice.choice((None, "{}"))


def split_rule(dice: Dice) -> str | None:
    """Return a split rule with tokens of the hot topics."""
    tokens = dice.choice((["NF=1"], ["NF=3"], []))
    for topic, choices in (
        ("data", ("AI=1", "AI=1")),
        ("lists", ("LS=1", "LS=3", "LS=1")),
        ("cores", ("CC=4", "CC=8", "CC=7")),
        ("remote_input", ("IL=1", "IL=2", "IL=1,LI=1", "LI=1")),
        ("scratch", ("NG=1", "NG=2", "NG=2,IL=1", "NG=1,LI=1")),
        ("vp", ("AV=1", "US=2", "US=1")),
        ("software", ("OT=1",)),
        ("gpu", ("HO=1",)),
        ("cloning", ("UC=1,NS=2", "UC=1,NS=3", "NS=9", "UC=1,NS=5")),
    ):
        if topic in dice.hot and dice.chance(50):
            tokens = [*tokens, dice.choice(choices)]
    return ",".join(tokens) or None


def make_config(dice: Dice) -> list[Row]:
    """Return configuration rows, for the vo or for any."""
    rows: list[Row] = []
    for key, kind, values in CONFIG:
        is_cap = key.startswith("CAP_")
        topic = next((topic for head, topic in HEADS if key.startswith(head)), "config")
        if not dice.pick(topic, False, True, True, False):
            continue
        app, component = "jedi", "anal_jobbroker"
        if is_cap:
            app, component = "pandaserver", "prio_mgr"
        elif key.startswith("USER_USAGE"):
            app, component = "pandaserver", "analy_eval"
        elif key in PRODUCTION_KEYS or key.startswith("MIN_WEIGHT"):
            component = "jobbroker"
        rows.append(
            {
                "app": app,
                "component": component,
                "key": key,
                "vo": None if is_cap else dice.choice(("atlas", None)),
                "type": kind,
                "value": dice.choice(values),
            }
        )
    return rows
