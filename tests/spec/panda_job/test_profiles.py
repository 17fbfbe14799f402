"""Page and running system side by side: one world, one cycle of each profile.

A case is a row of the table of differences (spec/production.md 11), or of the
corrections to it (spec/page-corrections.md): what a task meets at a queue that was made
for it. The rules' own tests show the values around each bound.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import NamedTuple

import pytest

from tests.spec.panda_job.software import PLATFORM, publishes
from tests.spec.whole import decide
from tests.spec.world import FOLLOWERS, USUAL

POLICY = "panda_job"
GIB = 1024**3
DAY_AGO = "2025-12-31 11:59"

Changes = Mapping[str, object]

#: Queues by what is unusual about them, their disks and pilots; M, N and P are nuclei.
QUEUES: Mapping[str, Changes] = {
    **{"PLAIN": {}, "D1_TEST": {}, "D4": {}, "D25": {}},
    **{"D27": {}, "D28": {}, "D29": {}, "V17": {}},
    "D2": {"status": "standby"},
    "D16": {"releases": "[AUTO]"},
    "D17": {"max_rss": 2000},
    "D18": {"max_wdir": 2900},
    "D19": {"space_free": 150, "space_expired": 100},
    "D20": {"max_time": 86400, "core_power": 5},
    "D21": {"max_time": 86399, "core_power": 5},
    "D22": {"wn_connectivity": None},
    "D26": {"pledged_cpu": 10},
    "D35": {"status": "offline"},
    "D36": {"last_start": "09:00"},
    "D42": {"core_count": 8, "max_disk_io": 500},
    "D45": {"max_wdir": 2824},
    "D45_RUN": {"max_wdir": 2524},
    "D46": {"write_lan": None},
    "D46_DOWN": {"write_lan": "TEST"},
    "D46_WORD": {"write_lan": "PARTIAL"},
    "D47": {"pledged_cpu": -1},
    "D48": {"n_get_job": 0, "n_update_job": 0},
    "D49": {"fairshare_policy": "type=any:0%"},
    "D50": {"releases": "[21.0.38, ANY]"},
    "D51": {"wn_connectivity": "full#IPv4"},
    "D58": {"fairshare_policy": "priority>400:0"},
    "V13": {"max_wdir": 14400, "core_count": 8},
    "V16": {"pledged_cpu": 10},
    "M": {"role": "nucleus", "read_wan": "OFF"},
    "N": {"role": "nucleus"},
    "P": {"role": "nucleus", "write_wan": "OFF"},
}
JOBS: Sequence[Changes] = [
    {"queue_name": "N", "transferring": 2001},
    {"queue_name": "D26", "running": 1, "starting": 1, "n_cores": 8},
    {"queue_name": "V16", "prod_source_label": "user", "running": 11, "n_cores": 11},
    {"queue_name": "D27", "activated": 40},
    {"queue_name": "D28", "running": 9, "activated": 2, "assigned": 3},
    {"queue_name": "D29", "resource_type": "MCORE", "defined": 21},
    {"queue_name": "V17", "activated": 500},
    {"queue_name": "D36", "running": 1, "starting": 1},
    {"queue_name": "D42", "running": 9, "disk_io_avg": 501},
]
RELEASE = {"trans_home": "Athena-21.0.38"}
#: Tasks by number, and what is unusual about them, their chunk and their file.
TASKS: Mapping[int, Changes] = {
    1: {"work_disk_count": 200},
    2: {**RELEASE, "architecture": PLATFORM},
    3: {},
    5: {"nucleus": "M"},
    6: {**RELEASE, "architecture": f"{PLATFORM}&nvidia:cuda!=11.0"},
    7: {"ram_count": 2000, "base_ram_count": 500},
    8: {"use_scout": True},
    9: {"is_merging": True},
    10: {"split_rule": "IP=3"},
    11: {"split_rule": "TW=-2"},
    12: {"current_priority": 1000},
    13: {"current_priority": 100},
    14: {"current_priority": 950, "site": "NOWHERE"},
    15: {"io_intensity": 300, "fsize": 10 * GIB},
    16: {"io_intensity": 300, "fsize": 11 * GIB},
    17: {"current_priority": 800},
    18: {"core_count": 8, "disk_io": 502},
    19: {"work_disk_count": None},
    20: {"current_priority": 800, "site": "D47"},
    21: {"prod_source_label": "test"},
    22: {"gshare": "test"},
    23: RELEASE,
    24: {"nucleus": "P"},
    25: {"current_priority": 300, "is_merging": True},
    26: {"current_priority": 1001},
    27: {"core_count": 8},
    28: {"walltime_unit": "s", "cpu_time": None, "cpu_time_unit": None},
    29: {"site": "NOWHERE", "frozen_time": "2025-12-20 12:00"},
}
OLD = {"creation_time": DAY_AGO, "modification_time": DAY_AGO}
DATASETS: Mapping[int, Changes] = {
    3: {"type": "trn_output", "queue_name": "D2", **OLD},
    15: {"dataset_name": "ten"},
    16: {"dataset_name": "eleven"},
}


def draw(table: str, rows: Sequence[Changes]) -> str:
    """Draw rows of a table, with the usual value in every column that one changes."""
    columns = list(dict.fromkeys(name for row in rows for name in row))
    usual: dict[str, object] = {}
    for source in (*reversed(FOLLOWERS.get(table, ())), table):
        usual |= USUAL.get(source, {})
    lines = [
        " | ".join(str(_cell(row.get(name, usual.get(name)))) for name in columns)
        for row in rows
    ]
    return "\n".join([" | ".join(columns), *lines])


def _cell(value: object) -> object:
    return "" if value is None else value


def world() -> dict[str, str]:
    """Draw the world of all cases."""
    tasks = [{"jedi_task_id": task, **changes} for task, changes in TASKS.items()]
    datasets = [
        {"jedi_task_id": task, "dataset_name": "data", **DATASETS.get(task, {})}
        for task in TASKS
    ]
    queues = [
        {"queue_name": name, "site_name": name, **changes}
        for name, changes in QUEUES.items()
    ]
    machines = [
        {"type": "cpu", "arch": ["x86_64"]},
        {"type": "gpu", "vendor": ["nvidia"]},
    ]
    return {
        "queue": draw("queue", queues),
        "job_stats": draw("job_stats", JOBS),
        "task": draw("task", tasks),
        "task_dataset": draw("task_dataset", datasets),
        "dataset": "dataset_name: data | ten | eleven",
        "dataset_replica": "dataset_name: data | ten | eleven",
        "queue_slots": "queue_name: D27, num_slots: 30",
        "queue_software": f"queue_name: D16, data: {publishes(architectures=machines)}",
        "queue_gpu": "queue_name: D16, vendor: NVIDIA, framework_version: 12.0",
        "network_metric": """
            src_site | Production Output_queued | Express_queued | AGIS_closeness
            D4       | 150                      |                |
            D25      |                          |                | 11
            V17      |                          | 0              | 0
        """,
        "gdp_config": "component: core, key: WORK_SHORTAGE, type: bool, value: True",
    }


@cache
def met(profile: str) -> Mapping[tuple[int, str], Mapping[str, object]]:
    """Return what became of each pair of task and queue, and of each task with ''."""
    cycle = decide(POLICY, profile, {"max_candidates": 1000}, world())
    rows = [
        *(cycle.result.to_pylist()),
        *(cycle.exclusion.to_pylist()),
        *(cycle.weighed.to_pylist()),
    ]
    return {(row["jedi_task_id"], row.get("queue_name", "")): row for row in rows}


class Case(NamedTuple):
    """What a task meets at a queue; a blank criterion is a chosen queue."""

    row: str
    task: int
    queue: str
    page: object
    asrun: object
    column: str = "criterion"


CASES = [
    Case("D1", 1, "D1_TEST", "-not_candidate", "+use"),
    Case("D2", 1, "D2", "-status", "+use"),
    Case("D3", 3, "PLAIN", "+use", "-not_candidate"),
    Case("D4", 1, "D4", "+use", "-link_unusable"),
    Case("D5", 5, "PLAIN", "-dest_blacklisted", "+use"),
    Case("D15", 2, "PLAIN", "+use", "-cache"),
    Case("D16", 6, "D16", "+use", "-cache"),
    Case("D17", 7, "D17", "-lowmemory", "+use"),
    Case("D18", 1, "D18", "+use", "-disk"),
    Case("D19", 1, "D19", "-disk", "+use"),
    Case("D20", 8, "D20", "+use", "-scout_walltime"),
    Case("D21", 9, "D21", "+use", "-min_walltime"),
    Case("D22", 10, "D22", "-network", "+use"),
    Case("D23", 1, "N", "-transferring", "+use"),
    Case("D24", 11, "PLAIN", "+use", "-t1weight"),
    Case("D25", 12, "D25", "-lowNetworkWeight", "+use"),
    Case("D26", 1, "D26", "+use", "-over_pledged"),
    Case("D27", 1, "D27", "+use", "-cap"),
    Case("D28", 1, "D28", 10 / 15 / 1.5, 10 / 15 / (4 / 3), "load"),
    Case("D29", 1, "D29", "-cap", "+use"),
    Case("D30", 1, "PLAIN", 1.65, 1.0, "network"),
    Case("D31", 1, "PLAIN", 1 / 1.01, 1 / 1.01, "data"),
    Case("D33", 14, "", 3600, 600, "retry_after_s"),
    Case("D34", 15, "PLAIN", "-io", "+use"),
    Case("D35", 16, "D35", "-status", "-status"),
    Case("D35", 16, "D4", "-io", "-io"),
    Case("D36", 17, "D36", "+use", "-inactive"),
    Case("D42", 18, "D42", "-diskIO", "+use"),
    Case("D45", 19, "D45", "-disk", "+use"),
    Case("D45", 19, "D45_RUN", "-disk", "+use"),
    Case("D46", 1, "D46", "+use", "+use"),
    Case("D46", 1, "D46_DOWN", "-write_lan_blacklist", "-write_lan_blacklist"),
    Case("D46", 1, "D46_WORD", "-write_lan_blacklist", "+use"),
    Case("D47", 20, "D47", "-opportunistic", "+use"),
    Case("D48", 21, "D48", "-nopilot", "+use"),
    Case("D49", 22, "D49", "+use", "+use"),
    Case("D50", 23, "D50", "+use", "-cache"),
    Case("D51", 1, "D51", "+use", "+use"),
    Case("D52", 24, "P", "+use", "-write_wan_blacklist"),
    Case("D58", 25, "D58", "-zeroshare", "-zeroshare"),
    Case("V13", 27, "V13", "-disk", "+use"),
    Case("V15", 28, "D21", "-min_walltime", "+use"),
    Case("V16", 1, "V16", "-over_pledged", "+use"),
    Case("V17", 26, "V17", "-cap", "+use"),
    Case("V18", 29, "", "pending", "failed", "status"),
    Case("V19", 13, "PLAIN", False, True, "is_bootstrap"),
]


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.row}-{case.queue}")
def test_page_and_running_system(case: Case) -> None:
    """One row of the table each; where both columns agree, so do the profiles."""
    found = [
        met(name)[case.task, case.queue][case.column] for name in ("page", "asrun")
    ]
    assert found == [pytest.approx(case.page), pytest.approx(case.asrun)]
