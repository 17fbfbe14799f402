-- title: what pilot submission weighs of each task queue, and the pool it is drawn to
-- grain: tq_id
-- kind: view
-- source: T036
-- bounds: at most somewhat more pilots than jobs
-- nulls: without pools the usual ones; no list of enabled pools enables all; without an
-- enabled pool submit_pool is NULL
-- note: shorter jobs get more pilots, down to lowest_cpu_boost; the first enabled pool
-- in random order
with
    drawn as (
        select
            task_queue.tq_id,
            coalesce(
                task_queue.submit_pools, value_set(cfg.default_submit_pools, cfg.collation), []
            ) as submit_pools,
            concat_ws('/', cfg.seed, snapshot.snapshot_id, task_queue.tq_id) as draw_name
        from task_queue
        cross join snapshot
        cross join cfg
    ),
    listed as (select tq_id, draw_name, unnest(submit_pools) as pool from drawn),

    pools as (
        select
            listed.tq_id,
            arg_min(
                listed.pool, (key_of(concat_ws('/', listed.draw_name, listed.pool)))
            ) as submit_pool
        from listed
        cross join cfg
        where
            cfg.enabled_submit_pools = []
            or list_contains(value_set(cfg.enabled_submit_pools, cfg.collation), listed.pool)
        group by listed.tq_id
    )

select
    task_queue.tq_id,
    task_queue.n_jobs,
    task_queue.cpu_time,
    task_queue_priority.priority,
    cpu_segment.segments[-1] / greatest(task_queue.cpu_time, cfg.lowest_cpu_boost) as boost,
    trunc((1 + cfg.extra_pilot_fraction) * task_queue.n_jobs)::bigint + cfg.extra_pilots as n_most,
    key_of(drawn.draw_name) as draw_key,
    drawn.submit_pools,
    pools.submit_pool,
    task_queue.grid_middlewares,
    not coalesce(list_contains(task_queue.pilot_types, 'private'), false) as is_generic
from task_queue
inner join task_queue_priority using (tq_id)
inner join drawn using (tq_id)
left join pools using (tq_id)
cross join cpu_segment
cross join cfg
