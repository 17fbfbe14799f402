-- Rows of one key in both snapshots: each value that is another one.
with
    row_pairs as (
        select $row_key as row_key, unnest([$cells]) as cell
        from before_rows as before
        inner join after_rows as after on $same_key
        where before is distinct from after
    )

select row_key, 'changed' as change, cell.column_name, cell.value_before, cell.value_after
from row_pairs
where cell.value_before is distinct from cell.value_after
order by row_key, cell.place
