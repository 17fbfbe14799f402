-- title: quality of the link between the queue's storage and the nucleus
-- source: C133
-- nulls: a task without a nucleus has factor 1; an unknown link weighs 1.65 by its
-- parts
-- differs: applied only where NW_ACTIVE is set, which the page always does
select
    survivor.jedi_task_id,
    survivor.chunk_no,
    survivor.queue_name,
    if(cfg.nw_active, coalesce(link_weight.network_weight, 1), 1)::double as network
from survivor
inner join weighed_chunk using (jedi_task_id, chunk_no)
left join
    link_weight
    on weighed_chunk.nucleus = link_weight.nucleus
    and weighed_chunk.transfer_activity = link_weight.transfer_activity
    and survivor.unified_name = link_weight.queue_name
cross join cfg
