-- title: how the factors of a weight are spread among chosen pairs and the others
-- grain: factor, is_chosen
with
    long as (
        unpivot (
            select
                weight_row.rank is not null as is_chosen,
                weight_row.* exclude (
                    chunk_no,
                    place,
                    rank,
                    n_running_cap,
                    n_queued,
                    max_wdir,
                    is_bootstrap,
                    for_jumbo,
                    policy,
                    jedi_task_id,
                    queue_name,
                    unified_name,
                    platform,
                    criterion,
                    detail
                )
            from weight_row
            where weight_row.policy = ?
        )
        on columns(* exclude (is_chosen))
        into name factor value x
    )

select
    long.factor,
    long.is_chosen,
    count(*) as n,
    quantile_cont(long.x, [0.05, 0.25, 0.5, 0.75, 0.95]) as quantiles
from long
where isfinite(long.x)
group by long.factor, long.is_chosen
order by long.factor = 'weight' desc, long.factor, long.is_chosen desc
