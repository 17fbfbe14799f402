"""Recorded scenarios of the analysis brokerage, many of them drawn in one world.

Each scenario keeps to itself: it has a cloud, a user, and queues of its own, and its
share too where the name of the share decides nothing. What is left in common are the
configuration, the use of the shares, and the load of the shares over the whole grid.
"""

from __future__ import annotations

import json
import math
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from tests.conformance.recorded import Line
from tests.spec.drawing import drawing
from tests.typed_rows import cells

Row = Mapping[str, object]

#: Shares whose tasks are treated by class: their names matter.
BY_CLASS = ("User Analysis", "Express Analysis")
ELSEWHERE = "ELSEWHERE"
#: The recording gives starts per hour in thousandths: jobs in a window of 1000 hours.
START_HOURS = 1000
PARAMETERS = {"trr_window_h": START_HOURS, "trr_cutoff_min": 0}
#: Jobs elsewhere, so many that they make the load of the grid, as the contract allows.
N_ELSEWHERE = 10**11
#: The user of a scenario that names none.
USER = "J. Doe"

#: What the recording says of queues and tasks, and our names for it.
QUEUE = {
    **{"status": "status", "type": "type", "catchall": "catchall"},
    **{"coreCount": "core_count", "direct_access_lan": "direct_access_lan"},
    **{"fairsharePolicy": "fairshare_policy", "maxDiskio": "max_disk_io"},
    **{"maxrss": "max_rss", "minrss": "min_rss"},
    **{"maxtime": "max_time", "maxwdir": "max_wdir"},
}
TASK = {
    **{"architecture": "architecture", "baseRamCount": "base_ram_count"},
    **{"container_name": "container_name", "coreCount": "core_count"},
    **{"cpuTime": "cpu_time", "cpuTimeUnit": "cpu_time_unit", "diskIO": "disk_io"},
    **{"ioIntensity": "io_intensity", "ramCount": "ram_count"},
    **{"taskPriority": "task_priority", "workDiskCount": "work_disk_count"},
}
RULES = {
    **{"allowIncompleteInDS": "AI", "allowInputLAN": "IL", "limitedSites": "LS"},
    **{"nFilesPerJob": "NF", "onlyTagsForFC": "OT"},
}
#: What a task has where the recording does not say.
USUAL_TASK = {
    **{"cpu_efficiency": 90, "base_walltime": 600, "task_priority": 1000},
    **{"base_ram_count": 0, "core_count": 1, "ram_count": 1000},
    **{"cpu_time": 10, "cpu_time_unit": "HS06sPerEvent"},
}


@dataclass(slots=True)
class Batch:
    """Scenarios that agree on what they have in common."""

    lines: list[Line] = field(default_factory=list[Line])
    above: float = -math.inf
    below: float = math.inf

    @property
    def grid_load(self) -> float:
        """Queued per running jobs of a share over the grid, as all of them allow."""
        if math.isinf(self.below):
            return max(self.above, 0) + 1
        return (max(self.above, 0) + self.below) / 2


def batches(lines: Sequence[Line]) -> list[Batch]:
    """Return scenarios in as few worlds as their surroundings allow."""
    found: dict[str, list[Batch]] = defaultdict(list)
    for line in sorted(lines, key=lambda line: grid_gap(line["scenario"])):
        scenario = line["scenario"]
        use = scenario.get("metrics", {}).get("gshare_preference", {})
        common = found[json.dumps([scenario.get("config", {}), use], sort_keys=True)]
        above, below = grid_gap(scenario)
        for batch in common:
            if max(batch.above, above) < min(batch.below, below):
                break
        else:
            batch = Batch()
            common.append(batch)
        batch.lines.append(line)
        batch.above = max(batch.above, above)
        batch.below = min(batch.below, below)
    return [batch for common in found.values() for batch in common]


