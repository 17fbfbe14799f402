-- title: what the analysis brokerage reads of a queue besides its limits
-- grain: queue_name
-- note: all endpoints of the scope count, tape too
select
    unified_queue.queue_name,
    coalesce(bool_or(uses.is_virtual), false) as sees_vp,
    has_catchall(any_value(queue.params), any_value(queue.catchall), 'gpu') as is_gpu,
    coalesce(
        bool_or(uses.is_input and is_usable(uses.read_lan, cfg.endpoint_status_mode)), false
    ) as reads_lan,
    coalesce(
        bool_or(uses.is_input and is_usable(uses.write_wan, cfg.endpoint_status_mode)), false
    ) as receives_wan,
    coalesce(
        bool_or(uses.is_output and is_usable(uses.write_lan, cfg.endpoint_status_mode)), false
    ) as writes_lan,
    coalesce(
        bool_or(uses.is_output and is_usable(uses.read_wan, cfg.endpoint_status_mode)), false
    ) as sends_wan
from unified_queue
inner join queue using (queue_name)
cross join cfg
left join queue_endpoint_use as uses using (queue_name)
group by unified_queue.queue_name
