-- A file in which every value is JSON.
create or replace temp table snapshot_object as
select json as snapshot_line
from read_json_objects(getvariable('snapshot_files'), format = 'auto')
