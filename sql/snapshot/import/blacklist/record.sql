-- CRIC downtimes {rse: {activity: {status: {value}}}}. No record is right too: nothing
-- is down then.
create or replace temp table record as
select
    entry_no,
    name,
    entry,
    case
        when json_type(entry) <> 'OBJECT'
        then format('is a JSON {} where an object is due', lower(json_type(entry)))
        when name is null
        then 'has no name'
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
