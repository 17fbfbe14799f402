"""A plain world of one task and one queue that fits, for examples by the number."""

from __future__ import annotations

from collections.abc import Mapping

from tests.property.reference.brokerage import Outcome, broker
from tests.property.reference.world import world_of
from tests.property.world_parts.dice import NOW, Row, arrow

GIB = 1024**3
QUEUE: Row = {
    "queue_order": 1,
    "queue_name": "Q",
    "site_name": "S",
    "role": "satellite",
    "type": "production",
    "cloud": "DE",
    "status": "online",
    "core_count": 1,
    "max_rss": 0,
    "min_rss": 0,
    "max_time": 0,
    "min_time": 0,
    "max_wdir": 0,
    "releases": ["ANY"],
    "job_seed": "all",
    "params": "{}",
}
TASK: Row = {
    "jedi_task_id": 1,
    "prod_source_label": "managed",
    "vo": "atlas",
    "gshare": "MC",
    "resource_type": "SCORE",
    "processing_type": "simul",
    "current_priority": 500,
    "status": "running",
    "core_count": 1,
    "cpu_time": 1,
    "cpu_time_unit": "HS06sPerEvent",
    "cpu_efficiency": 100,
    "base_walltime": 0,
}
CHUNK: Row = {
    "jedi_task_id": 1,
    "chunk_no": 0,
    "is_merging": False,
    "use_scout": False,
    "atom_size_bytes": 0,
    "atom_effective_mb": 1.0,
    "atom_n_events": 1,
}
RELATION: Row = {
    "queue_name": "Q",
    "ddm_endpoint_name": "S_DATADISK",
    "scope": "default",
    "read_lan_role": True,
    "write_lan_role": True,
    "default_read": True,
    "default_write": True,
    "order_read": 1,
}
ENDPOINT: Row = {
    "ddm_endpoint_name": "S_DATADISK",
    "site_name": "S",
    "type": "DATADISK",
    "is_tape": False,
    "space_free": 900,
}
PILOT: Row = {"queue_name": "Q", "flag": "production", "n_get_job": 1}


def decide(
    profile: str,
    queue: Mapping[str, object] | None = None,
    task: Mapping[str, object] | None = None,
    chunk: Mapping[str, object] | None = None,
    tables: Mapping[str, list[Row]] | None = None,
) -> Outcome:
    """Return the decision on one task at one queue that fits unless told otherwise."""
    rows: dict[str, list[Row]] = {
        "snapshot": [{"snapshot_time": NOW, "vo": "atlas"}],
        "queue": [{**QUEUE, **(queue or {})}],
        "task": [{**TASK, **(task or {})}],
        "input_chunk": [{**CHUNK, **(chunk or {})}],
        "endpoint": [ENDPOINT],
        "queue_endpoint": [RELATION],
        "pilot_activity": [PILOT],
        **(tables or {}),
    }
    world = world_of({name: arrow(name, rows[name]) for name in rows})
    return broker(world, profile, None, 1)[1, 0]


def jobs(**numbers: int) -> list[Row]:
    """Return counters of the queue by status."""
    return [
        {
            "vo": "atlas",
            "prod_source_label": "managed",
            "queue_name": "Q",
            "gshare": "MC",
            "resource_type": "SCORE",
            "job_status": status,
            "n_jobs": number,
        }
        for status, number in numbers.items()
    ]


def reported(outcome: Outcome) -> str | None:
    """Return the reason of the queue; None where it is weighed."""
    return outcome.rejected.get("Q", (None,))[0]


def remote_input(size: int) -> dict[str, list[Row]]:
    """Return a hundred files that are whole at another site only."""
    files: list[Row] = [
        {
            "jedi_task_id": 1,
            "dataset_id": 1,
            "file_id": number,
            "chunk_no": 0,
            "lfn": f"file.{number}",
            "scope": "mc",
            "fsize": size,
        }
        for number in range(100)
    ]
    return {
        "task_dataset": [
            {
                "jedi_task_id": 1,
                "dataset_id": 1,
                "dataset_name": "data",
                "type": "input",
            }
        ],
        "task_file": files,
        "dataset": [{"dataset_name": "data", "n_files": 100}],
        "endpoint": [
            ENDPOINT,
            {**ENDPOINT, "ddm_endpoint_name": "T_DATADISK", "site_name": "T"},
        ],
        "dataset_replica": [
            {
                "dataset_name": "data",
                "ddm_endpoint_name": "T_DATADISK",
                "is_vp": False,
                "n_files_total": 100,
                "n_files_found": 100,
            }
        ],
    }
