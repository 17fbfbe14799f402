-- title: every pair that reached the weights, with its factors and what became of it
-- grain: jedi_task_id, chunk_no, pseudo_queue
-- kind: view
-- note: on the older page pairs that a cap skips may go on, which their detail tells
-- nulls: no cap for work that caps do not hold for; no platform unless a pattern was
-- resolved; no max_wdir where the queue has no limit
-- note: result tables candidate and weighed
select
    pair_weight.* exclude (weight),
    ranked.* exclude (jedi_task_id, chunk_no, pseudo_queue, criterion),
    cap_in_force.n_running_cap,
    cap_in_force.n_queued,
    software_decision.platform,
    nullif(
        unified_queue.max_wdir::double / if(chunk_scratch.is_shared, unified_queue.n_cores, 1), 0
    ) as max_wdir,
    ranked.criterion,
    case
        when ranked.rank is not null and cap_hit.effect = 'drop'
        then format('weight {:.4g}, though {}', ranked.weight, cap_hit.detail)
        else coalesce(cap_hit.detail, format('weight {:.4g}', ranked.weight))
    end as detail
from survivor
inner join ranked using (jedi_task_id, chunk_no, pseudo_queue)
inner join pair_weight using (jedi_task_id, chunk_no, pseudo_queue)
inner join cap_in_force using (jedi_task_id, chunk_no, pseudo_queue)
left join cap_hit using (jedi_task_id, chunk_no, pseudo_queue)
inner join weighed_chunk using (jedi_task_id, chunk_no)
inner join chunk_scratch using (jedi_task_id, chunk_no)
inner join unified_queue using (queue_name)
inner join software_queue using (queue_name)
left join software_decision using (software_no, config_no)
