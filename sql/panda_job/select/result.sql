-- title: the outcome of each chunk: assigned, pending with a retry time, or exhausted
-- reports: -no_candidates no candidate is left after the checks
-- reports: -quarantined loading refused the task or the chunk
-- grain: jedi_task_id, chunk_no
-- source: C137
-- differs: high priority is looked at again sooner in the running system
select
    selected.jedi_task_id,
    selected.chunk_no,
    case
        when selected.is_served
        then 'assigned'
        when gate_hit.effect in ('throttle', 'fail')
        then stopped_by(gate_hit.effect)
        when exhausted.jedi_task_id is not null
        then 'failed'
        else 'pending'
    end as status,
    case
        when not selected.is_served then coalesce(gate_hit.criterion, '-no_candidates')
    end as criterion,
    case
        when gate_hit.effect is not null
        then gate_hit.detail
        when selected.is_served
        then null
        when selected.n_selected > 0
        then 'candidates became full'
        when selected.n_candidates > 0
        then 'no queue is left after final check'
        else
            format(
                'no queue is left after {}', coalesce(last_check.label, 'loading: there are none')
            )
    end
    || coalesce(exhausted.note, '') as reason,
    case
        when selected.is_served or exhausted.jedi_task_id is not null or gate_hit.effect = 'fail'
        then null
        when chunk.priority >= cfg.pending_top_prio
        then cfg.pending_minutes_top * 60
        when chunk.priority >= cfg.top_prio
        then cfg.pending_minutes_high * 60
        else cfg.pending_minutes * 60
    end::bigint as retry_after_s,
    selected.n_candidates,
    selected.n_selected
from selected
inner join chunk using (jedi_task_id, chunk_no)
cross join cfg
left join exhausted using (jedi_task_id)
left join last_check using (jedi_task_id, chunk_no)
left join gate_hit using (jedi_task_id, chunk_no)
union all by name
select refused_result.* exclude (work)
from refused_result
where work = 'job'
