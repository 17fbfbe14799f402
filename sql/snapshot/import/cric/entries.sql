-- One row per pandaqueue of the documents, in their order. A document is an object of
-- objects, a list of objects, or one object. A row with a problem becomes no queue.
create or replace temp table cric_entry as
with
    documents as (
        select
            file_no,
            line_no,
            content::json as document,
            json_type(content, '$.name') = 'VARCHAR'
            and json_type(content, '$.astorages') is not null as is_single
        from document
    ),
    entries as (
        select file_no, line_no, 0 as place, '' as json_key, document as entry
        from documents
        where is_single
        union all
        select
            file_no,
            line_no,
            generate_subscripts(json_values(document), 1) as place,
            unnest(json_names(document)) as json_key,
            unnest(json_values(document)) as entry
        from documents
        where not is_single
    ),
    numbered as (
        select
            row_number() over (order by file_no, line_no, place) - 1 as queue_order,
            coalesce(
                json_key, json_text(entry, '$.name'), format('record {}', place)
            ) as json_key,
            entry,
            json_text(entry, '$.name') as queue_name
        from entries
    )

select
    *,
    coalesce(
        json_string(entry, '$.atlas_site'),
        json_string(entry, '$.rc_site'),
        json_string(entry, '$.panda_site')
    ) as site_name,
    null::varchar as role,
    coalesce(json_string(entry, '$.site_state'), json_string(entry, '$.rc_site_state'))
    as site_state,
    case
        when json_type(entry) <> 'OBJECT'
        then format('is a JSON {} where an object is due', lower(json_type(entry)))
        when queue_name is null
        then 'has no name'
        when row_number() over (partition by queue_name order by queue_order) > 1
        then 'the name stands twice in the file, the first one counts'
        when json_flag(entry, '$.is_virtual')
        then 'is a virtual queue'
    end as problem
from numbered
;
