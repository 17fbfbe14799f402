-- title: submit pools and middlewares that a resource and a task queue have in common
-- grain: seq, tq_id
-- nulls: nothing in common is 0
select
    candidate.seq,
    candidate.tq_id,
    coalesce(submit_pool.n_common, 0) as n_submit_pools,
    coalesce(grid_middleware.n_common, 0) as n_grid_middlewares
from candidate
inner join request_list using (seq)
inner join task_queue_list using (tq_id)
left join
    common_values as submit_pool
    on request_list.submit_pool_no = submit_pool.offered_no
    and task_queue_list.submit_pool_no = submit_pool.required_no
left join
    common_values as grid_middleware
    on request_list.grid_middleware_no = grid_middleware.offered_no
    and task_queue_list.grid_middleware_no = grid_middleware.required_no
