-- The keys of the objects, and which of them hold a list or an object somewhere.
with
    cells as (
        select
            unnest(json_keys(snapshot_line)) as name,
            unnest(json_type(snapshot_line, '$.*')) as kind
        from snapshot_object
        where json_type(snapshot_line) = 'OBJECT'
    )
select name, bool_or(kind in ('ARRAY', 'OBJECT')) as is_nested
from cells
group by name
order by name
