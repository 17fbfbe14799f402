-- One row per pandaqueue of the file (relation document: one row, column content),
-- in the order of the file. The file is an object of objects, a list of objects, or
-- one object. A row with a problem is quarantined: it becomes no queue.
create or replace temp table cric_entry as
with
    documents as (
        select
            content::json as document,
            json_type(content, '$.name') = 'VARCHAR'
            and json_type(content, '$.astorages') is not null as is_single
        from document
    ),

    entries as (
        select 0 as queue_order, '' as json_key, document as entry
        from documents
        where is_single
        union all
        select rowid as queue_order, key as json_key, value as entry
        from json_each((select document from documents where not is_single)) as each
    ),

    named as (
        select
            queue_order,
            json_key,
            entry,
            json_text(entry, '$.name') as queue_name,
            row_number() over (
                partition by json_text(entry, '$.name') order by queue_order
            ) as occurrence
        from entries
    )

select
    queue_order,
    json_key,
    entry,
    queue_name,
    case
        when json_type(entry) <> 'OBJECT'
        then format('is a JSON {} where an object is due', lower(json_type(entry)))
        when queue_name is null
        then 'has no name'
        when occurrence > 1
        then 'the name stands twice in the file, the first one counts'
        when json_flag(entry, '$.is_virtual')
        then 'is a virtual queue'
    end as problem
from named
;
