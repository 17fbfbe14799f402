-- criterion: -masked_site
-- title: no site that the resource sends is active, and the jobs do not name its CE
-- class: policy
-- source: DIRAC's code of 2009
-- bounds: one CE in common is enough
-- nulls: a site without a row in the mask is active; jobs that name no CE are dropped;
-- a resource that sends no CE is for the gate masked_site_without_ce
-- differs: in the code of 2009 jobs must name the CE also where no site is sent
-- (masked_ce_only off); in profile modern masked sites take test jobs instead
select
    candidate.*,
    format(
        'no active site, and {} does not name {}',
        shown(task_queue.grid_ces),
        shown(request.grid_ces)
    ) as detail
from candidate
inner join request using (seq)
inner join task_queue using (tq_id)
where request.needs_ce and not coalesce(list_has_any(task_queue.grid_ces, request.grid_ces), false)
