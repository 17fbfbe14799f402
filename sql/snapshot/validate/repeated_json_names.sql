-- Rows with two values under one name, in an object of a JSON column at any depth.
select any_value($key) as row_key
from main.$table as checked
cross join json_tree(checked.$column) as node
group by checked.rowid, node.fullkey
having count(*) > 1
