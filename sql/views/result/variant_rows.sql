-- title: the rows of a table once for each variant of it
-- grain: the key of the table, cycle_no
create or replace table x_cycle as
select range::integer as cycle_no
from range($n_variants)
;

create or replace table $table as
select original.*, x_cycle.cycle_no
from main.$table as original
cross join x_cycle
