-- One row per record of the documents, in their order: the members of a list, the
-- values of an object by their keys, or an object that says itself whose it is, or
-- whose values are no objects.
create or replace temp table entry as
with
    documents as (
        select
            file_no,
            file,
            line_no,
            content::json as content,
            json_type(content) = 'OBJECT'
            and (
                list_contains(json_type(content, ['$.name', '$.rse', '$.account']), 'VARCHAR')
                or not coalesce(
                    list_bool_or(
                        list_transform(
                            json_values(content), lambda value: json_type(value) = 'OBJECT'
                        )
                    ),
                    true
                )
            ) as is_record
        from document
    ),
    entries as (
        select file_no, file, line_no, 0 as place, null as name, content as entry
        from documents
        where is_record
        union all
        select
            file_no,
            file,
            line_no,
            generate_subscripts(json_values(content), 1) as place,
            unnest(json_names(content)) as name,
            unnest(json_values(content)) as entry
        from documents
        where not is_record
    )

select
    row_number() over (order by file_no, line_no, place) as entry_no,
    file,
    name,
    entry
from entries
;
