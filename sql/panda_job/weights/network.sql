-- title: quality of the link between the queue's storage and the nucleus
-- source: C133
-- nulls: a task without a nucleus has factor 1; an unknown link weighs 1.65 by its
-- parts
-- differs: applied only where NW_ACTIVE is set, which the page always does
select survivor.*, if(cfg.nw_active, coalesce(link_weight.network_weight, 1), 1)::double as network
from survivor
inner join weighed_chunk using (jedi_task_id, chunk_no)
left join link_weight using (nucleus, transfer_activity, queue_name)
cross join cfg
