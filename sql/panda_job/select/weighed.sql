-- title: every pair that reached the weights, with its factors and what became of it
-- grain: pair_no
-- kind: view
-- nulls: no cap for work that caps do not hold for; no platform unless a pattern was
-- resolved; no max_wdir where the queue has no limit
-- note: result tables candidate and weighed
select
    survivor.pair_no,
    ranked.unit_no,
    survivor.jedi_task_id,
    survivor.chunk_no,
    survivor.queue_name,
    survivor.unified_name,
    pair_weight.* exclude (
        pair_no, unit_no, partner_no, jedi_task_id, chunk_no, queue_name, weight
    ),
    ranked.* exclude (
        pair_no, unit_no, partner_no, jedi_task_id, chunk_no, queue_name, criterion
    ),
    case
        when pair_cap.is_uncapped
        then null
        when pair_cap.is_by_type
        then pair_cap.cap_rt
        else pair_cap.cap
    end::bigint as n_running_cap,
    case
        when pair_cap.is_by_type
        then coalesce(pair_cap.n_queued_rt, 0)
        else pair_cap.n_queued
    end::bigint as n_queued,
    software_decision.platform,
    nullif(
        unified_queue.max_wdir::double
        / if(chunk_scratch.is_shared, unified_queue.n_cores, 1),
        0
    ) as max_wdir,
    ranked.criterion,
    coalesce(cap_hit.detail, format('weight {:.4g}', ranked.weight)) as detail
from ranked
inner join survivor using (jedi_task_id, chunk_no, queue_name)
inner join pair_weight using (jedi_task_id, chunk_no, queue_name)
left join cap_hit using (jedi_task_id, chunk_no, queue_name)
inner join weighed_chunk using (jedi_task_id, chunk_no)
inner join unified_queue on survivor.unified_name = unified_queue.queue_name
inner join chunk_scratch using (jedi_task_id, chunk_no)
inner join pair_cap using (jedi_task_id, chunk_no, queue_name)
inner join software_queue on survivor.unified_name = software_queue.queue_name
left join
    software_decision
    on weighed_chunk.software_no = software_decision.software_no
    and software_queue.config_no = software_decision.config_no
