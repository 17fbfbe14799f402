-- criterion: -submit_pool
-- title: the jobs are for other submit pools
-- class: policy
-- source: T036
-- bounds: one pool in common is enough
-- nulls: a resource that sends no pool, or jobs that ask for none, are not checked
-- differs: a condition in the code of 2009 only, gone in modern
select
    candidate.*,
    format(
        'asks for {}, resource of {}', shown(task_queue.submit_pools), shown(request.submit_pools)
    ) as detail
from candidate
inner join request using (seq)
inner join task_queue using (tq_id)
cross join cfg
where cfg.match_submit_pools and not list_has_any(task_queue.submit_pools, request.submit_pools)
