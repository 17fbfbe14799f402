-- CRIC sites {site: {...}} or a list of them. A file of another kind has records
-- too, but none with a key that only sites have.
create or replace temp table record as
select
    entry_no,
    coalesce(json_text(entry, '$.name'), name) as name,
    entry,
    case
        when json_type(entry) <> 'OBJECT'
        then format('is a JSON {} where an object is due', lower(json_type(entry)))
        when
            not bool_or(
                list_bool_or(
                    json_exists(entry, ['$.datapolicies', '$.presources', '$.ddmendpoints'])
                )
            ) over ()
        then 'has no key of a site, nor has another record: datapolicies, presources'
        when coalesce(json_text(entry, '$.name'), name) is null
        then 'has no name'
    end as problem
from entry
;

create or replace temp table site_entry as
select
    name as site_name,
    json_text(entry, '$.state') as site_state,
    if(list_contains(json_words(entry, '$.datapolicies'), 'Nucleus'), 'nucleus', 'satellite') as role,
    entry
from record
where problem is null
qualify row_number() over (partition by name order by entry_no) = 1
;

-- What stands below presources, whatever its depth: names of PanDA sites and queues.
create or replace temp table site_queue as
select distinct site_entry.site_name, inner_name.key as queue_name
from site_entry
cross join json_tree(site_entry.entry, '$.presources') as inner_name
where inner_name.key is not null
;

create or replace temp table site_endpoint as
select site_entry.site_name, storage.key as ddm_endpoint_name
from site_entry
cross join json_each(site_entry.entry, '$.ddmendpoints') as storage
where json_type(site_entry.entry, '$.ddmendpoints') = 'OBJECT'
;
