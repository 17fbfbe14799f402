-- CRIC astorages {activity: [endpoint, ...]}, one row per entry. The order of a list
-- is the preference.
create or replace temp table cric_storage as
select
    cric_entry.queue_order,
    cric_entry.queue_name,
    cric_entry.site_name,
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

-- What stands there in place of a list of names.
create or replace temp table cric_storage_fault as
with
    activities as (
        select
            cric_entry.queue_order,
            cric_entry.queue_name,
            activity.key as activity,
            activity.value as endpoints
        from cric_entry
        cross join json_each(cric_entry.entry, '$.astorages') as activity
        where
            cric_entry.problem is null
            and json_type(cric_entry.entry, '$.astorages') = 'OBJECT'
    )

select
    queue_order,
    queue_name,
    'astorages.' || activity as field,
    format('is a JSON {} where a list is due, left out', lower(json_type(endpoints))) as text
from activities
where json_type(endpoints) not in ('ARRAY', 'NULL')
union all
select distinct
    activities.queue_order,
    activities.queue_name,
    'astorages.' || activities.activity as field,
    format(
        'holds a JSON {} where a name is due, left out', lower(json_type(storage.value))
    ) as text
from activities
cross join json_each(activities.endpoints) as storage
where
    json_type(activities.endpoints) = 'ARRAY' and json_type(storage.value) <> 'VARCHAR'
;

-- A queue reads from read_lan and writes to write_lan; *_analysis is the same for the
-- scope analysis. Where it has none of a kind, pr and pw count with the variable
-- old_roles. Other activities name endpoints but give a queue no role.
create or replace temp table cric_role as
select *
from
    (
        values
            ('read_lan', 'default', 'read', 0),
            ('pr', 'default', 'read', 1),
            ('write_lan', 'default', 'write', 0),
            ('pw', 'default', 'write', 1),
            ('read_lan_analysis', 'analysis', 'read', 0),
            ('write_lan_analysis', 'analysis', 'write', 0)
    ) as rules(activity, scope, direction, fallback)
;

-- Entries of pr and pw at queues without the newer ones.
create or replace temp table cric_fallback as
select cric_storage.queue_name, cric_storage.ddm_endpoint_name, cric_role.direction
from cric_storage
inner join cric_role using (activity)
qualify
    cric_role.fallback = 1
    and min(cric_role.fallback) over (
        partition by
            cric_storage.queue_name, cric_role.scope, cric_role.direction
    ) = 1
;
