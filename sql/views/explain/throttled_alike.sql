-- title: other tasks of the owner of a task that wait by the same throttle
-- grain: one row
-- note: where some tasks are asked about, of these only
select count(distinct other.jedi_task_id) as n_tasks
from analysis_task
inner join
    analysis_task as other
    on coalesce(analysis_task.group_name, analysis_task.user_name)
    = coalesce(other.group_name, other.user_name)
    and analysis_task.jedi_task_id <> other.jedi_task_id
inner join result on other.jedi_task_id = result.jedi_task_id
where
    analysis_task.jedi_task_id = $1
    and result.status = 'throttled'
    and result.criterion = $2
    and (len($3::bigint[]) = 0 or list_contains($3::bigint[], other.jedi_task_id))
