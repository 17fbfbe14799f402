-- criterion: -cap_rt
-- label: cap with gshare+resource_type check
-- title: the queue has many queued jobs for its running ones
-- effect: drop
-- class: capacity
-- source: Brokerage page, ATLAS Analysis Job Brokerage, "Skip queues if
-- defined+activated+assigned+starting > 2 x max(20, running)"
-- source: spec/analysis-and-software.md 1.4 row 20, 9.2
-- bounds: exactly twice as many pass
-- nulls: no jobs pass
-- differs: the running system computes this and never applies it (9, row 3)
select
    survivor.pair_no,
    format(
        '{} queued > {} x max({}, {} running)',
        pair_problem.n_queued,
        cfg.cap_per_running,
        cfg.worker_cutoff,
        pair_problem.n_running
    ) as detail
from survivor
inner join pair_problem using (pair_no)
inner join analysis_task using (jedi_task_id)
cross join cfg
where
    pair_problem.is_full
    and (
        analysis_task.site_name is null
        or not list_contains(cfg.preassign_single_exempts, '-cap_rt')
    )
