-- criterion: -banned_site
-- title: the jobs ban the sites of the resource, or accept none that they do not ban
-- class: policy
-- source: T033
-- bounds: one site that is accepted and not banned is enough
-- nulls: no site sent is no condition; jobs without a list accept all sites
-- differs: in DIRAC's code of today (sites_compat) one site may be accepted and another
-- one not banned
select
    candidate.*,
    format(
        'bans {}, resource at {}', shown(task_queue.banned_sites), shown(request.sites)
    ) as detail
from candidate
inner join request using (seq)
inner join task_queue using (tq_id)
cross join cfg
where
    list_has_all(task_queue.banned_sites, request.sites)
    or not cfg.sites_compat
    and list_has_any(task_queue.sites, request.sites)
    and not list_has_any(
        accepted_sites(task_queue.sites, task_queue.sites, task_queue.banned_sites), request.sites
    )
