-- title: running and queued jobs of a pair and its input, as weights and caps read them
-- grain: jedi_task_id, chunk_no, pseudo_queue
select
    pair_running.jedi_task_id,
    pair_running.chunk_no,
    pair_running.pseudo_queue,
    pair_running.n_running,
    pair_running.n_activated,
    pair_running.n_assigned,
    pair_running.n_starting,
    pair_running.n_defined,
    pair_running.is_ucore,
    coalesce(pair_input.total_bytes, 0) as total_bytes,
    coalesce(pair_input.disk_bytes, 0) as disk_bytes,
    coalesce(pair_input.n_not_on_disk, 0) as n_not_on_disk,
    coalesce(pair_input.total_bytes, 0) = 0
    or pair_input.disk_bytes >= pair_input.total_bytes as is_local,
    coalesce(pair_input.total_bytes, 0) > 0
    and pair_running.uses_only_local_data
    and (pair_input.mb_not_on_disk > 0 or pair_input.n_not_on_disk > 0) as is_non_local,
    nucleus_queue.queue_name is not null as is_at_nucleus
from pair_running
left join pair_input using (jedi_task_id, chunk_no, pseudo_queue)
left join nucleus_queue using (nucleus, queue_name)
