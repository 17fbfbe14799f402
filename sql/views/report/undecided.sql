-- title: tasks of the snapshot that no policy of a run decided, and why
-- grain: why
with decided as (select unnest($1::bigint[]) as jedi_task_id)

select
    case
        when task.status = 'assigning'
        then 'status assigning, and not due for another nucleus'
        when input_chunk.jedi_task_id is null
        then 'no chunk of input to be brokered'
        else 'refused, or the work of another policy'
    end as why,
    count(distinct task.jedi_task_id) as n_tasks
from task
anti join decided using (jedi_task_id)
left join input_chunk using (jedi_task_id)
group by all
order by n_tasks desc, why
