-- title: class of each queue by how long user jobs wait: 1 hi, 0 mid, -1 lo
-- grain: queue_name
-- bounds: the longest wait of a class belongs to it
-- nulls: no row without waiting times; no recorded start keeps a queue from hi
-- note: thirds of the rank among GRID queues; this is what evaluation records as
-- analy_site_eval, worked out anew
with
    ranks as (
        select
            site_wait.queue_name,
            coalesce(queue.resource_category = 'GRID', false) as is_grid,
            site_wait.w_cl95upp_s,
            site_long_queue.n_long,
            greatest(site_wait.w_cl95upp_s, site_long_queue.long_mean_s) as rank_s,
            coalesce(queue_start.n_slots > 0, false) as is_starting
        from site_wait
        inner join site_long_queue using (queue_name)
        left join queue using (queue_name)
        left join queue_start using (queue_name)
    ),
    sorted as (select list(rank_s order by rank_s) as grid_ranks from ranks where is_grid)

select
    ranks.*,
    greatest(
        interpolated(sorted.grid_ranks, cfg.class_hi_quantile), cfg.class_hi_wait_s
    ) as hi_wait_s,
    greatest(
        interpolated(sorted.grid_ranks, cfg.class_lo_quantile), cfg.class_lo_wait_s
    ) as lo_wait_s,
    case
        when
            ranks.is_starting
            and (
                ranks.rank_s <= hi_wait_s
                or (ranks.w_cl95upp_s <= hi_wait_s and ranks.n_long <= cfg.class_hi_max_long)
            )
        then 1
        when ranks.rank_s > lo_wait_s
        then -1
        else 0
    end as class
from ranks
cross join sorted
cross join cfg
