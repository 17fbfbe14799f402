-- criterion: -cap
-- label: final check
-- title: too many jobs are queued against those that run
-- effect: drop
-- class: capacity
-- source: Brokerage page, ATLAS Production Job Brokerage, "Skip queues if activated +
-- starting > 2 x running"
-- source: spec/production.md 6.5 C3
-- bounds: as many queued jobs as the cap pass
-- differs: unified queues are capped by resource type in the running system (D29), and
-- express work is exempt there (spec/page-corrections.md V17)
select
    pair_cap.pair_no,
    pair_cap.cap as asked,
    '>=' as operator,
    pair_cap.n_queued as offered,
    'jobs' as unit,
    format('queued {} > cap {}', offered, asked) as detail
from pair_cap
where not pair_cap.is_uncapped and not pair_cap.is_by_type and offered > asked
