-- title: pairs that got a weight, and whether a cap left them open
-- reports: +use it has a weight and no cap takes it
-- reports: +usejumbo it has a weight, and only jumbo jobs go there
-- grain: jedi_task_id, chunk_no, pseudo_queue
-- kind: view
-- source: C004, C134
-- note: an empty queue starts with weight 0
select
    pair_weight.jedi_task_id,
    pair_weight.chunk_no,
    pair_weight.pseudo_queue,
    coalesce(cap_hit.effect, 'use') = 'use' as is_open,
    coalesce(cap_hit.criterion = '+use', false) as is_bootstrap,
    coalesce(
        cap_hit.effect = 'use' and weighed_chunk.has_jumbo and weighed_queue.uses_jumbo, false
    ) as is_jumbo,
    if(cap_hit.criterion = '+use', 0, pair_weight.weight)::double as weight,
    cap_hit.criterion
from pair_weight
inner join weighed_chunk using (jedi_task_id, chunk_no)
inner join weighed_queue using (pseudo_queue)
left join cap_hit using (jedi_task_id, chunk_no, pseudo_queue)
