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
    pair_weight.* exclude (pair_no, unit_no, partner_no, weight),
    ranked.* exclude (pair_no, unit_no, partner_no, criterion),
    null::bigint as n_running_cap,
    pair_user.n_queued::bigint as n_queued,
    software_match.platform,
    nullif(
        unified_queue.max_wdir::double
        / if(chunk_scratch.is_shared, unified_queue.n_cores, 1),
        0
    ) as max_wdir,
    ranked.criterion,
    coalesce(cap_hit.detail, format('weight {:.4g}', ranked.weight)) as detail
from ranked
inner join survivor on ranked.pair_no = survivor.pair_no
inner join pair_weight on ranked.pair_no = pair_weight.pair_no
inner join pair_user on ranked.pair_no = pair_user.pair_no
left join cap_hit on ranked.pair_no = cap_hit.pair_no
inner join weighed_chunk on ranked.unit_no = weighed_chunk.unit_no
inner join unified_queue on survivor.unified_name = unified_queue.queue_name
inner join
    chunk_scratch
    on survivor.jedi_task_id = chunk_scratch.jedi_task_id
    and survivor.chunk_no = chunk_scratch.chunk_no
left join
    software_match
    on weighed_chunk.software_no = software_match.software_no
    and survivor.unified_name = software_match.queue_name
