-- Of each file how many JSON objects and lists it holds, and how much else. One empty
-- file among several is an answer without rows.
select
    document_text.file,
    count(*) filter (where json_type(document.content) in ('OBJECT', 'ARRAY')),
    count(document.content) filter (where json_type(document.content) not in ('OBJECT', 'ARRAY'))
    + (select count(*) from document_fault where document_fault.file_no = document_text.file_no)
from document_text
left join document on document_text.file_no = document.file_no
where trim(document_text.content) <> '' or (select count(*) from document_text) = 1
group by document_text.file_no, document_text.file
order by document_text.file_no
