-- criterion: -site
-- title: the jobs do not accept the site
-- class: policy
-- source: T032
-- bounds: one site in common is enough
-- nulls: no site sent is no condition; no site asked accepts all
select
    candidate.*,
    format('asks for {}, resource at {}', shown(task_queue.sites), shown(request.sites)) as detail
from candidate
inner join request using (seq)
inner join task_queue using (tq_id)
where not list_has_any(task_queue.sites, request.sites)
