-- criterion: -crowded
-- label: crowded check
-- title: too many jobs of the share
-- effect: defer
-- class: capacity
-- source: tests/compiler
-- bounds: equal passes
-- nulls: unknown passes
-- differs: none
select
    candidate.*,
    format('{} jobs', coalesce(share_jobs.n_jobs, 0)) as detail
from candidate
inner join
    unit
    on candidate.jedi_task_id = unit.jedi_task_id
    and candidate.chunk_no = unit.chunk_no
left join
    share_jobs
    on unit.gshare = share_jobs.gshare
    and candidate.queue_name = share_jobs.queue_name
left join cfg_share on unit.gshare = cfg_share.gshare
where coalesce(share_jobs.n_jobs, 0) > coalesce(cfg_share.share_limit, 0)
