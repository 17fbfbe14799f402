-- title: the work queue of each task: a resource queue, else its global share
-- grain: jedi_task_id
-- nulls: a resource queue without a name is not named by the share
-- note: the tag names the task's slots
select
    task.jedi_task_id,
    resource_queue.queue_id as resource_queue_id,
    if(resource_queue.queue_id is null, task.gshare, resource_queue.queue_name) as work_queue_name,
    coalesce(resource_queue.queue_id::varchar, task.gshare, '') as work_queue_tag
from task
left join resource_queue on task.workqueue_id = resource_queue.queue_id
