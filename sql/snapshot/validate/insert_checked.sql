-- Every value is converted once; a value that is lost keeps its row out.
insert into main.$table ($columns)
with
    converted as materialized (
        select $values, $given
        from snapshot_part
        where $guard
    )
select $columns
from converted
where not ($is_lossy)
