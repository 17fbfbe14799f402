-- A file in which some line is not JSON: such a line becomes a JSON text.
create or replace temp table snapshot_object as
with
    files as (
        select unnest(string_split(ltrim(content, chr(65279)), chr(10))) as line
        from read_text(getvariable('snapshot_files'))
    )
select coalesce(try_cast(line as json), to_json(line)) as snapshot_line
from files
where trim(line, e' \t\r') <> ''
