-- title: queued jobs of weighed pairs beside the running ones that their cap allows for
-- grain: queue_name, n_queued, n_running_cap
-- nulls: express work and policies without caps have none
-- note: a run keeps the cap of a pair, so running jobs are those that come to this cap
select
    queue_name,
    unified_name,
    n_queued,
    n_running_cap,
    n_running_cap / $2::double as n_running,
    n_queued > n_running_cap as is_over,
    count(*) as n_pairs,
    sum(count(*)) over ()::bigint as n_all_pairs,
    count(*) over () as n_all
from weight_row
where policy = $1 and n_running_cap is not null
group by queue_name, unified_name, n_queued, n_running_cap
order by is_over desc, n_pairs desc, queue_name, n_queued, n_running_cap
limit $3
