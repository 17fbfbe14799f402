-- criterion: -masked_site
-- label: masked site
-- title: the site is masked, and the jobs do not name the CE of the resource
-- effect: drop
-- class: policy
-- source: DIRAC's code of 2009
-- bounds: one CE in common is enough
-- nulls: a site without a row in the mask is active; jobs that name no CE are dropped;
-- a resource that sends no CE is for the gate masked_site_without_ce
-- differs: in the code of 2009 a CE sent without a site must be required as well
-- (masked_ce_only); the running system takes test jobs at a masked site
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
where
    request.needs_ce
    and not coalesce(list_has_any(task_queue.grid_ces, request.grid_ces), false)
