-- criterion: -banned_site
-- label: banned site
-- title: the jobs ban the site
-- effect: drop
-- class: policy
-- source: T033
-- bounds: one site that is accepted and not banned is enough
-- nulls: no site sent is no condition
-- differs: none; the running system lets one site be accepted, another not banned:
-- sites_compat
-- note: of several sites one must be accepted and not banned
select
    candidate.seq,
    candidate.tq_id,
    format(
        'bans {}, resource at {}', shown(task_queue.banned_sites), shown(request.sites)
    ) as detail
from candidate
inner join request using (seq)
inner join task_queue using (tq_id)
inner join pair_place using (seq, tq_id)
cross join cfg
where
    pair_place.n_banned_sites > 0
    and (
        pair_place.n_banned_sites = len(request.sites)
        or not cfg.sites_compat
        and pair_place.n_sites > 0
        and pair_place.n_own_bans = pair_place.n_sites
    )
