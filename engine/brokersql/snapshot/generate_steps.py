"""The order of the files of sql/snapshot/generate, and the tables that they fill."""

from __future__ import annotations


def _names(text: str) -> tuple[str, ...]:
    return tuple(text.split())


MACROS = ("draws", "shapes")

#: A whole synthetic world: what CRIC and the network service publish.
WORLD = _names("""
    new_snapshot new_sites new_queues new_queue_rows new_queue_limits
    new_queue_access new_endpoints new_queue_endpoints new_links new_rates
    new_throughput new_transfers
""")

#: What is not public, on top of a world that is imported or synthetic.
SITES = ("storage", "storage_status", "sites", "queues", "cells")
SOFTWARE = _names("""
    software releases software_tags software_entries software_all cpu_levels gpus
""")
JOBS = _names("""
    shares leaf_shares config nuclei active_shares loads job_counts job_parts
    job_stats workers starts activity slots locks work_queues
""")
TASKS = _names("""
    kinds processes dataset_pool datasets task_kinds picks premerged task_inputs
    replicas replicas_more task_nuclei task_priorities task_weights task_shapes
    split_rules task_software task_images resource_class task_sites task_shares
    tasks_production tasks_user tasks_rest tasks_rules
""")
DATA = _names("""
    task_datasets task_outputs elements dataset_replicas chunk_files task_files
    file_replicas chunk_sizes atoms chunks task_jobs remaining_work users accounts
    user_slots evaluations
""")

COMPLETE = (*SITES, *SOFTWARE, *JOBS, *TASKS, *DATA)

WORLD_TABLES = _names("""
    snapshot resource_type queue queue_endpoint endpoint network_metric
""")
#: Tables that belong together: where one of a group is real, the whole group stays.
GROUPS = (
    _names("""
        task task_dataset input_chunk task_file dataset dataset_content dataset_replica
        file_replica task_job_stats nucleus_rw account_usage evaluation
    """),
    _names("""
        job_stats worker_stats pilot_activity queue_start_rate queue_slots queue_lock
        user_job_stats
    """),
    ("global_share", "work_queue"),
    ("gdp_config",),
    ("queue_software",),
    ("queue_cpu_level",),
    ("queue_gpu",),
)
