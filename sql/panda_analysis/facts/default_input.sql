-- title: the default input endpoint of each queue
-- grain: queue_name
with
    inputs as (
        select
            queue_endpoint_use.*, (order_read is null, order_read, ddm_endpoint_name) as preference
        from queue_endpoint_use
        where is_default_input
    )

select
    queue_name,
    arg_min(inputs.ddm_endpoint_name, preference) as ddm_endpoint_name,
    arg_min(
        if(cfg.storage_free_model = 'free', coalesce(space_free, 0), space_usable), preference
    ) as space_gb
from inputs
cross join cfg
group by queue_name
