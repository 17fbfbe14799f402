-- title: the global share that each task belongs to by the patterns of the tree
-- grain: jedi_task_id
-- nulls: Undefined where no leaf takes the task
-- note: task.gshare is what PanDA has recorded
select
    share_request.work_id as jedi_task_id,
    coalesce(share_tag.gshare, 'Undefined') as gshare,
    task.gshare as recorded_gshare
from share_request
inner join task on share_request.work_id = task.jedi_task_id
left join share_tag using (share_request_no)
where share_request.kind_of_work = 'task'
