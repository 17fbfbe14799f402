-- criterion: -closed
-- label: too many closed check
-- title: jobs of the task were closed at the queue to be sent elsewhere
-- class: capacity
-- exempts: preassigned_task
-- source: running system
-- bounds: a single closed job is one too many
-- nulls: a task without jobs at the queue passes; merge chunks are not checked
-- differs: the page has no such check: there closed jobs count with the failed ones,
-- see the set rule user_problem and the cap bad_jobs
select
    candidate.*,
    format('{} jobs closed in {:g} h', task_result.n_closed, cfg.tw_done_job_stat) as detail
from candidate
inner join analysis_chunk using (jedi_task_id, chunk_no)
inner join task_result using (jedi_task_id, queue_name)
cross join cfg
where
    cfg.bad_jobs_mode = 'stabilizer' and task_result.n_closed > 0 and not analysis_chunk.is_merging
