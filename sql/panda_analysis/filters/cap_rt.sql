-- criterion: -cap_rt
-- label: cap with gshare+resource_type check
-- title: the queue has many queued jobs for its running ones
-- effect: defer
-- class: capacity
-- source: Brokerage page, ATLAS Analysis Job Brokerage, "Skip queues if
-- source: defined+activated+assigned+starting > 2 x max(20, running)"
-- source: spec/analysis-and-software.md 1.4 row 20, 9.2
-- bounds: exactly twice as many pass
-- nulls: no jobs pass; a pre-assigned queue is not checked
-- differs: the running system computes this and never applies it (9, row 3)
select
    candidate.jedi_task_id,
    candidate.chunk_no,
    candidate.queue_name,
    format(
        '{} queued > {} x max({}, {} running)',
        work_queue_jobs.n_defined
        + work_queue_jobs.n_activated
        + work_queue_jobs.n_assigned
        + work_queue_jobs.n_starting,
        cfg.cap_per_running,
        cfg.worker_cutoff,
        work_queue_jobs.n_running
    ) as detail
from candidate
inner join analysis_task on candidate.jedi_task_id = analysis_task.jedi_task_id
inner join
    work_queue_jobs
    on analysis_task.gshare = work_queue_jobs.load_tag
    and candidate.unified_name = work_queue_jobs.queue_name
cross join cfg
where
    cfg.enforce_cap_rt
    and analysis_task.site_name is null
    and work_queue_jobs.n_defined
    + work_queue_jobs.n_activated
    + work_queue_jobs.n_assigned
    + work_queue_jobs.n_starting
    > cfg.cap_per_running * greatest(cfg.worker_cutoff, work_queue_jobs.n_running)
