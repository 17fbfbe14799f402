-- CRIC downtimes {rse: {activity: {status: {value}}}}. No record is right too: nothing
-- is down then. A file of another kind has records too, but none with a status.
create or replace temp table record as
select
    entry_no,
    name,
    entry,
    bool_or(
        len(json_extract(entry, '$.*.status')) > 0
        or list_bool_or(
            json_exists(entry, ['$.read_lan', '$.write_lan', '$.read_wan', '$.write_wan'])
        )
    ) over () as is_kind,
    case
        when json_type(entry) <> 'OBJECT'
        then format('is a JSON {} where an object is due', lower(json_type(entry)))
        when name is null
        then 'has no name'
        when not is_kind
        then 'has no activity with a status, nor has another record: read_lan, write_wan'
        when name not in (select ddm_endpoint_name from endpoint)
        then 'is no endpoint of the snapshot'
    end as problem
from entry
;

create or replace temp table downtime as
select
    record.entry_no,
    record.name as ddm_endpoint_name,
    activity.key as activity,
    upper(
        coalesce(
            json_text(activity.value, '$.status.value'),
            case
                when json_type(activity.value, '$.status') = 'VARCHAR'
                then json_text(activity.value, '$.status')
                when json_type(activity.value) = 'VARCHAR'
                then json_text(activity.value, '$')
            end
        )
    ) as status
from record
cross join json_each(record.entry) as activity
where record.problem is null
;
