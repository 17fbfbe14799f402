-- criterion: -grid_middleware
-- title: the jobs are for other middlewares
-- class: policy
-- source: T036
-- bounds: one middleware in common is enough
-- nulls: no middleware sent is no condition; none asked accepts all
-- differs: a condition in the code of 2009 only, gone in modern
select
    candidate.*,
    format(
        'asks for {}, resource has {}',
        shown(task_queue.grid_middlewares),
        shown(request.grid_middlewares)
    ) as detail
from candidate
inner join request using (seq)
inner join task_queue using (tq_id)
cross join cfg
where
    cfg.match_submit_pools
    and not list_has_any(task_queue.grid_middlewares, request.grid_middlewares)
