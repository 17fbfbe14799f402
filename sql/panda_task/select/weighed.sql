-- title: every nucleus that reached the weights, with its factors
-- grain: pair_no
-- kind: view
-- note: result tables candidate and weighed
select
    survivor.pair_no,
    ranked.unit_no,
    survivor.jedi_task_id,
    survivor.chunk_no,
    survivor.queue_name,
    survivor.unified_name,
    pair_weight.* exclude (
        pair_no, unit_no, partner_no, jedi_task_id, chunk_no, queue_name, weight, work
    ),
    ranked.work,
    ranked.weight,
    ranked.rank,
    ranked.is_chosen,
    false as is_bootstrap,
    false as for_jumbo,
    null::bigint as n_running_cap,
    null::bigint as n_queued,
    null::varchar as platform,
    null::double as max_wdir,
    ranked.criterion,
    coalesce(cap_hit.detail, format('weight {:.4g}', ranked.weight)) as detail
from ranked
inner join survivor on ranked.pair_no = survivor.pair_no
inner join pair_weight on ranked.pair_no = pair_weight.pair_no
left join cap_hit on ranked.pair_no = cap_hit.pair_no
