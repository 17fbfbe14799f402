-- A request as a pilot sends it, with DIRAC's names, or with those of dirac_pilot.
-- A key's name counts without signs and capitals: CPUTime, cpu_time, PilotReference.
create or replace temp macro request_key(name) as lower(replace(name, '_', ''))
;

create or replace temp table record as
select
    entry_no,
    coalesce(name, 'request ' || entry_no) as name,
    entry,
    case
        when json_type(entry) <> 'OBJECT'
        then format('is a JSON {} where an object is due', lower(json_type(entry)))
    end as problem
from entry
;

create or replace temp table request_field as
select
    record.entry_no,
    request_key(field.key) as key,
    any_value(field.value) as value
from record
cross join json_each(record.entry) as field
where record.problem is null and json_type(field.value) <> 'NULL'
group by all
;
