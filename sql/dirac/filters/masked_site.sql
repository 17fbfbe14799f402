-- criterion: -masked_site
-- label: masked site
-- title: at a masked site only jobs that require the CE fit
-- effect: drop
-- class: policy
-- source: running system: the code of 2009
-- bounds: one CE in common is enough
-- nulls: a site without a row in the mask is active; no CE sent is no condition
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
