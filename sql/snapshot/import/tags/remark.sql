create or replace temp table remark as
select
    record.entry_no as place,
    record.name || '.' || field.key as subject,
    case
        when field.key in ('cmtconfigs', 'containers', 'cvmfs', 'architectures', 'tags')
        then
            format('is a JSON {} where a list is due', lower(json_type(field.value)))
        else 'is no field of tags that is known here, kept'
    end as text
from record
cross join json_each(record.entry) as field
where
    record.problem is null
    and (
        field.key not in ('cmtconfigs', 'containers', 'cvmfs', 'architectures', 'tags')
        or json_type(field.value) not in ('ARRAY', 'NULL')
    )
union all
select
    entry_no as place, name as subject, 'is no queue of the snapshot, kept' as text
from record
where
    problem is null
    and name <> 'ALL'
    and exists (from queue)
    and name not in (select queue_name from queue)
;
