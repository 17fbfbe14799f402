-- Which of the columns of text hold a list or an object somewhere.
select count(*)
from snapshot_object
where list_has_any(json_type(snapshot_line, [$paths]), ['ARRAY', 'OBJECT'])
