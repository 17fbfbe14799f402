-- title: slots that each user holds at hi and mid sites, and how many are left
-- grain: prod_user_name
-- nulls: a user without such jobs anywhere has no row
-- note: running jobs of User and Express Analysis at GRID queues with a class; merge
-- jobs and gangarbt do not count; this is what evaluation records as analy_user_eval,
-- worked out anew
with
    works as (
        select
            user_job_stats.prod_user_name,
            case
                when user_job_stats.job_status = 'running' and site_class.is_grid
                then user_job_stats.n_cores
            end as n_cores,
            site_class.class
        from user_job_stats
        left join site_class using (queue_name)
        where
            user_job_stats.gshare in ('User Analysis', 'Express Analysis')
            and not coalesce(user_job_stats.is_pmerge, false)
            and user_job_stats.prod_user_name <> 'gangarbt'
    ),
    sums as (
        select
            prod_user_name,
            coalesce(sum(n_cores) filter (where class = 1), 0)::bigint as running_slots_hi,
            coalesce(sum(n_cores) filter (where class = 0), 0)::bigint as running_slots_mid
        from works
        group by prod_user_name
    )

select
    sums.prod_user_name,
    sums.running_slots_hi,
    sums.running_slots_mid,
    greatest(cfg.user_usage_threshold_a - sums.running_slots_hi, 0) as rem_slots_a,
    greatest(
        cfg.user_usage_threshold_b - sums.running_slots_hi - sums.running_slots_mid, 0
    ) as rem_slots_b
from sums
cross join cfg
