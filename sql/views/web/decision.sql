-- title: what became of each chunk, what kind of task it is of, and what it waits for
-- grain: policy, jedi_task_id, chunk_no
-- note: a gate decides before any queue, else the last check does
with
    gates as (select distinct policy, criterion from criterion where contains(file, '/gates/')),
    best as (
        select
            policy,
            jedi_task_id,
            chunk_no,
            arg_min(unified_name, (rank, - weight, unified_name)) as queue_name
        from chosen_queue
        group by policy, jedi_task_id, chunk_no
    )

select
    result.policy,
    result.jedi_task_id,
    result.chunk_no,
    result.status,
    case
        when result.criterion = '-quarantined'
        then result.criterion
        when result.status <> 'assigned'
        then coalesce(gates.criterion, last_fallen.criterion, '-not_candidate')
    end as waits_by,
    result.reason,
    best.queue_name as best_queue,
    result.n_candidates,
    result.n_selected,
    result.retry_after_s,
    task.current_priority as priority,
    task.processing_type,
    task.gshare,
    coalesce(nullif(task.orig_user_name, ''), task.user_name) as user_name,
    task.working_group,
    task.core_count,
    task.ram_count,
    task.resource_type,
    task.nucleus
from result
left join task using (jedi_task_id)
left join gates using (policy, criterion)
left join last_fallen using (policy, jedi_task_id, chunk_no)
left join best using (policy, jedi_task_id, chunk_no)
where result.jedi_task_id is not null
