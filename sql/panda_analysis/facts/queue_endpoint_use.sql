-- title: storage endpoints that analysis jobs of a queue read from or write to
-- grain: queue_name, ddm_endpoint_name
-- source: spec/analysis-and-software.md 1.0, 1.6: scope analysis where the queue has
-- source: it, for each direction, else default
with

    used as (
        select
            queue_endpoint.queue_name,
            queue_endpoint.ddm_endpoint_name,
            queue_endpoint.scope,
            queue_endpoint.write_lan_role,
            queue_endpoint.default_read,
            queue_endpoint.default_write,
            queue_endpoint.order_read,
            queue_endpoint.order_write,
            coalesce(queue_endpoint.read_lan_role, false)
            and not coalesce(endpoint.blacklisted_read, false) as is_readable
        from queue_endpoint
        inner join
            endpoint on queue_endpoint.ddm_endpoint_name = endpoint.ddm_endpoint_name
        where queue_endpoint.scope in ('default', 'analysis')
    ),

    scopes as (
        select
            used.queue_name,
            case
                when bool_or(used.scope = 'analysis' and used.is_readable)
                then 'analysis'
                else 'default'
            end as input_scope,
            case
                when
                    bool_or(
                        used.scope = 'analysis' and coalesce(used.write_lan_role, false)
                    )
                then 'analysis'
                else 'default'
            end as output_scope
        from used
        group by used.queue_name
    ),

    roles as (
        select
            used.queue_name,
            used.ddm_endpoint_name,
            bool_or(used.scope = scopes.input_scope and used.is_readable) as is_input,
            bool_or(
                used.scope = scopes.output_scope
                and coalesce(used.write_lan_role, false)
            ) as is_output,
            bool_or(
                used.scope = scopes.input_scope and coalesce(used.default_read, false)
            ) as is_default_input,
            bool_or(
                used.scope = scopes.output_scope and coalesce(used.default_write, false)
            ) as is_default_output,
            bool_or(
                used.scope = 'default'
                and used.is_readable
                and ends_with(used.ddm_endpoint_name, '_VP_DISK')
            ) as is_virtual,
            min(used.order_read) filter (used.scope = scopes.input_scope) as order_read,
            min(used.order_write) filter (
                used.scope = scopes.output_scope
            ) as order_write
        from used
        inner join scopes on used.queue_name = scopes.queue_name
        group by used.queue_name, used.ddm_endpoint_name
    )

select
    roles.*,
    endpoint.site_name,
    coalesce(endpoint.type = 'DATADISK', false) as is_datadisk,
    coalesce(endpoint.is_tape, false) as is_tape,
    endpoint.read_lan,
    endpoint.write_lan,
    endpoint.read_wan,
    endpoint.write_wan,
    endpoint.space_free,
    coalesce(endpoint.space_free, 0)
    + coalesce(endpoint.space_expired, 0)
    - coalesce(endpoint.space_min_free, 0)
    - coalesce(endpoint.space_unavailable, 0) as space_usable
from roles
inner join endpoint on roles.ddm_endpoint_name = endpoint.ddm_endpoint_name
