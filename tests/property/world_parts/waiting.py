"""What task brokerage reads besides: tasks that wait, their output, work at nuclei."""

from __future__ import annotations

from tests.property.world_parts.dice import Dice, Row, Tables, ago
from tests.property.world_parts.load import OTHER_QUEUE, RESOURCE_QUEUE, SHARES

GB = 1024**3
PARENT = 1900
#: 100 TB in GB, which output has to leave free.
THRESHOLD = 102_400
#: Files of 2 % of a GB meet a tenth of it exactly with 5 of 50.
FILE_SIZES = (GB // 50, GB // 50, GB, 10_000 * GB, None)
TOKENS = ("ATLASDATADISK", "dst:DATADISK", "a/dst:DATADISK")
ODD_TOKENS = (None, "ddd:DATADISK", "DATATAPE", "SITE-1_DATADISK", "NOWHERE", "SITE-2")
BARE_MODES = ("bareNucleus=only", "bareNucleus=allow", "bareNucleus=allow")
CONFIG = (
    ("NQUEUED_NUC_CAP", "int", ("29", "30", "40", "50", "10000")),
    ("DISK_THRESHOLD", "int", ("50", "292")),
    ("DISK_THRESHOLD_MC", "int", ("0", "292", "293")),
    ("DISK_THRESHOLD_hpc", "int", ("1", "300")),
    ("FREE_DISK_CUTOFF", "int", ("100", "200")),
    ("INPUT_SIZE_THRESHOLD", "float", ("0.5", "20")),
    ("INPUT_NUM_THRESHOLD", "int", ("49", "50")),
    ("INPUT_SIZE_FRACTION", "float", ("20", "99.5")),
    ("INPUT_NUM_FRACTION", "float", ("20", "50")),
    ("MIN_IO_INTENSITY_WITH_LOCAL_DATA", "int", ("99", "100", "300")),
    ("MIN_INPUT_SIZE_WITH_LOCAL_DATA", "float", ("0.5", "5")),
    ("MAX_TASK_PRIO_WITH_LOCAL_DATA", "int", ("500", "501", "900")),
    ("DATA_LOCATION_CHECK_PERIOD", "int", ("0", "6", "8")),
)


OFTEN = ("DISK_THRESHOLD_MC", "DISK_THRESHOLD_hpc")
#: Topics that are hot in many worlds, for they decide about nuclei.
OWN_TOPICS = (
    *("data", "files", "space", "priority", "full_chain", "io_intensity"),
    *("work_queue", "config"),
)


def add_waiting(dice: Dice, tables: Tables) -> None:
    """Make the tasks of a world wait for a nucleus."""
    dice.hot |= {topic for topic in OWN_TOPICS if dice.chance(40)}
    tables["nucleus_rw"], tables["recorded_draw"] = [], []
    sites = sorted({str(row["site_name"]) for row in tables["endpoint"]})
    for endpoint in tables["endpoint"]:
        set_space(dice, endpoint)
    for queue in tables["queue"]:
        queue["site_state"] = dice.pick("status", "ACTIVE", "DISABLED", None, "active")
        queue["capability"] = dice.pick("cores", "ucore", queue["capability"])
        if "full_chain" in dice.hot and dice.chance(60):
            given = dice.choice(
                (f"secondaryNucleus={dice.choice(sites)}", *BARE_MODES, *BARE_MODES)
            )
            words = (given, queue["catchall"])
            queue["catchall"] = ",".join(str(word) for word in words if word)
    n_tasks = len(tables["task"])
    names = sorted({str(row["dataset_name"]) for row in tables["dataset_replica"]})
    for name in names:
        set_data(dice, tables, split(dice, tables, name))
    if "full_chain" in dice.hot:
        tables["task"].append(make_parent(dice, sites))
    for task in tables["task"][:n_tasks]:
        set_waiting(dice, task, sites)
        add_output(dice, tables, task)
        draw = {"jedi_task_id": task["jedi_task_id"], "u": dice.random.random()}
        tables["recorded_draw"].append(draw)
    if "frame" in dice.hot:
        tables["input_chunk"] = tables["input_chunk"][1:]
    for site in sites:
        tables["nucleus_rw"] += make_work(dice, site)
    tables["gdp_config"] += make_config(dice)


def set_space(dice: Dice, endpoint: Row) -> None:
    """Give an endpoint much space, or just the threshold."""
    endpoint["space_total"] = dice.pick("space", 1_000_000, None, 0, 400_000)
    endpoint["space_free"] = dice.pick(
        "space",
        dice.choice((300_000, 500_000)),
        *(THRESHOLD, THRESHOLD + 1, THRESHOLD - 1, THRESHOLD + 50),
        *(2_000_000, -250, None),
    )


def split(dice: Dice, tables: Tables, name: str) -> str:
    """Return a dataset, or in its place the first part of a container of two."""
    if name.endswith(".part") or not dice.pick("data", False, True, False):
        return name
    part: Row = {"dataset_name": f"{name}.part", "did_type": "DATASET"}
    more: Row = {"dataset_name": f"{name}.more", "n_files": 40, "n_bytes": 40 * GB}
    for row in tables["dataset"]:
        if row["dataset_name"] == name:  # distributed: JB-05 leaves it out
            row |= {"did_type": "CONTAINER", "is_distributed": True}
    for row in tables["dataset_replica"]:
        if row["dataset_name"] == name:
            row["dataset_name"] = part["dataset_name"]
    box = name + "/" * (len(tables["dataset"]) % 2)
    for each in (part, more):
        tables["dataset"].append(each)
        content: Row = {"container_name": box, "dataset_name": each["dataset_name"]}
        tables["dataset_content"].append(content)
    return f"{name}.part"


def set_data(dice: Dice, tables: Tables, name: str) -> None:
    """Give a dataset bytes, and each copy all or a part of it."""
    size = dice.pick("files", GB, *FILE_SIZES)
    total = dice.pick("data", 50, 100, 101, 50)
    for row in tables["dataset"]:
        if row["dataset_name"] == name:
            row["n_files"] = total
            row["n_bytes"] = None if size is None else total * size
    for row in tables["dataset_replica"]:
        if row["dataset_name"] == name:
            tenth = total // 10
            found = dice.pick("data", total, tenth, tenth + 1, tenth - 1, 0, total)
            row["n_files_total"], row["n_files_found"] = total, found
            row["bytes_found"] = found * (size or 0)
            row["bytes_total"] = total * (size or 0)


def make_parent(dice: Dice, sites: list[str]) -> Row:
    """Return a task that others follow, at a site."""
    return {
        "jedi_task_id": PARENT,
        "prod_source_label": "managed",
        "vo": "atlas",
        "status": "running",
        "nucleus": dice.choice(sites),
        "split_rule": dice.choice((None, "FU=3", "FU=2")),
    }


def set_waiting(dice: Dice, task: Row, sites: list[str]) -> None:
    """Make a task wait, unless the frame is hot."""
    pick = dice.pick
    chain = pick("full_chain", "", ",FU=1", ",FU=2", ",FU=3", ",FU=3")
    task |= {
        "status": pick("frame", "assigning", "running", None),
        "cloud": pick("frame", "WORLD", None, "DE"),
        "nucleus": pick("nucleus", None, sites[0], "SITE-9", sites[-1]),
        "modification_time": pick(
            "frame", None, ago(minutes=30), ago(minutes=31), ago(minutes=1)
        ),
        "task_priority": pick("priority", 500, 799, 800, 801, None),
        "current_priority": pick("priority", 500, 799, 800, 801, None, 149),
        "gshare": pick("work_queue", "MC", *SHARES, None),
        "workqueue_id": pick("work_queue", None, RESOURCE_QUEUE, OTHER_QUEUE),
        "io_intensity": pick("io_intensity", 100, 200, 201, 300, None),
        "split_rule": f"{task['split_rule'] or 'NF=1'}{chain}",
        "frozen_time": pick("data", None, ago(days=7), ago(days=7, seconds=1)),
        "task_params": pick("data", None, '{"taskBrokerOnMaster": true}', "{}"),
        "parent_tid": pick("full_chain", None, PARENT, PARENT, task["jedi_task_id"]),
    }


def add_output(dice: Dice, tables: Tables, task: Row) -> None:
    """Add events to the input of a task, and the datasets that it writes."""
    own = [
        row
        for row in tables["task_dataset"]
        if row["jedi_task_id"] == task["jedi_task_id"]
    ]
    for row in own:
        row["n_events"] = dice.choice((1000, 100_000, None))
        row["n_events_used"] = dice.choice((0, 0, 500, None))
    for number in range(dice.number(1, 2)):
        token = dice.choice(TOKENS)
        tables["task_dataset"].append(
            {
                "jedi_task_id": task["jedi_task_id"],
                "dataset_id": 100 + number,
                "dataset_name": f"out.{task['jedi_task_id']}.{number}",
                "type": "log" if number else "output",
                "storage_token": dice.pick("endpoint", token, *ODD_TOKENS, token),
                "destination": dice.pick("frame", None, "nucleus:SITE-1"),
            }
        )


def make_work(dice: Dice, site: str) -> list[Row]:
    """Return work at a site: below, at and above the offset, and much of it."""
    return [
        {
            "nucleus": site,
            "prod_source_label": dice.choice(("managed", "managed", "user")),
            "gshare": dice.choice((*SHARES, None)),
            "workqueue_id": dice.choice((None, None, RESOURCE_QUEUE, OTHER_QUEUE)),
            "current_priority": dice.choice((None, 149, 499, 500, 501, 900, 1000)),
            "rw": dice.choice((None, 0.0, 49.9, 50.0, 51.0, 1e6, 2e9, 1e11)),
        }
        for _ in range(dice.number(0, 4))
    ]


def make_config(dice: Dice) -> list[Row]:
    """Return keys of the task brokerage, at times."""
    return [
        {
            "app": "jedi",
            "component": "taskbrokerage",
            "key": key,
            "vo": dice.choice(("atlas", "atlas", "other")),
            "type": kind,
            "value": dice.choice(values),
        }
        for key, kind, values in CONFIG
        if dice.pick("config", dice.chance(50 if key in OFTEN else 10), True, False)
    ]
