-- Rows whose parents lead in a circle of several; a row that is its own ends the way.
-- Each step goes twice as far as the one before, so that no chain of rows is left.
with recursive
    way as (
        select $key as own, $parent as above, 0 as n_steps
        from main.$table
        where $parent <> $key
        union all
        select way.own, next.above, way.n_steps + 1
        from way
        inner join way as next on way.above = next.own
        where way.n_steps < 30
    )

select own as row_key
from way
where n_steps = 30
