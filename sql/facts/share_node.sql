-- title: the tree of global shares, each with its percentage of the whole
-- grain: name
-- nulls: a share without a value has nothing; siblings without any value likewise
-- note: a share divides what its parent has; siblings stand in the order of their
-- names, as PanDA leaves it to the database
with recursive
    siblings as (
        select
            name,
            nullif(global_share.parent, '') as parent,
            coalesce(
                value / nullif(
                    fsum(value order by value) over (partition by nullif(global_share.parent, '')),
                    0
                ),
                0
            ) as fraction
        from global_share
    ),
    nodes as (
        select name, parent, 1 as depth, 100::double * fraction as percent, [name] as path
        from siblings
        where parent is null
        union all
        select
            siblings.name,
            siblings.parent,
            nodes.depth + 1,
            nodes.percent * siblings.fraction,
            list_append(nodes.path, siblings.name)
        from nodes
        inner join siblings on nodes.name = siblings.parent
    )

select
    name,
    parent,
    depth,
    path,
    list_extract(path, 1) as first_level,
    percent,
    name not in (select siblings.parent from siblings where siblings.parent is not null) as is_leaf,
    row_number() over (order by path) as tree_no
from nodes
