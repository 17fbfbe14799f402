-- criterion: -cap_rt
-- label: cap with gshare+resource_type check
-- title: the queue has many queued jobs for its running ones
-- class: capacity
-- exempts: preassigned_task
-- source: C318
-- bounds: exactly twice as many pass
-- nulls: no jobs pass
-- differs: the running system computes this and never applies it
select
    survivor.*,
    format(
        '{} queued > {} x max({}, {} running)',
        pair_problem.n_queued,
        cfg.cap_per_running,
        cfg.worker_cutoff,
        pair_problem.n_running
    ) as detail
from survivor
inner join pair_problem using (jedi_task_id, chunk_no, round, pseudo_queue)
cross join cfg
where pair_problem.is_full
