-- Rows whose values do not stand in the table that they refer to.
select $value as row_key
from $relation as referring
where $is_set and not exists (select 1 from main.$target as referred where $is_equal)
