-- title: nuclei that may get a task, numbered in the order of their names
-- grain: nucleus
-- note: draws walk the nuclei in this order
select nucleus, row_number() over (order by nucleus) as place
from
    (
        select nucleus
        from pair_weight
        union
        select preset_nucleus
        from brokered_task
        where preset_nucleus is not null
    ) as nuclei
