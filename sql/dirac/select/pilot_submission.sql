-- title: how many pilots to submit for each task queue, and where
-- grain: tq_id
-- kind: view
-- source: Task Queue Matching page, "only used by the pilot submission mechanism"
-- source: spec/dirac.md 5.4: of the pilots of an iteration by priority, more for short
-- source: jobs; at most somewhat more than its jobs
-- bounds: below lowest_cpu_boost a task queue is not boosted further
-- nulls: without a priority at all nothing is submitted; without pools the usual ones
with
    sums as (
        select
            list_sum(
                list(task_queue_priority.priority order by task_queue_priority.tq_id)
            ) as priority
        from task_queue_priority
    )

select
    task_queue.tq_id,
    task_queue.n_jobs,
    task_queue_priority.priority,
    cfg.pilots_per_iteration
    / nullif(sums.priority, 0)
    * task_queue_priority.priority
    * cpu_segment.segments[-1]
    / greatest(task_queue.cpu_time, cfg.lowest_cpu_boost) as n_expected,
    trunc((1 + cfg.extra_pilot_fraction) * task_queue.n_jobs)::bigint
    + cfg.extra_pilots as n_most,
    coalesce(task_queue.submit_pools, cfg.default_submit_pools) as submit_pools,
    task_queue.grid_middlewares,
    not coalesce(list_contains(task_queue.pilot_types, 'private'), false) as is_generic
from task_queue
inner join task_queue_priority on task_queue.tq_id = task_queue_priority.tq_id
cross join sums
cross join cpu_segment
cross join cfg
