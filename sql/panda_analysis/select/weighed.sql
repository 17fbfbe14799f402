-- title: every pair of the last round that reached the weights, and what became of it
-- grain: pair_no
-- kind: view
-- nulls: no platform unless a pattern was resolved; no max_wdir where the queue has no
-- limit
-- note: result tables candidate and weighed
select
    survivor.pair_no,
    ranked.unit_no,
    survivor.jedi_task_id,
    survivor.chunk_no,
    survivor.queue_name,
    survivor.unified_name,
    pair_weight.* exclude (
        pair_no, unit_no, partner_no, jedi_task_id, chunk_no, round, queue_name, weight
    ),
    ranked.* exclude (
        pair_no,
        unit_no,
        partner_no,
        jedi_task_id,
        chunk_no,
        round,
        queue_name,
        criterion
    ),
    null::bigint as n_running_cap,
    pair_user.n_queued::bigint as n_queued,
    software_decision.platform,
    nullif(
        unified_queue.max_wdir::double
        / if(chunk_scratch.is_shared, unified_queue.n_cores, 1),
        0
    ) as max_wdir,
    ranked.criterion,
    coalesce(cap_hit.detail, format('weight {:.4g}', ranked.weight)) as detail
from ranked
inner join survivor using (jedi_task_id, chunk_no, round, queue_name)
inner join pair_weight using (jedi_task_id, chunk_no, round, queue_name)
inner join pair_user using (jedi_task_id, chunk_no, round, queue_name)
left join cap_hit using (jedi_task_id, chunk_no, round, queue_name)
inner join weighed_chunk using (jedi_task_id, chunk_no)
inner join unified_queue on survivor.unified_name = unified_queue.queue_name
inner join chunk_scratch using (jedi_task_id, chunk_no)
inner join software_queue on survivor.unified_name = software_queue.queue_name
left join
    software_decision
    on weighed_chunk.software_no = software_decision.software_no
    and software_queue.config_no = software_decision.config_no
