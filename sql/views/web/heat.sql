-- title: how many tasks each criterion keeps from the queues of each cloud
-- grain: criterion
with
    cells as (
        select
            pair.criterion,
            pair.cloud,
            arg_min(pair.class, pair.line_no) as class,
            min(pair.line_no) as line_no,
            count(*) as n
        from pair
        where pair.policy = ? and pair.outcome = 'rejected'
        group by pair.criterion, pair.cloud
    )

select
    cells.criterion,
    arg_min(cells.class, cells.line_no) as class,
    map_from_entries(
        list((cells.cloud, cells.n) order by cells.line_no, cells.cloud)
    ) as counts,
    sum(cells.n)::bigint as n
from cells
group by cells.criterion
order by n desc, min(cells.line_no), cells.criterion
