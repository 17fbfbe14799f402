-- title: every nucleus that reached the weights, with its factors
-- grain: jedi_task_id, chunk_no, nucleus
-- kind: view
-- note: result tables candidate and weighed
select
    pair_weight.* exclude (weight, work),
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
inner join pair_weight using (jedi_task_id, chunk_no, nucleus)
left join cap_hit using (jedi_task_id, chunk_no, nucleus)
