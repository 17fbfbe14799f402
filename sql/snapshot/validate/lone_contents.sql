-- Rows without a key that only one of the snapshots has, as often as it has them.
with
    lone as (
        from $relation
        except all
        from $other
    )

select
    $row_key as row_key,
    $change as change,
    null,
    case when $is_removed then cast(to_json(before) as varchar) end as value_before,
    case when not $is_removed then cast(to_json(before) as varchar) end as value_after
from lone as before
order by row_key, value_before, value_after
