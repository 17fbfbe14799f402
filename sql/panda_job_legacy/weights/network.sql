-- title: quality of the link between the queue's storage and the nucleus of WORLD tasks
-- source: Older brokerage page, ATLAS Production, "For WORLD tasks, apply a network
-- source: weight based on connectivity between nucleus and satellite"
-- source: spec/production.md 7 L26, 6.4
-- nulls: a task of another cloud, of none, or without a nucleus has factor 1
-- differs: the running system applies it only where NW_ACTIVE is set
select
    survivor.pair_no,
    case
        when cfg.nw_active and task.cloud = cfg.world_cloud
        then coalesce(pair_network.network_weight, 1)
        else 1
    end::double as network
from survivor
inner join task on survivor.jedi_task_id = task.jedi_task_id
left join pair_network on survivor.pair_no = pair_network.pair_no
cross join cfg
