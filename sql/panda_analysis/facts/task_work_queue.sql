-- title: the work queue of each analysis task: its global share
-- grain: jedi_task_id
-- source: C330, C332, C334
-- note: a resource work queue of the task is not asked; running, queued and promised
-- jobs are those of its share
select
    jedi_task_id,
    null::bigint as resource_queue_id,
    gshare as work_queue_name,
    coalesce(gshare, '') as work_queue_tag
from task
