-- The documents to import: a file that is one JSON value is one of them, of any other
-- text each line is. Lines that are no JSON are kept in document_fault.
create or replace temp table document as
with
    texts as (
        select file_no, file, trim(content) as content, json_valid(trim(content)) as is_whole
        from document_text
    ),
    lines as (
        select
            file_no,
            file,
            unnest(string_split(content, chr(10))) as line,
            generate_subscripts(string_split(content, chr(10)), 1) as line_no
        from texts
        where not is_whole
    )

select file_no, file, 0 as line_no, content
from texts
where is_whole
union all
select file_no, file, line_no, trim(line) as content
from lines
where trim(line) <> ''
order by file_no, line_no
;

create or replace temp table document_fault as
select file_no, file, line_no, content
from document
where not json_valid(content)
;

delete from document
where not json_valid(content)
;
