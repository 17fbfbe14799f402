-- title: set one value otherwise in one variant of a table
update $table
set $column = ?
where $row and cycle_no = $variant_no
