-- title: quality of the link between the queue's storage and the nucleus of WORLD tasks
-- source: O050
-- nulls: a task of another cloud, of none, or without a nucleus has factor 1
-- differs: the running system applies it only where NW_ACTIVE is set
select
    survivor.jedi_task_id,
    survivor.chunk_no,
    survivor.queue_name,
    case
        when cfg.nw_active and task.cloud = cfg.world_cloud
        then coalesce(link_weight.network_weight, 1)
        else 1
    end::double as network
from survivor
inner join task using (jedi_task_id)
inner join weighed_chunk using (jedi_task_id, chunk_no)
left join
    link_weight
    on weighed_chunk.nucleus = link_weight.nucleus
    and weighed_chunk.transfer_activity = link_weight.transfer_activity
    and survivor.unified_name = link_weight.queue_name
cross join cfg
