-- title: every pair of the last round that reached the weights, and what became of it
-- grain: jedi_task_id, chunk_no, round, pseudo_queue
-- kind: view
-- nulls: no platform unless a pattern was resolved; no max_wdir where the queue has no
-- limit
-- note: result tables candidate and weighed
select
    pair_weight.* exclude (weight),
    ranked.* exclude (jedi_task_id, chunk_no, round, pseudo_queue, criterion),
    null::bigint as n_running_cap,
    pair_user.n_queued::bigint as n_queued,
    software_decision.platform,
    nullif(
        unified_queue.max_wdir::double / if(chunk_scratch.is_shared, unified_queue.n_cores, 1), 0
    ) as max_wdir,
    ranked.criterion,
    coalesce(cap_hit.detail, format('weight {:.4g}', ranked.weight)) as detail
from survivor
inner join ranked using (jedi_task_id, chunk_no, round, pseudo_queue)
inner join pair_weight using (jedi_task_id, chunk_no, round, pseudo_queue)
inner join pair_user using (jedi_task_id, chunk_no, round, pseudo_queue)
left join cap_hit using (jedi_task_id, chunk_no, round, pseudo_queue)
inner join weighed_chunk using (jedi_task_id, chunk_no)
inner join chunk_scratch using (jedi_task_id, chunk_no)
inner join unified_queue using (queue_name)
inner join software_queue using (queue_name)
left join software_decision using (software_no, config_no)
