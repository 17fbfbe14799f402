-- CRIC endpoints {rse: {...}} or a list of them; only active ones are endpoints. A
-- file of another kind has records too, but none with a key that only endpoints have.
create or replace temp table record as
with
    named as (
        select
            entry_no,
            coalesce(json_text(entry, '$.name'), name) as name,
            entry,
            bool_or(
                list_bool_or(json_exists(entry, ['$.token', '$.is_tape']))
            ) over () as is_kind
        from entry
    )

select
    entry_no,
    name,
    entry,
    case
        when json_type(entry) <> 'OBJECT'
        then format('is a JSON {} where an object is due', lower(json_type(entry)))
        when not is_kind
        then 'has no key of an endpoint, nor has another record: token, is_tape'
        when name is null
        then 'has no name'
        when row_number() over (partition by name order by entry_no) > 1
        then 'the name stands twice, the first one counts'
        when upper(json_text(entry, '$.state')) <> 'ACTIVE'
        then format('is {}, not ACTIVE', json_text(entry, '$.state'))
    end as problem
from named
;
