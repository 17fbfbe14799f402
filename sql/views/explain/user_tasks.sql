-- title: analysis tasks of one user, group or account, and what became of them
-- grain: jedi_task_id, chunk_no
select
    analysis_task.jedi_task_id,
    result.chunk_no,
    analysis_task.user_name,
    analysis_task.group_name,
    analysis_task.account,
    result.status,
    result.criterion,
    result.reason,
    result.retry_after_s,
    result.n_selected
from analysis_task
inner join result using (jedi_task_id)
where analysis_task.user_name = $1 or analysis_task.group_name = $1 or analysis_task.account = $1
order by
    result.status <> 'throttled',
    result.status = 'assigned',
    analysis_task.jedi_task_id,
    result.chunk_no
