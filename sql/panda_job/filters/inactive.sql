-- criterion: -inactive
-- label: temporary problem check
-- title: no job started for two hours although jobs were activated
-- effect: defer
-- class: capacity
-- exempts: preassigned_chunk
-- source: C057, C058, O016, O017
-- bounds: priority 800 is urgent; a start exactly two hours ago is young enough
-- nulls: no record of starts = active; no job statistics = nothing activated
-- differs: activated and starting jobs count in the running system, only activated ones
-- on the page
select
    candidate.*,
    format(
        'no start for {} h, {} activated and {} starting',
        cfg.inactive_hours,
        queue_jobs.n_activated,
        queue_jobs.n_starting
    ) as detail
from candidate
inner join chunk using (jedi_task_id, chunk_no)
inner join chunk_scout using (jedi_task_id, chunk_no)
inner join queue_pilot using (queue_name)
inner join queue_jobs using (queue_name)
inner join task_rule using (jedi_task_id)
cross join cfg
where
    queue_pilot.is_silent
    and (
        queue_jobs.n_activated > 0
        or (cfg.inactive_rule = 'activated_starting' and queue_jobs.n_starting > 0)
    )
    and (
        chunk.priority >= cfg.high_prio
        or chunk_scout.is_scout
        or chunk.is_merging
        or task_rule.merges_output
    )
