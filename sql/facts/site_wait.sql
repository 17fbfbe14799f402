-- title: how long user jobs wait at each queue: weighted mean and upper limit
-- grain: queue_name
-- nulls: no row without a start
-- note: young starts weigh more; the limit is a one-sided 95 % one of Student's t
with
    means as (
        select
            queue_name,
            count(*) as n_starts,
            fsum(wait_start.weight order by wait_start.weight) as weight,
            fsum(wait_start.weight * wait_s order by wait_start.weight, wait_s)
            / fsum(wait_start.weight order by wait_start.weight) as w_mean_s
        from wait_start
        group by queue_name
    ),
    spreads as (
        select
            wait_start.queue_name,
            any_value(means.n_starts) as n_starts,
            any_value(means.weight) as weight,
            any_value(means.w_mean_s) as w_mean_s,
            sqrt(
                fsum(
                    wait_start.weight
                    * (wait_start.wait_s - means.w_mean_s)
                    * (wait_start.wait_s - means.w_mean_s)
                    order by wait_start.weight, wait_start.wait_s
                )
                / any_value(means.weight)
            ) as w_stdev_s
        from wait_start
        inner join means using (queue_name)
        group by wait_start.queue_name
    )

select
    spreads.*,
    if(
        spreads.w_stdev_s = 0,
        spreads.w_mean_s,
        least(cfg.wait_limit_s, spreads.w_mean_s + spreads.w_stdev_s * student_95(spreads.weight))
    ) as w_cl95upp_s
from spreads
cross join cfg