def grid_gap(scenario: Line) -> tuple[float, float]:
    """Return between which loads of the grid the overloaded queues are the same.

    A share of its own has the recorded load.
    """
    share = scenario["task"].get("gshare", "User Analysis")
    if scenario["chunk"].get("merging") or share not in BY_CLASS:
        return -math.inf, math.inf
    loads = [jobs[share] for jobs in scenario["job_stats"].values() if share in jobs]
    pairs = [(sum(load.values()) - load["running"], load["running"]) for load in loads]
    n_running = sum(running for _, running in pairs)
    limit = sum(queued for queued, _ in pairs) / n_running if n_running else 0.0
    least = scenario.get("config", {}).get("anal_jobbroker.OVERLOAD_MIN_QUEUE", 20)
    marks = [q / r / 1.2 for q, r in pairs if q > least and r]
    return (
        max((mark for mark in marks if mark <= limit), default=-math.inf),
        min((mark for mark in marks if mark > limit), default=math.inf),
    )


def world(batch: Batch) -> dict[str, str]:
    """Return the drawn tables of a batch; task n is its nth scenario."""
    tables: dict[str, list[Row]] = defaultdict(list)
    for task, line in enumerate(batch.lines):
        for table, row in rows(task, line["id"], line["scenario"]):
            tables[table].append(row)
    first = batch.lines[0]["scenario"]
    for name, value in first.get("config", {}).items():
        component, key = name.split(".")
        app = "pandaserver" if component == "prio_mgr" else "jedi"
        kind = "float" if isinstance(value, float) else "int"
        row = cells("app component key type value", app, component, key, kind, value)
        tables["gdp_config"].append(row)
    use = first.get("metrics", {}).get("gshare_preference", {})
    for share, values in use.items():
        names = "queue_name is_global_share usage_perc usage_time"
        row = cells(names, share, True, values["usage_perc"], "11:59")
        tables["work_queue"].append(row)
    for share in BY_CLASS:
        for status, part in (("running", 1.0), ("activated", batch.grid_load)):
            n_jobs = round(N_ELSEWHERE * part / max(1.0, batch.grid_load))
            tables["job_stats"].append(jobs(ELSEWHERE, share, status, n_jobs))
    return {table: drawing(found) for table, found in tables.items()}


def rows(task: int, name: str, scenario: Line) -> Iterator[tuple[str, Row]]:
    """Yield the rows of a scenario, each with its table."""
    yield from queue_rows(name, scenario)
    yield from task_rows(task, name, scenario)
    yield from input_rows(task, name, scenario)
    yield from load_rows(task, name, scenario)
    yield from evaluation_rows(task, name, scenario)


def queue_rows(name: str, scenario: Line) -> Iterator[tuple[str, Row]]:
    """Yield queues, their storage and their pilots."""
    for site in scenario["sites"]:
        queue = f"{name}-{site['name']}"
        asked, cloud = scenario["task"].get("cloud"), site.get("cloud")
        has_own_cloud = asked and cloud not in (None, asked)
        yield (
            "queue",
            {
                "cloud": f"{name}-{cloud}" if has_own_cloud else name,
                **{"queue_name": queue, "status": "online", "type": "analysis"},
                **{"core_count": 1, "direct_access_lan": False},
                **renamed(QUEUE, site, "name cloud rses extra_queue_params"),
                "params": json.dumps(site.get("extra_queue_params", {})),
            },
        )
        for rse in site.get("rses", [{"name": f"{site['name']}_DISK"}]):
            endpoint = f"{name}-{rse['name']}"
            is_unreadable = rse["name"] in scenario.get("bad_wan", ())
            yield (
                "endpoint",
                {
                    "ddm_endpoint_name": endpoint,
                    "is_tape": rse["name"] in scenario.get("tapes", ()),
                    "space_free": rse.get("space_usable", 1000),
                    "read_wan": "OFF" if is_unreadable else "ON",
                    **{key: "ON" for key in ("read_lan", "write_lan", "write_wan")},
                    **rse.get("status", {}),
                },
            )
            role = {"queue_name": queue, "ddm_endpoint_name": endpoint}
            yield "queue_endpoint", role
    for site, n_jobs in scenario["pilots"].items():
        yield "pilot_activity", {"queue_name": f"{name}-{site}", "n_get_job": n_jobs}


