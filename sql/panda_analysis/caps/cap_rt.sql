-- criterion: -cap_rt
-- label: cap with gshare+resource_type check
-- title: the queue has many queued jobs for its running ones
-- effect: drop
-- class: capacity
-- source: C318
-- bounds: exactly twice as many pass
-- nulls: no jobs pass
-- differs: the running system computes this and never applies it
select
    survivor.jedi_task_id,
    survivor.chunk_no,
    survivor.round,
    survivor.queue_name,
    format(
        '{} queued > {} x max({}, {} running)',
        pair_problem.n_queued,
        cfg.cap_per_running,
        cfg.worker_cutoff,
        pair_problem.n_running
    ) as detail
from survivor
inner join pair_problem using (jedi_task_id, chunk_no, round, queue_name)
inner join analysis_task using (jedi_task_id)
cross join cfg
where
    pair_problem.is_full
    and (
        analysis_task.site_name is null
        or not list_contains(cfg.preassign_single_exempts, '-cap_rt')
    )
