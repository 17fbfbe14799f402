-- title: the outcome of each task: its nucleus, or pending with reason and retry time
-- reports: -no_candidates no candidate is left after the checks
-- reports: -quarantined loading refused the task or the chunk
-- grain: jedi_task_id, chunk_no
-- source: C006, C044
select
    brokered_task.jedi_task_id,
    brokered_task.chunk_no,
    if(
        choice.jedi_task_id is null, coalesce(stopped_by(gate_hit.effect), 'pending'), 'assigned'
    ) as status,
    if(
        choice.jedi_task_id is not null, null, coalesce(gate_hit.criterion, '-no_candidates')
    ) as criterion,
    case
        when choice.jedi_task_id is not null
        then null
        when gate_hit.criterion is not null
        then gate_hit.detail
        else
            format(
                'no nucleus is left after {}', coalesce(last_check.label, 'loading: there are none')
            )
    end as reason,
    case
        when choice.jedi_task_id is not null or gate_hit.effect = 'fail'
        then null
        else cfg.task_pending_minutes * 60
    end::bigint as retry_after_s,
    coalesce(len(decision.places), 0)::integer as n_candidates,
    if(choice.jedi_task_id is null, 0, 1)::integer as n_selected,
    coalesce(brokered_task.preset_nucleus, nucleus_order.nucleus) as nucleus
from brokered_task
cross join cfg
left join choice using (jedi_task_id)
left join decision using (jedi_task_id)
left join nucleus_order using (place)
left join gate_hit using (jedi_task_id)
left join last_check using (jedi_task_id)
union all by name
select refused_result.* exclude (work)
from refused_result
where work = 'task' and chunk_no = 0
