-- title: local output endpoints of a nucleus with their state and space
-- grain: nucleus, ddm_endpoint_name
-- source: C012, C013
-- differs: min_free and unavailable space count in the running system only
-- nulls: an endpoint of which it is not known is local
-- note: of any scope; writer = order and name of the first queue that writes there
select
    nucleus_member.nucleus,
    queue_endpoint.ddm_endpoint_name,
    min((unified_queue.queue_order, queue_endpoint.queue_name)) as writer,
    any_value(endpoint.type) as endpoint_type,
    any_value(is_usable(endpoint.read_wan, cfg.endpoint_status_mode)) as sends_wan,
    any_value(is_usable(endpoint.write_wan, cfg.endpoint_status_mode)) as receives_wan,
    any_value(
        if(
            cfg.space_model = 'usable',
            usable_space(
                endpoint.space_free,
                endpoint.space_expired,
                endpoint.space_min_free,
                endpoint.space_unavailable
            ),
            coalesce(endpoint.space_free, 0) + coalesce(endpoint.space_expired, 0)
        )
    )::bigint as space_usable,
    any_value(coalesce(endpoint.space_free, 0)) as space_free,
    any_value(nullif(endpoint.space_total, 0)) as space_total
from nucleus_member
inner join unified_queue using (queue_name)
inner join queue_endpoint using (queue_name)
inner join endpoint using (ddm_endpoint_name)
cross join cfg
where queue_endpoint.write_lan_role and coalesce(queue_endpoint.is_local, true)
group by nucleus_member.nucleus, queue_endpoint.ddm_endpoint_name
