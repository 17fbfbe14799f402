-- title: storage endpoints that analysis jobs of a queue read from or write to
-- grain: queue_name, ddm_endpoint_name
-- note: scope analysis where the queue has it, for each direction, else default
select
    endpoint_role.*,
    endpoint.site_name,
    coalesce(endpoint.type = 'DATADISK', false) as is_datadisk,
    coalesce(endpoint.is_tape, false) as is_tape,
    endpoint.read_lan,
    endpoint.write_lan,
    endpoint.read_wan,
    endpoint.write_wan,
    endpoint.space_free,
    usable_space(
        endpoint.space_free,
        endpoint.space_expired,
        endpoint.space_min_free,
        endpoint.space_unavailable
    ) as space_usable
from endpoint_role
inner join endpoint using (ddm_endpoint_name)
