-- title: weights of a queue by its class and by the length of the user's queue
-- grain: jedi_task_id, chunk_no, round, queue_name
-- source: C337, C338, C339, C340, C341, C342, C343, C344, C345, C346, C347
-- differs: pool and table of the page over all candidates, of the running system by
-- class (9, rows 2 and 46)
with

    pooled as (
        select
            pair_class.jedi_task_id,
            pair_class.chunk_no,
            pair_class.round,
            pair_class.queue_name,
            pair_class.is_merging,
            pair_class.n_jobs,
            pair_class.n_queues,
            pair_class.room,
            pair_class.room as room_raw,
            pair_class.room_all,
            case
                when not pair_class.is_by_class
                then pair_class.n_jobs
                when cfg.wq_pool = 'all'
                then pair_class.page_weight
                else pair_class.class_weight
            end::double as site_weight,
            case
                when pair_class.is_by_class and cfg.wq_pool = 'class'
                then pair_class.class_room
                else pair_class.room_all
            end as pool,
            case
                when pair_class.is_by_class and cfg.wq_pool = 'class'
                then pair_class.n_in_class
                else pair_class.n_queues
            end as n_pool,
            greatest(
                pair_class.room - pair_class.n_jobs / pair_class.n_queues::double, 0
            ) as page_numerator,
            greatest(unit_pool.room - pair_class.n_jobs, 0) as page_denominator
        from pair_class
        left join unit_pool using (jedi_task_id, chunk_no, pool_round)
        cross join cfg
    )

select
    pooled.jedi_task_id,
    pooled.chunk_no,
    pooled.round,
    pooled.queue_name,
    pooled.site_weight,
    case
        when cfg.wq_pool = 'all'
        then
            case
                when pooled.page_denominator > 0
                then pooled.page_numerator / pooled.page_denominator
                else 1::double / pooled.n_queues
            end
        when pooled.pool - pooled.site_weight > 0 and not pooled.is_merging
        then
            greatest(
                greatest(pooled.room, 0) - pooled.site_weight / pooled.n_pool,
                cfg.least_queue_weight * pooled.site_weight
            )
            / (pooled.pool - pooled.site_weight)
        when pooled.pool > 0
        then greatest(pooled.room, 0) / pooled.pool
        else 1::double / pooled.n_pool
    end as queue_weight
from pooled
cross join cfg
