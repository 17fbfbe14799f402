-- Rows whose parents lead in a circle of several; a row that is its own ends the way.
with recursive
    steps as (select $key as own, nullif($parent, $key) as parent from main.$table),

    settled as (
        select steps.own
        from steps
        left join steps as above on steps.parent = above.own
        where above.own is null
        union all
        select steps.own
        from settled
        inner join steps on settled.own = steps.parent
    )

select steps.own as row_key
from steps
left join settled on steps.own = settled.own
where settled.own is null
