-- criterion: -cap
-- label: final check
-- title: too many jobs are queued against those that run
-- effect: drop
-- class: capacity
-- source: C135, C136
-- bounds: as many queued jobs as the cap pass
-- differs: unified queues are capped by resource type in the running system, and
-- express work is exempt there
select
    pair_cap.jedi_task_id,
    pair_cap.chunk_no,
    pair_cap.queue_name,
    pair_cap.cap as asked,
    '>=' as operator,
    pair_cap.n_queued as offered,
    'jobs' as unit,
    format('queued {} > cap {}', offered, asked) as detail
from pair_cap
where not pair_cap.is_uncapped and not pair_cap.is_by_type and offered > asked