def task_rows(task: int, name: str, scenario: Line) -> Iterator[tuple[str, Row]]:
    """Yield the task with its chunk."""
    asked, chunk = scenario["task"], scenario["chunk"]
    lists = {
        key: [queue if queue.startswith("*") else f"{name}-{queue}" for queue in value]
        for key, value in (
            (key, [value] if isinstance(value, str) else value)
            for key, value in scenario.get("task_params", {}).items()
        )
    }
    hours = asked.get("frozen_hours")
    yield (
        "task",
        {
            "jedi_task_id": task,
            "cloud": name,
            "gshare": share_of(name, asked.get("gshare", "User Analysis")),
            "user_name": f"/CN={name}",
            "orig_user_name": name,
            "site": f"{name}-{asked['site']}" if "site" in asked else None,
            "split_rule": ",".join(
                f"{RULES[rule]}={value}" for rule, value in asked["rules"].items()
            ),
            "task_params": json.dumps(lists),
            "frozen_time": f"{hours} h ago" if hours else None,
            **USUAL_TASK,
            **renamed(TASK, asked, "cloud frozen_hours gshare rules site userName"),
        },
    )
    yield (
        "input_chunk",
        {
            "jedi_task_id": task,
            "is_merging": chunk.get("merging", False),
            "use_scout": chunk.get("scout", False),
            "n_jobs": chunk.get("n_jobs"),
            **{"atom_size_bytes": 0, "atom_effective_mb": 0, "atom_n_events": 1},
        },
    )


def input_rows(task: int, name: str, scenario: Line) -> Iterator[tuple[str, Row]]:
    """Yield datasets and files with their copies; a pseudo input where none is."""
    datasets = scenario["chunk"].get("datasets", ())
    for number, dataset in enumerate(datasets or [{"name": "none", "files": [{}]}], 1):
        own = {"jedi_task_id": task, "dataset_id": number}
        label = f"{name}.{dataset['name']}"
        kind = "input" if datasets else "pseudo_input"
        master, n_files = 1 if number > 1 else None, len(dataset["files"])
        names = "dataset_name type master_id n_files n_files_to_be_used queue_name"
        row = cells(names, label, kind, master, n_files, n_files, None)
        yield "task_dataset", {**own, **row}
        for place, file in enumerate(dataset["files"]):
            lfn, size = f"{label}.{place}", file.get("fsize")
            yield "task_file", {**own, **cells("file_id lfn fsize", place, lfn, size)}
        yield "dataset", {"dataset_name": label, "n_files": n_files}
        for rse, copy in scenario["replicas"].get(dataset["name"], {}).items():
            names = "dataset_name ddm_endpoint_name is_vp n_files_total n_files_found"
            found = (copy.get("vp", False), copy["total"], copy["found"])
            yield "dataset_replica", cells(names, label, f"{name}-{rse}", *found)
    for number, queue in enumerate(scenario.get("used_sites", ()), 100):
        label, made_at = f"{name}.output.{number}", f"{name}-{queue}"
        names = "jedi_task_id dataset_id dataset_name type queue_name"
        yield "task_dataset", cells(names, task, number, label, "output", made_at)


