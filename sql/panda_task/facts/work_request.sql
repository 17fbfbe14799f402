-- title: tasks that count the same remaining work of nuclei
-- grain: jedi_task_id
-- source: spec/production.md 2.2: by label, work queue and priority
select
    brokered_task.jedi_task_id,
    brokered_task.prod_source_label,
    brokered_task.resource_queue_id,
    brokered_task.work_queue_name,
    brokered_task.priority,
    dense_rank() over (
        order by
            brokered_task.prod_source_label,
            brokered_task.resource_queue_id,
            brokered_task.work_queue_name,
            brokered_task.priority
    ) as request_no
from brokered_task
