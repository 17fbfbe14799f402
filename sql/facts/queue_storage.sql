-- title: what the DATADISK endpoints of a queue allow
-- grain: queue_name
-- source: C089
-- differs: any status but ON and unknown is bad on the page, only OFF and TEST in the
-- running system
-- note: a queue without such an endpoint allows nothing
select
    unified_queue.queue_name,
    coalesce(
        bool_or(uses.is_input and is_usable(uses.read_lan, cfg.endpoint_status_mode)), false
    ) as reads_lan,
    coalesce(
        bool_or(uses.is_output and is_usable(uses.write_lan, cfg.endpoint_status_mode)), false
    ) as writes_lan,
    coalesce(
        bool_or(uses.is_input and is_usable(uses.write_wan, cfg.endpoint_status_mode)), false
    ) as receives_wan,
    coalesce(
        bool_or(uses.is_output and is_usable(uses.read_wan, cfg.endpoint_status_mode)), false
    ) as sends_wan,
    coalesce(bool_or(uses.is_input), false) as has_input,
    coalesce(bool_or(uses.is_output), false) as has_output
from unified_queue
cross join cfg
left join
    queue_endpoint_use as uses on unified_queue.queue_name = uses.queue_name and uses.is_datadisk
group by unified_queue.queue_name
