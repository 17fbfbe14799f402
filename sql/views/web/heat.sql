-- title: how many tasks each criterion keeps from the queues of each cloud
-- grain: criterion
with
    cells as (
        select
            criterion,
            cloud,
            arg_min(class, pair.line_no) as class,
            min(pair.line_no) as line_no,
            count(*) as n
        from pair
        where policy = ? and outcome = 'rejected'
        group by criterion, cloud
    )

select
    criterion,
    arg_min(class, line_no) as class,
    map_from_entries(list((cloud, cells.n) order by line_no, cloud)) as counts,
    sum(cells.n)::bigint as n
from cells
group by criterion
order by n desc, min(line_no), criterion
