select distinct unnest(json_keys(snapshot_line)) as name
from snapshot_object
where json_type(snapshot_line) = 'OBJECT'
order by name
