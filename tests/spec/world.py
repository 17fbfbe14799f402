"""The world of a spec test: what it draws, completed by values nobody objects to.

It is 12:00 on 1 January 2026. Task 1 has one chunk, number 0, and the nucleus N. Queue
Q takes it; it stands at the site Q and writes to the endpoint Q_DATADISK there. The
nucleus is the site N with the queue N and the endpoint N_DATADISK, which holds the one
file of the task's one dataset.

Where nuclei are chosen, task 1 waits for one. There Q is a nucleus, and N a site that
is none.

In the world of DIRAC user ann of group user waits with job 1, which needs 400 s and
asks for nothing else; resource 1 has 500 s.

A drawn table holds the drawn rows and no others, except that N stays where it is not
drawn. A column that is not drawn has the value below. What is not drawn follows: each
queue has an endpoint and young pilots, each task a chunk and a dataset of one file.
The row of a queue, a task or the endpoint of a queue may have columns of what follows
from it. Numbers of jobs may stand in columns named as their statuses, metrics of links
in such named as their keys.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from datetime import datetime, timedelta
from itertools import product

from tests.spec import inputs
from tests.spec.drawing import Cells, read_drawing

DAY = "2026-01-01"
#: What follows from a row with a key, and may have columns there.
FOLLOWERS = {
    "queue": ("queue_name", "endpoint", "queue_endpoint", "pilot_activity"),
    "queue_endpoint": ("ddm_endpoint_name", "endpoint"),
    "task": ("jedi_task_id", "input_chunk", "task_dataset", "task_file"),
}
JOB_STATUSES = (
    *("waiting", "defined", "assigned", "activated", "sent", "starting", "running"),
    *("holding", "transferring", "merging", "finished", "failed", "throttled"),
)
LINK_KEYS = (
    *("Production Output_queued", "Express_queued", "AGIS_closeness"),
    *("dashb_mbps_1h", "dashb_mbps_1d", "dashb_mbps_1w"),
)
#: Tables of which columns may be named as what one column says; they hold another.
NAMED = {
    "job_stats": ("job_status", "n_jobs", JOB_STATUSES),
    "user_job_stats": ("job_status", "n_jobs", JOB_STATUSES),
    "task_job_stats": ("job_status", "n_jobs", JOB_STATUSES),
    "network_metric": ("key", "value", LINK_KEYS),
}
AGE = re.compile(r"((\d+) (d|h|min|s) )+ago")
SECONDS = {"d": 86400, "h": 3600, "min": 60, "s": 1}
CLOCK = re.compile(r"\d\d:\d\d(:\d\d(\.\d+)?)?")
NUCLEUS = "N"


def _read_all(drawn: Mapping[str, str]) -> dict[str, Cells]:
    """Return the one row of each drawn table."""
    return {table: read_drawing(text)[0] for table, text in drawn.items()}


#: What a row has in columns that are not drawn; NULL where it is not said here.
USUAL: Mapping[str, Cells] = _read_all(
    {
        f"queue of {NUCLEUS}": "role: nucleus",
        "snapshot": "snapshot_id: spec, snapshot_time: 12:00, vo: atlas",
        "gdp_config": "app: jedi, component: jobbroker, type: str",
        "queue": "queue_name: Q, role: satellite, type: production, cloud: WORLD, "
        "status: online, core_count: 1, pledged_cpu: 0, core_power: 10, "
        "releases: [ANY], job_seed: std, wn_connectivity: full, "
        "direct_access_lan: false, direct_access_wan: false, is_cvmfs: false",
        "endpoint": "type: DATADISK, is_tape: false, space_total: 2000, "
        "space_free: 1000, space_expired: 0, space_min_free: 0, space_unavailable: 0, "
        "blacklisted_read: false, read_lan: ON, write_lan: ON, read_wan: ON, "
        "write_wan: ON",
        "queue_endpoint": "queue_name: Q, scope: default, is_local: true, "
        "read_lan_role: true, write_lan_role: true, default_read: true, "
        "default_write: true, order_read: 1, order_write: 1",
        "dirac_job": "job_id: 1, owner: ann, owner_group: user, setup: Prod, "
        "cpu_time: 400, user_priority: 1",
        "dirac_pilot": "seq: 1, setup: Prod, cpu_time: 500",
        "dirac_site_mask": "status: Active",
        "dirac_running_job": "site: S, status: Running",
        "dirac_running_limit": "site: S, max_jobs: 1",
        "queue_software": "queue_name: Q",
        "queue_cpu_level": "queue_name: Q",
        "queue_gpu": "queue_name: Q",
        "queue_slots": "queue_name: Q",
        "work_queue": "is_global_share: false, queue_function: Resource",
        "job_stats": "vo: atlas, prod_source_label: managed, queue_name: Q, "
        "gshare: MC, resource_type: SCORE, job_status: running",
        "worker_stats": "queue_name: Q, harvester_id: H, resource_type: SCORE, "
        "status: running, last_update: 11:59",
        "pilot_activity": "queue_name: Q, flag: production, n_get_job: 1, "
        "n_update_job: 1, last_start: 11:59",
        "network_metric": f"src_site: Q, dst_site: {NUCLEUS}, ts: 11:59",
        "queue_lock": "vo: atlas, prod_source_label: managed, queue_name: Q, "
        "workqueue_id: 0, resource_type: SCORE, component: default, "
        "locked_by: another-broker, locked_time: 11:59",
        "task": "jedi_task_id: 1, prod_source_label: managed, vo: atlas, "
        f"cloud: WORLD, nucleus: {NUCLEUS}, gshare: MC, resource_type: SCORE, "
        "processing_type: simul, task_priority: 500, current_priority: 500, "
        "status: ready, core_count: 1, ram_count: 1000, ram_unit: MB, "
        "base_ram_count: 0, cpu_time: 10, cpu_time_unit: HS06sPerEvent, "
        "cpu_efficiency: 100, base_walltime: 0, out_disk_count: 0, out_disk_unit: kB, "
        "work_disk_count: 0, work_disk_unit: MB, io_intensity: 100",
        "input_chunk": "jedi_task_id: 1, chunk_no: 0, is_merging: false, "
        "use_scout: false, atom_size_bytes: 1073741824, atom_effective_mb: 1024, "
        "atom_n_events: 100, n_jobs: 1",
        "task_dataset": "jedi_task_id: 1, dataset_id: 1, dataset_name: data, "
        "type: input, n_files: 1, n_files_to_be_used: 1, creation_time: 11:00, "
        "modification_time: 11:00",
        "task_file": "jedi_task_id: 1, dataset_id: 1, file_id: 1, chunk_no: 0, "
        "lfn: file1, scope: mc, fsize: 1073741824",
        "dataset": "dataset_name: data, n_files: 1, is_distributed: false",
        "dataset_replica": f"ddm_endpoint_name: {NUCLEUS}_DATADISK, "
        "dataset_name: data, is_vp: false, n_files_total: 1, n_files_found: 1",
        "file_replica": "scope: mc, lfn: file1",
        "job": "table_name: active4, prod_source_label: managed, "
        "processing_type: simul, current_priority: 500, queue_name: Q, gshare: MC, "
        "locked_by: jedi, relocation_flag: 0, jedi_task_id: 1, resource_type: SCORE",
        "user_job_stats": "queue_name: Q, gshare: User Analysis, "
        "prod_user_name: Jane, prod_source_label: user, is_pmerge: false, "
        "job_status: running",
        "queue_start_rate": "queue_name: Q, window_start: 06:00, window_end: 11:55",
        "evaluation": "ts: 11:59",
        "account_usage": "account: /CN=Jane, quota_kind: global, rse: type=SCRATCHDISK",
        "asked_pair": "jedi_task_id: 1, chunk_no: 0",
        "nucleus_rw": "prod_source_label: managed, gshare: MC, current_priority: 500",
        "recorded_draw": "jedi_task_id: 1",
        "task_job_stats": "jedi_task_id: 1, queue_name: Q, resource_type: SCORE, "
        "job_status: running",
    }
)

#: What is usual where tasks wait for a nucleus, and where users analyse.
WAITING = "status: assigning, nucleus:"
USUAL_OF: Mapping[str, Mapping[str, Cells]] = {
    "panda_analysis": _read_all(
        {
            "queue": "type: analysis",
            "task": "prod_source_label: user, nucleus:, cloud:, gshare: User Analysis, "
            "processing_type: panda-client, user_name: /CN=Jane, orig_user_name: Jane",
            "job_stats": "prod_source_label: user, gshare: User Analysis",
            "dataset_replica": "ddm_endpoint_name: Q_DATADISK",
        }
    ),
    "panda_job_hint": _read_all({"task": WAITING}),
    "panda_timeout": _read_all({"gdp_config": "app: pandaserver"}),
    "panda_task": _read_all(
        {
            f"queue of {NUCLEUS}": "role: satellite",
            "queue": "role: nucleus",
            "endpoint": "space_total: 400000, space_free: 200000",
            "gdp_config": "component: taskbrokerage, type: int",
            "task": WAITING,
        }
    ),
}

#: The resource types of production: a queue of capability ucore has a child of each.
RESOURCE_TYPES = """
    resource_name | min_core | max_core | min_ram_per_core | max_ram_per_core
    SCORE_LOMEM   | 1        | 1        |                  | 1000
    SCORE         | 1        | 1        | 1001             | 2000
    SCORE_HIMEM   | 1        | 1        | 2001             | 3000
    SCORE_VHIMEM  | 1        | 1        | 3001             |
    MCORE_LOMEM   | 2        |          |                  | 1000
    MCORE         | 2        |          | 1001             | 2000
    MCORE_HIMEM   | 2        |          | 2001             | 3000
    MCORE_VHIMEM  | 2        |          | 3001             |
