-- criterion: -cap_rt
-- label: final check
-- title: too many jobs of the resource type are queued against those that run
-- class: capacity
-- source: running system
-- bounds: as many queued jobs as the cap pass
-- nulls: a queue without jobs of the types passes
-- differs: only in the running system, where express work is exempt
select
    pair_cap.*,
    pair_cap.cap_rt as asked,
    '>=' as operator,
    pair_cap.n_queued_rt as offered,
    'jobs' as unit,
    format('queued {} > cap {}', offered, asked) as detail
from pair_cap
where not pair_cap.is_uncapped and offered > asked
