-- The text of the file to import, as one row.
create or replace temp table document as
select $1::varchar as content
