-- The shares that hold jobs, with their part of the whole.
create or replace temp table world_share as
with recursive
    tree as (
        select
            name,
            value::double / (select sum(value) from global_share where parent is null)
            as part,
            parent
        from global_share
        where parent is null
        union all
        select
            child.name,
            tree.part
            * child.value
            / (
                select sum(sibling.value)
                from global_share as sibling
                where sibling.parent = child.parent
            ) as part,
            child.parent
        from global_share as child
        inner join tree on child.parent = tree.name
    )

select
    name as gshare,
    parent,
    part,
    row_number() over (order by name) as share_no,
    name like '%Analysis' as is_analysis,
    case when name like '%Analysis' then 'user' else 'managed' end as label
from tree
where name not in (select parent from global_share where parent is not null)
;
