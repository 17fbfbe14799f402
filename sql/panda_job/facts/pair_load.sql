-- title: running and queued jobs of a pair as weights and caps read them
-- grain: pair_no
-- source: spec/production.md 6.2, 6.3, 6.5
select
    pair_jobs.pair_no,
    pair_jobs.jedi_task_id,
    pair_jobs.chunk_no,
    pair_jobs.unified_name,
    pair_running.n_running,
    pair_jobs.n_activated,
    pair_jobs.n_assigned,
    pair_jobs.n_starting,
    pair_jobs.n_defined,
    pair_jobs.n_running_all,
    pair_jobs.is_ucore,
    coalesce(pair_input.total_bytes, 0) = 0
    or pair_input.disk_bytes >= pair_input.total_bytes as is_local,
    coalesce(pair_input.total_bytes, 0) > 0
    and unified_queue.uses_only_local_data
    and (pair_input.mb_not_on_disk > 0 or pair_input.n_not_on_disk > 0) as is_non_local,
    nucleus_queue.queue_name is not null as is_at_nucleus,
    cfg_share.nqueuelimitsite
from pair_jobs
inner join pair_running on pair_jobs.pair_no = pair_running.pair_no
inner join
    chunk
    on pair_jobs.jedi_task_id = chunk.jedi_task_id
    and pair_jobs.chunk_no = chunk.chunk_no
inner join unified_queue on pair_jobs.unified_name = unified_queue.queue_name
left join
    pair_input
    on pair_jobs.jedi_task_id = pair_input.jedi_task_id
    and pair_jobs.chunk_no = pair_input.chunk_no
    and pair_jobs.unified_name = pair_input.queue_name
left join
    nucleus_queue
    on chunk.nucleus = nucleus_queue.nucleus
    and pair_jobs.unified_name = nucleus_queue.queue_name
left join cfg_share on chunk.gshare = cfg_share.gshare