def load_rows(task: int, name: str, scenario: Line) -> Iterator[tuple[str, Row]]:
    """Yield the jobs of shares, of users and of the task, and starts of jobs."""
    for site, shares in scenario["job_stats"].items():
        for share, counts in shares.items():
            for status, n_jobs in counts.items():
                own = share_of(name, share)
                yield "job_stats", jobs(f"{name}-{site}", own, status, n_jobs)
    for site, load in scenario.get("diskio", {}).items():
        row = jobs(f"{name}-{site}", "Other", "running", 1)
        yield "job_stats", {**row, "disk_io_avg": load}
    for site, n_per_hour in scenario.get("trr", {}).items():
        window = (f"{START_HOURS} h ago", "12:00", round(n_per_hour * START_HOURS))
        names = "queue_name window_start window_end n_started"
        yield "queue_start_rate", cells(names, f"{name}-{site}", *window)
    for site, shares in scenario.get("user_stats", {}).items():
        for share, users in shares.items():
            own = share_of(name, share)
            for user, counts in users_of(users).items():
                is_own = user == scenario["task"].get("userName", USER)
                who = name if is_own else f"{name} {user}"
                for key, status in (("nQueue", "activated"), ("nRunning", "running")):
                    row = user_jobs(f"{name}-{site}", own, who, status, counts[key])
                    yield "user_job_stats", row
    counts = scenario.get("total_job_stat") or {}
    for key, status in (("nQueued", "activated"), ("nRun", "running")):
        row = user_jobs(ELSEWHERE, "Other", name, status, counts.get(f"{key}Jobs", 0))
        yield "user_job_stats", {**row, "n_cores": counts.get(f"{key}Cores", 0)}
    for site, counts in scenario.get("failures", {}).items():
        for status, n_jobs in counts.items():
            names = "jedi_task_id queue_name job_status last_change n_jobs"
            row = cells(names, task, f"{name}-{site}", status, "1 h ago", n_jobs)
            yield "task_job_stats", row


def evaluation_rows(task: int, name: str, scenario: Line) -> Iterator[tuple[str, Row]]:
    """Yield classes of queues, the task and the user, and the user's quotas."""
    metrics = scenario.get("metrics", {})
    found = [
        ("analy_site_eval", f"{name}-{site}", "class", value)
        for site, value in metrics.get("analy_site_eval", {}).items()
    ]
    for metric, entity in (("analy_task_eval", str(task)), ("analy_user_eval", name)):
        values = metrics.get(metric, {})
        found += [(metric, entity, key, value) for key, value in values.items()]
    for row in found:
        yield "evaluation", cells("metric entity key value", *row)
    full = [("local", rse, 101) for rse in scenario.get("over_local_quota", ())]
    if "near" in scenario.get("global_quota", ()):
        full.append(("global", "type=SCRATCHDISK", 95))
    for kind, rse, percent in full:
        names = "account quota_kind rse bytes bytes_limit"
        row = cells(names, f"/CN={name}", kind, f"{name}-{rse}", percent, 100)
        yield "account_usage", row


def jobs(queue: str, share: str, status: str, n_jobs: int) -> Row:
    """Return a row of the job statistics."""
    names = "queue_name gshare job_status n_jobs disk_io_avg"
    return cells(names, queue, share, status, n_jobs, None)


def user_jobs(queue: str, share: str, user: str, status: str, n_jobs: int) -> Row:
    """Return a row of the statistics of users."""
    names = "queue_name gshare prod_user_name job_status n_jobs n_cores"
    return cells(names, queue, share, user, status, n_jobs, 0)


def users_of(users: Mapping[str, Mapping[str, int]]) -> dict[str, Mapping[str, int]]:
    """Return the users of a share; one more has what the total has beyond them."""
    known = {user: counts for user, counts in users.items() if user != "_total"}
    rest = {
        key: total - sum(counts[key] for counts in known.values())
        for key, total in users["_total"].items()
    }
    return {**known, "others": rest} if any(rest.values()) else known


def share_of(name: str, share: str) -> str:
    """Return the share of a scenario: its own, unless the name says how it is used."""
    return share if share in BY_CLASS else f"{share} of {name}"


def renamed(
    names: Mapping[str, str], given: Mapping[str, Any], others: str
) -> dict[str, Any]:
    """Return what is given under the names of the snapshot, but for some others."""
    known = {*names, *others.split()}
    assert given.keys() <= known, f"not read: {given.keys() - known}"
    return {names[key]: value for key, value in given.items() if key in names}
