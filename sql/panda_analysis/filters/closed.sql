-- criterion: -closed
-- label: too many closed check
-- title: jobs of the task were closed at the queue to be sent elsewhere
-- effect: drop
-- class: capacity
-- source: running system
-- bounds: a single closed job is one too many
-- nulls: no jobs pass; pre-assigned and merge chunks are not checked
-- differs: the page counts closed jobs with the failed ones, see the cap bad_jobs
select
    candidate.jedi_task_id,
    candidate.chunk_no,
    candidate.queue_name,
    format(
        '{} jobs closed in {} h', task_result.n_closed, cfg.tw_done_job_stat
    ) as detail
from candidate
inner join analysis_task using (jedi_task_id)
inner join analysis_chunk using (jedi_task_id, chunk_no)
inner join
    task_result
    on candidate.jedi_task_id = task_result.jedi_task_id
    and candidate.unified_name = task_result.queue_name
cross join cfg
where
    cfg.bad_jobs_mode = 'stabilizer'
    and task_result.n_closed > 0
    and (
        analysis_task.site_name is null
        or not list_contains(cfg.preassign_single_exempts, '-closed')
    )
    and not analysis_chunk.is_merging
