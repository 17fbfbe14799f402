-- title: the outcome of each chunk: assigned, throttled, or pending with retry time
-- reports: -no_candidates no candidate is left after the checks
-- reports: -quarantined loading refused the task or the chunk
-- grain: jedi_task_id, chunk_no
-- source: C271, C349
select
    selected.jedi_task_id,
    selected.chunk_no,
    case
        when gate_hit.effect is not null
        then stopped_by(gate_hit.effect)
        when selected.n_selected > 0
        then 'assigned'
        when selected.broken_by is not null
        then 'failed'
        else 'pending'
    end as status,
    case
        when gate_hit.effect is not null
        then gate_hit.criterion
        when selected.n_selected > 0
        then null
        when selected.broken_by is not null
        then '-nonpreassigned'
        else '-no_candidates'
    end as criterion,
    case
        when gate_hit.effect is not null
        then gate_hit.detail
        when selected.n_selected > 0
        then null
        when selected.broken_by is not null
        then selected.broken_by
        when selected.n_candidates > 0
        then 'no queue is left after final check'
        else
            format(
                'no queue is left after {}', coalesce(last_check.label, 'loading: there are none')
            )
    end as reason,
    case
        when gate_hit.effect = 'fail'
        then null
        when gate_hit.effect is not null or (selected.n_selected = 0 and selected.broken_by is null)
        then cfg.pending_minutes * 60
    end::bigint as retry_after_s,
    selected.n_candidates,
    selected.n_selected
from selected
cross join cfg
left join last_check using (jedi_task_id, chunk_no)
left join gate_hit using (jedi_task_id, chunk_no)
union all by name
select refused_result.* exclude (work)
from refused_result
where work = 'analysis'
