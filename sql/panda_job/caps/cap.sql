-- criterion: -cap
-- label: final check
-- title: more jobs are queued than the cutoff and than twice those that run
-- class: capacity
-- source: C135, C136, O051, O052
-- bounds: as many queued jobs as the cap pass; assigned jobs count where input is not
-- all on local disk
-- differs: unified queues are capped by resource type in the running system, and
-- express work is exempt there
select
    pair_cap.*,
    cap as asked,
    '>=' as operator,
    n_queued as offered,
    'jobs' as unit,
    format('queued {} > cap {}', offered, asked) as detail
from pair_cap
where not is_uncapped and not is_by_type and offered > asked
