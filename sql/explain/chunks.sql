-- title: the decisions about one task, and what kind of work it is
-- grain: chunk_no
select
    result.jedi_task_id,
    result.chunk_no::integer as chunk_no,
    result.status,
    result.criterion,
    result.reason,
    result.retry_after_s,
    result.n_candidates,
    result.n_selected,
    task.processing_type,
    task.gshare,
    coalesce(task.current_priority, 0) as priority,
    task.frozen_time,
    coalesce(task.parent_tid <> task.jedi_task_id, false) as has_parent,
    task.nucleus
from result
inner join task on result.jedi_task_id = task.jedi_task_id
where result.jedi_task_id = ?
order by result.chunk_no
