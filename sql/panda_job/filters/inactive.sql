-- criterion: -inactive
-- label: temporary problem check
-- title: no job started for two hours although jobs were activated
-- effect: defer
-- class: capacity
-- source: C057, C058
-- bounds: priority 800 is urgent; a start exactly two hours ago is young enough
-- nulls: no record of starts = active; no job statistics = nothing activated
-- differs: activated and starting jobs count in the running system, only activated ones
-- on the page; on the page a pre-assignment lifts only the status check; in the running
-- system it lifts this one too
select
    candidate.jedi_task_id,
    candidate.chunk_no,
    candidate.queue_name,
    format(
        'no start for {} h, {} activated and {} starting',
        cfg.inactive_hours,
        queue_jobs.n_activated,
        queue_jobs.n_starting
    ) as detail
from candidate
inner join chunk using (jedi_task_id, chunk_no)
inner join queue_pilot on candidate.unified_name = queue_pilot.queue_name
inner join queue_jobs on candidate.unified_name = queue_jobs.queue_name
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
        or chunk.is_scout
        or chunk.is_merging
        or task_rule.merges_output
    )
    and not list_contains(chunk.exempt_from, '-inactive')
