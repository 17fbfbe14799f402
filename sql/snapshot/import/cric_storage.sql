-- CRIC astorages {activity: [endpoint, ...]}, one row per entry. The order of a
-- list is the preference.
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
