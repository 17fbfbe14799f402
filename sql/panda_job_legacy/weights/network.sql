-- title: quality of the link between the queue's storage and the nucleus of WORLD tasks
-- source: O050
-- nulls: a task of another cloud, of none, or without a nucleus has factor 1
-- differs: the running system applies it only where NW_ACTIVE is set
select
    survivor.*,
    if(
        cfg.nw_active and task.cloud = cfg.world_cloud, coalesce(link_weight.network_weight, 1), 1
    )::double as network
from survivor
inner join weighed_chunk using (jedi_task_id, chunk_no)
left join link_weight using (nucleus, transfer_activity, queue_name)
inner join task using (jedi_task_id)
cross join cfg
