-- title: the default input endpoint of each queue
-- grain: queue_name
select
    queue_endpoint_use.queue_name,
    arg_min(
        queue_endpoint_use.ddm_endpoint_name,
        (
            queue_endpoint_use.order_read is null,
            queue_endpoint_use.order_read,
            queue_endpoint_use.ddm_endpoint_name
        )
    ) as ddm_endpoint_name,
    arg_min(
        case
            when cfg.storage_free_model = 'free'
            then coalesce(queue_endpoint_use.space_free, 0)
            else queue_endpoint_use.space_usable
        end,
        (
            queue_endpoint_use.order_read is null,
            queue_endpoint_use.order_read,
            queue_endpoint_use.ddm_endpoint_name
        )
    ) as space_gb
from queue_endpoint_use
cross join cfg
where queue_endpoint_use.is_default_input
group by queue_endpoint_use.queue_name
