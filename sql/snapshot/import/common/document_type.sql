-- Of each file how many JSON objects and lists it holds, how much else, the first line
-- of that, and then the text. One empty file among several is an answer without rows.
with
    contents as (
        select file_no, line_no, json_type(content) in ('OBJECT', 'ARRAY') as is_good
        from document
        union all
        select file_no, line_no, false as is_good
        from document_fault
    )

select
    document_text.file,
    count(*) filter (where contents.is_good),
    count(*) filter (where not contents.is_good),
    min(contents.line_no) filter (where not contents.is_good),
    if(bool_and(coalesce(contents.is_good, false)), null, any_value(document_text.content))
from document_text
left join contents on document_text.file_no = contents.file_no
where trim(document_text.content) <> '' or (select count(*) from document_text) = 1
group by document_text.file_no, document_text.file
order by document_text.file_no
