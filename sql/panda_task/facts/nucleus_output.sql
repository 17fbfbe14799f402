-- title: output endpoints of a nucleus with their state and space
-- grain: nucleus, ddm_endpoint_name
-- source: C012, C013
-- differs: min_free and unavailable space count in the running system only
-- note: scope default
select
    nucleus_member.nucleus,
    uses.ddm_endpoint_name,
    bool_or(coalesce(queue_endpoint.is_local, false)) as is_local,
    any_value(endpoint.type) as endpoint_type,
    any_value(is_usable(uses.read_wan, cfg.endpoint_status_mode)) as sends_wan,
    any_value(is_usable(uses.write_wan, cfg.endpoint_status_mode)) as receives_wan,
    any_value(
        case
            when cfg.space_model = 'usable'
            then uses.space_usable
            else coalesce(endpoint.space_free, 0) + coalesce(endpoint.space_expired, 0)
        end
    )::bigint as space_usable,
    any_value(coalesce(endpoint.space_free, 0)) as space_free,
    any_value(nullif(endpoint.space_total, 0)) as space_total
from nucleus_member
inner join queue_endpoint_use as uses using (queue_name)
inner join endpoint using (ddm_endpoint_name)
inner join
    queue_endpoint
    on uses.queue_name = queue_endpoint.queue_name
    and uses.ddm_endpoint_name = queue_endpoint.ddm_endpoint_name
    and queue_endpoint.scope = 'default'
cross join cfg
where uses.is_output
group by nucleus_member.nucleus, uses.ddm_endpoint_name
