select count(*)
from snapshot_object
where json_type(snapshot_line) = 'OBJECT' and not snapshot_names_differ(snapshot_line)