"""

CHUNK = ("jedi_task_id", "chunk_no")

Some = Mapping[str, str | None]
Rows = list[Cells]
Usual = Mapping[str, Some]


def complete_world(drawn: Mapping[str, str], policy: str) -> dict[str, Rows]:
    """Return the rows of every table that has some, each with all its columns."""
    own = USUAL_OF.get(policy, {})
    usual = {name: {**USUAL.get(name, {}), **own.get(name, {})} for name in USUAL}
    drawings = {table: read_drawing(text) for table, text in drawn.items()}
    for table, rows in drawings.items():
        usual |= _followers(table, rows, drawn)
    world = {table: _read(table, rows, usual) for table, rows in drawings.items()}
    _add_nucleus(world, usual)
    for table in ("snapshot", "dirac_job", "dirac_pilot", "task"):
        _default(world, table, [{}], usual)
    tasks = [{"jedi_task_id": task} for task in _values(world["task"], "jedi_task_id")]
    _default(world, "input_chunk", tasks, usual)
    _default(world, "task_dataset", tasks, usual)
    chunks = [{key: row[key] for key in CHUNK} for row in world["input_chunk"]]
    _default(world, "task_file", chunks, usual)
    for table in ("dataset", "dataset_replica"):
        _default(world, table, [{}], usual)
    _default(world, "resource_type", read_drawing(RESOURCE_TYPES), usual)
    return world


def drawn_queues(drawn: Mapping[str, str]) -> list[str]:
    """Return the queues that a test is about: those it draws, else Q."""
    rows = read_drawing(drawn.get("queue", "queue_name\nQ"))
    return [row.get("queue_name") or "Q" for row in rows]


def _add_nucleus(world: dict[str, Rows], usual: Usual) -> None:
    """Add queues, endpoints and pilots that are not drawn, those of N among them."""
    queues = world.setdefault("queue", [_completed("queue", {}, usual)])
    _add_missing(queues, "queue_name", {"queue_name": NUCLEUS}, "queue", usual)
    for number, row in enumerate(queues, start=1):
        row["queue_order"] = row["queue_order"] or str(number)
    names = _values(queues, "queue_name")
    sites = dict(zip(names, _values(queues, "site_name"), strict=True))

    own = [{"queue_name": name, "ddm_endpoint_name": _disk(name)} for name in names]
    _default(world, "queue_endpoint", own, usual)
    roles = world["queue_endpoint"]
    _add_missing(roles, "queue_name", own[-1], "queue_endpoint", usual)
    disks = {_disk(name): {"site_name": sites[name]} for name in names}
    for name in _values(roles, "ddm_endpoint_name"):
        if f"endpoint of {_owner(name)}" in usual:
            disks.setdefault(name, {})
    rows = [{"ddm_endpoint_name": name, **row} for name, row in disks.items()]
    _default(world, "endpoint", rows, usual)
    endpoints = world["endpoint"]
    nucleus = {"ddm_endpoint_name": _disk(NUCLEUS), "site_name": sites[NUCLEUS]}
    _add_missing(endpoints, "ddm_endpoint_name", nucleus, "endpoint", usual)
    pilots = [{"queue_name": name} for name in names]
    _default(world, "pilot_activity", pilots, usual)


def _add_missing(rows: Rows, key: str, row: Some, table: str, usual: Usual) -> None:
    if row[key] not in _values(rows, key):
        rows.append(_completed(table, row, usual))


def _default(
    world: dict[str, Rows], table: str, rows: Iterable[Some], usual: Usual
) -> None:
    if table not in world:
        world[table] = [_completed(table, row, usual) for row in rows]


def _values(rows: Rows, column: str) -> list[str]:
    return [row[column] or "" for row in rows]


def _disk(queue: str) -> str:
    return f"{queue}_DATADISK"


def _owner(endpoint: str) -> str:
    return endpoint.removesuffix("_DATADISK")


def _followers(table: str, rows: Rows, drawn: Mapping[str, str]) -> dict[str, Cells]:
    """Take what rows say of those that follow from them; return it as usual there."""
    found: dict[str, Cells] = {}
    key, *names = FOLLOWERS.get(table, ("",))
    followers = [name for name in names if name not in drawn]
    for row, follower in product(rows, followers):
        named = (
            inputs.columns(follower).keys() & row.keys() - inputs.columns(table).keys()
        )
        owner = _owner(row.get(key) or USUAL[table][key] or "")
        if named:
            found[f"{follower} of {owner}"] = {name: row.pop(name) for name in named}
    return found


def _read(table: str, drawn: Rows, usual: Usual) -> Rows:
    assert inputs.is_input(table), f"the snapshot has no table {table}"
    rows = [each for row in drawn for each in _unfolded(table, row)]
    return [_completed(table, row, usual) for row in rows]


def _unfolded(table: str, row: Cells) -> Rows:
    """Return a row of each column that is named as a status or a key, if there is one.

    >>> _unfolded("job_stats", {"queue_name": "A", "running": "1", "defined": None})
    [{'queue_name': 'A', 'job_status': 'running', 'n_jobs': '1'}]
    """
    name, number, known = NAMED.get(table, ("", "", ()))
    shared = {column: cell for column, cell in row.items() if column not in known}
    if shared == row:
        return [row]
    cells = [(column, cell) for column, cell in row.items() if column in known]
    return [{**shared, name: column, number: cell} for column, cell in cells if cell]


def _completed(table: str, drawn: Some, usual: Usual) -> Cells:
    """Return a row with all columns of its table."""
    types = inputs.columns(table)
    unknown = drawn.keys() - types.keys()
    assert not unknown, f"{table} has no column {', '.join(sorted(unknown))}"
    owner = drawn.get("jedi_task_id") or drawn.get("queue_name")
    owner = owner or _owner(drawn.get("ddm_endpoint_name") or "")
    own = usual.get(f"{table} of {owner}", {}) if table != "queue" else {}
    row = {**dict.fromkeys(types), **usual.get(table, {}), **own, **drawn}
    if table == "queue" and "site_name" not in drawn:
        row["site_name"] = row["queue_name"]
    if table == "queue" and row["site_name"] == NUCLEUS:
        row |= {**usual[f"queue of {NUCLEUS}"], **drawn}
    if table == "endpoint" and "site_name" not in drawn:
        row["site_name"] = (row["ddm_endpoint_name"] or "").partition("_")[0]
    for name, kind in types.items():
        if kind == "TIMESTAMP":
            row[name] = _moment(row[name])
    return row


def _moment(cell: str | None) -> str | None:
    """Return a time with its day, today where none is drawn; ages end at noon.

    >>> _moment("11:59:30"), _moment("2025-12-31 12:00"), _moment("1 d 2 h ago")
    ('2026-01-01 11:59:30', '2025-12-31 12:00', '2025-12-31 10:00:00')
    """
    if cell is None or not (CLOCK.fullmatch(cell) or AGE.fullmatch(cell)):
        return cell
    if CLOCK.fullmatch(cell):
        return f"{DAY} {cell}"
    parts = re.findall(r"(\d+) (d|h|min|s)", cell)
    age = timedelta(seconds=sum(int(n) * SECONDS[unit] for n, unit in parts))
    return str(datetime.fromisoformat(f"{DAY} 12:00") - age)
