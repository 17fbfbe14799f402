-- title: set one value otherwise in some variants of a table
update $table
set $column = changed.new_value
from (select unnest(?::integer[]) as variant_no, unnest(?::varchar[]) as new_value) as changed
where $row and cycle_no = changed.variant_no
