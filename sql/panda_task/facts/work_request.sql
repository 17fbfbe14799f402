-- title: which work of nuclei a task counts, and the tasks that see each other's
-- grain: jedi_task_id
-- differs: all work of the label on the page; in the running system that of the work
-- queue and of at least the priority; with rw_feedback batch no task sees another
with
    requests as (
        select
            brokered_task.jedi_task_id,
            brokered_task.prod_source_label,
            cfg.weight_rw = 'share' as is_by_share,
            case when is_by_share then brokered_task.resource_queue_id end as resource_queue_id,
            case when is_by_share then brokered_task.work_queue_name end as work_queue_name,
            case when is_by_share then brokered_task.priority end as priority,
            case when is_by_share then brokered_task.workqueue_id end as workqueue_id,
            case when is_by_share then brokered_task.gshare end as gshare,
            case when cfg.rw_feedback = 'batch' then brokered_task.jedi_task_id end as batch_no
        from brokered_task
        cross join cfg
    )

select
    jedi_task_id,
    prod_source_label,
    is_by_share,
    resource_queue_id,
    work_queue_name,
    priority,
    dense_rank() over (
        order by prod_source_label, resource_queue_id, work_queue_name, priority
    ) as request_no,
    dense_rank() over (order by workqueue_id, gshare, prod_source_label, batch_no) as group_no
from requests
