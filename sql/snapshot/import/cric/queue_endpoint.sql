-- CRIC astorages -> queue_endpoint, by the roles of cric_role.
insert into queue_endpoint by name
with
    roles as (
        select
            cric_storage.queue_name,
            cric_storage.site_name,
            cric_storage.ddm_endpoint_name,
            cric_role.scope,
            cric_role.direction,
            row_number() over (
                partition by
                    cric_storage.queue_name,
                    cric_role.scope,
                    cric_role.direction,
                    cric_role.fallback
                order by cric_storage.place
            ) as preference
        from cric_storage
        inner join cric_role on cric_storage.activity = cric_role.activity
        where cric_role.fallback = 0 or getvariable('old_roles')
        qualify
            cric_role.fallback = min(cric_role.fallback) over (
                partition by
                    cric_storage.queue_name, cric_role.scope, cric_role.direction
            )
    )

select
    roles.queue_name,
    roles.ddm_endpoint_name,
    roles.scope,
    coalesce(endpoint.site_name = any_value(roles.site_name), false) as is_local,
    bool_or(roles.direction = 'read') as read_lan_role,
    bool_or(roles.direction = 'write') as write_lan_role,
    bool_or(roles.direction = 'read' and roles.preference = 1) as default_read,
    bool_or(roles.direction = 'write' and roles.preference = 1) as default_write,
    min(roles.preference) filter (where roles.direction = 'read') as order_read,
    min(roles.preference) filter (where roles.direction = 'write') as order_write
from roles
inner join endpoint on roles.ddm_endpoint_name = endpoint.ddm_endpoint_name
group by
    roles.queue_name, roles.ddm_endpoint_name, roles.scope, endpoint.site_name
order by roles.queue_name, roles.scope, roles.ddm_endpoint_name
;
