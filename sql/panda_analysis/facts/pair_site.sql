-- title: weights of a queue by its class and by the length of the user's queue
-- grain: pair_no
-- source: Brokerage page, ATLAS Analysis Job Brokerage, "New basic weight"
-- source: spec/analysis-and-software.md 1.8 and 9, table of W_s
-- differs: pool and table of the page over all candidates, of the running system by
-- differs: class (9, rows 2 and 46)
with

    meant as (
        select
            kept_pair.pair_no,
            unit_queue.room,
            unit_queue.site_class,
            unit_weight.*,
            analysis_chunk.is_merging,
            case
                unit_queue.site_class
                when 1
                then unit_weight.weight_hi
                when 0
                then unit_weight.weight_mid
                else unit_weight.weight_lo
            end as class_weight,
            case
                unit_queue.site_class
                when 1
                then unit_weight.room_hi
                when 0
                then unit_weight.room_mid
                else unit_weight.room_lo
            end as class_room,
            case
                unit_queue.site_class
                when 1
                then unit_weight.n_hi
                when 0
                then unit_weight.n_mid
                else unit_weight.n_lo
            end as n_in_class,
            case
                when
                    unit_queue.site_class = case
                        when unit_weight.task_class > 1
                        then 1
                        else unit_weight.task_class
                    end
                then unit_weight.n_jobs
                when
                    (unit_queue.site_class, least(unit_weight.task_class, 1))
                    in ((0, 1), (-1, 0), (0, -1))
                then cfg.epsilon_1
                else cfg.epsilon_2
            end::double as page_weight
        from kept_pair
        inner join
            unit_queue
            on kept_pair.pool_no = unit_queue.pool_no
            and kept_pair.unified_name = unit_queue.unified_name
        left join unit_weight on kept_pair.pool_no = unit_weight.pool_no
        inner join
            analysis_chunk
            on kept_pair.jedi_task_id = analysis_chunk.jedi_task_id
            and kept_pair.chunk_no = analysis_chunk.chunk_no
        cross join cfg
    ),

    pooled as (
        select
            meant.pair_no,
            meant.is_merging,
            meant.n_jobs,
            meant.n_queues,
            meant.room,
            meant.room as room_raw,
            meant.room_all,
            case
                when not meant.is_by_class
                then meant.n_jobs
                when cfg.wq_pool = 'all'
                then meant.page_weight
                else meant.class_weight
            end::double as site_weight,
            case
                when meant.is_by_class and cfg.wq_pool = 'class'
                then meant.class_room
                else meant.room_all
            end as pool,
            case
                when meant.is_by_class and cfg.wq_pool = 'class'
                then meant.n_in_class
                else meant.n_queues
            end as n_pool,
            greatest(
                meant.room - meant.n_jobs / meant.n_queues::double, 0
            ) as page_numerator,
            greatest(unit_pool.room - meant.n_jobs, 0) as page_denominator
        from meant
        left join unit_pool on meant.pool_no = unit_pool.pool_no
        cross join cfg
    )

select
    pooled.pair_no,
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
