-- CRIC astorages {activity: [endpoint, ...]} -> endpoint and queue_endpoint. The
-- order of a list is the preference. A queue reads from read_lan, without it from
-- pr, and writes to write_lan, without it to pw; *_analysis is the same for the
-- scope analysis. Other activities name endpoints but give a queue no role.
create or replace temp table cric_storage as
select
    cric_entry.queue_order,
    cric_entry.queue_name,
    coalesce(
        json_text(cric_entry.entry, '$.atlas_site'),
        json_text(cric_entry.entry, '$.rc_site'),
        json_text(cric_entry.entry, '$.panda_site')
    ) as site_name,
    activity.key as activity,
    trim(json_extract_string(storage.value, '$')) as ddm_endpoint_name,
    min(storage.rowid) as place
from cric_entry
cross join json_each(cric_entry.entry, '$.astorages') as activity
cross join json_each(activity.value) as storage
where
    cric_entry.problem is null
    and json_type(cric_entry.entry, '$.astorages') = 'OBJECT'
    and json_type(activity.value) = 'ARRAY'
    and json_type(storage.value) = 'VARCHAR'
    and trim(json_extract_string(storage.value, '$')) <> ''
group by all
;

-- The site of an endpoint is the site among its users whose name begins the
-- endpoint's name (the longest), else the site with most queues on it.
insert into endpoint by name
with
    users as (
        select ddm_endpoint_name, site_name, count(distinct queue_name) as n_queues
        from cric_storage
        group by all
    ),

    endpoints as (
        select
            ddm_endpoint_name,
            first(
                site_name
                order by
                    case
                        when
                            starts_with(
                                upper(replace(ddm_endpoint_name, '_', '-')) || '-',
                                upper(replace(site_name, '_', '-')) || '-'
                            )
                        then length(site_name)
                        else 0
                    end desc,
                    n_queues desc,
                    site_name
            ) as site_name
        from users
        group by ddm_endpoint_name
    ),

    typed as (
        select
            ddm_endpoint_name,
            site_name,
            case
                when ends_with(ddm_endpoint_name, '_VP_DISK')
                then 'VP_DISK'
                when regexp_matches(ddm_endpoint_name, '_LOCALGROUPDISK(-|$)')
                then 'LOCALGROUPDISK'
                when
                    regexp_matches(
                        ddm_endpoint_name, '_(DET|PERF|PHYS|PROJ|SOFT|TRIG)-[^_]*$'
                    )
                then 'GROUPDISK'
                else regexp_extract(ddm_endpoint_name, '_([^_]+)$', 1)
            end as type
        from endpoints
    )

select
    ddm_endpoint_name,
    site_name,
    nullif(type, '') as type,
    'ATLAS' || nullif(type, '') as space_token,
    regexp_matches(ddm_endpoint_name, 'TAPE$') as is_tape
from typed
order by ddm_endpoint_name
;

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
