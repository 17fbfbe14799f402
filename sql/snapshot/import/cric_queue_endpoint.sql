-- CRIC astorages -> queue_endpoint. A queue reads from read_lan, without it from
-- pr, and writes to write_lan, without it to pw; *_analysis is the same for the
-- scope analysis. Other activities name endpoints but give a queue no role.
insert into queue_endpoint by name
with
    rules (activity, scope, direction, fallback) as (
        values
            ('read_lan', 'default', 'read', 0),
            ('pr', 'default', 'read', 1),
            ('write_lan', 'default', 'write', 0),
            ('pw', 'default', 'write', 1),
            ('read_lan_analysis', 'analysis', 'read', 0),
            ('write_lan_analysis', 'analysis', 'write', 0)
    ),

    roles as (
        select
            cric_storage.queue_name,
            cric_storage.site_name,
            cric_storage.ddm_endpoint_name,
            rules.scope,
            rules.direction,
            row_number() over (
                partition by
                    cric_storage.queue_name,
                    rules.scope,
                    rules.direction,
                    rules.fallback
                order by cric_storage.place
            ) as preference
        from cric_storage
        inner join rules on cric_storage.activity = rules.activity
        qualify
            rules.fallback = min(rules.fallback) over (
                partition by cric_storage.queue_name, rules.scope, rules.direction
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
