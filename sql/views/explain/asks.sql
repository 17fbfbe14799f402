-- title: what the jobs of one chunk ask of a queue
-- grain: one row
select
    chunk.n_cores,
    chunk_memory.ram_mb,
    chunk_memory.base_mb,
    chunk_memory.is_per_core,
    cfg.memory_compensation,
    chunk_scratch.copy_mb as scratch_mb,
    chunk_walltime.need as work,
    chunk_walltime.is_hs06,
    chunk_size.total_bytes,
    chunk_size.n_files,
    chunk.io_intensity,
    chunk_scout.is_scout,
    chunk.is_merging,
    chunk.is_es as is_event_service,
    task_rule.ip_connectivity
    in (cfg.ip_connectivity_full, cfg.ip_connectivity_http) as needs_connectivity,
    chunk.nucleus
from chunk
inner join chunk_scout using (jedi_task_id, chunk_no)
inner join chunk_memory using (jedi_task_id, chunk_no)
inner join chunk_scratch using (jedi_task_id, chunk_no)
inner join chunk_walltime using (jedi_task_id, chunk_no)
inner join task_rule using (jedi_task_id)
left join chunk_size using (jedi_task_id, chunk_no)
cross join cfg
where chunk.jedi_task_id = ? and chunk.chunk_no = ?
