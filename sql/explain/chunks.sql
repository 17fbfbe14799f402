-- title: the decisions about one task, and what kind of work it is
-- grain: chunk_no
select
    result.*,
    task.processing_type,
    task.gshare,
    coalesce(task.current_priority, 0) as priority,
    task.frozen_time,
    coalesce(task.parent_tid <> task.jedi_task_id, false) as has_parent
from result
inner join task on result.jedi_task_id = task.jedi_task_id
where result.jedi_task_id = ?
order by result.chunk_no
