-- CRIC endpoints {rse: {...}} or a list of them; only active ones are endpoints.
create or replace temp table record as
with
    named as (
        select
            entry_no, coalesce(json_text(entry, '$.name'), name) as name, entry
        from entry
    )

select
    entry_no,
    name,
    entry,
    case
        when json_type(entry) <> 'OBJECT'
        then format('is a JSON {} where an object is due', lower(json_type(entry)))
        when name is null
        then 'has no name'
        when row_number() over (partition by name order by entry_no) > 1
        then 'the name stands twice, the first one counts'
        when upper(json_text(entry, '$.state')) <> 'ACTIVE'
        then format('is {}, not ACTIVE', json_text(entry, '$.state'))
    end as problem
from named
;
