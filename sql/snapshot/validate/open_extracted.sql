-- One column of text for each known key of the objects; a JSON null is a NULL.
create or replace temp view snapshot_part as
with
    extracted as materialized (
        select snapshot_line, json_extract_string(snapshot_line, [$paths]) as found
        from snapshot_object
    )
select snapshot_line, $columns
from extracted
