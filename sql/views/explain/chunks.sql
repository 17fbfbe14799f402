-- title: the decisions about one task, and what kind of work it is
-- grain: chunk
-- nulls: no units where nothing could be chosen from, no more of a task that loading
-- refused
with
    units as (
        select chunk_no, min(unit_no) as first_unit_no, max(unit_no) as last_unit_no
        from numbered_unit
        where jedi_task_id = $1
        group by chunk_no
    )

select
    result.jedi_task_id as task,
    result.chunk_no as chunk,
    result.status,
    result.criterion,
    result.reason,
    result.retry_after_s,
    result.n_candidates,
    result.n_selected,
    result as result,
    task.processing_type,
    task.gshare,
    case when task.jedi_task_id is not null then coalesce(task.current_priority, 0) end as priority,
    task.frozen_time as waits_since,
    coalesce(task.parent_tid <> task.jedi_task_id, false) as has_parent,
    units.first_unit_no,
    units.last_unit_no
from result
left join task using (jedi_task_id)
left join units using (chunk_no)
where result.jedi_task_id = $1
order by result.chunk_no
