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
                coalesce(json_type(content, '$.name') = 'VARCHAR', false)
                or coalesce(json_type(content, '$.rse') = 'VARCHAR', false)
                or coalesce(json_type(content, '$.account') = 'VARCHAR', false)
                or not (
                    select coalesce(bool_or(json_type(member.value) = 'OBJECT'), true)
                    from json_each(document.content) as member
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
            documents.file_no,
            documents.file,
            documents.line_no,
            each.rowid as place,
            case when json_type(documents.content) = 'OBJECT' then each.key end as name,
            each.value as entry
        from documents
        cross join json_each(documents.content) as each
        where not documents.is_record
    )

select
    row_number() over (order by file_no, line_no, place) as entry_no,
    file,
    name,
    entry
from entries
;
