-- title: the default output endpoint of each queue
-- grain: queue_name
-- note: one that the queue has no role to write to comes last; its site is the queue's end of a
-- network link
with
    ranked as (
        select
            queue_endpoint_use.*,
            row_number() over (
                partition by queue_name
                order by is_output desc, order_write nulls last, ddm_endpoint_name
            ) as place
        from queue_endpoint_use
        where is_default_output
    )

select
    ranked.queue_name,
    ranked.ddm_endpoint_name,
    ranked.site_name as storage_site,
    ranked.read_wan,
    ranked.write_wan,
    if(
        cfg.storage_free_model = 'free', coalesce(ranked.space_free, 0), ranked.space_usable
    ) as space_gb,
    ranked.is_output
from ranked
cross join cfg
where ranked.place = 1
