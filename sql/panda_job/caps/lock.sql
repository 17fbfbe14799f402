-- criterion: -lock
-- label: final check
-- title: another broker works on the same queue
-- class: throttled
-- source: running system
-- bounds: a lock of exactly five minutes no longer counts
-- nulls: a task without a work queue has number 0
-- differs: none; the broker's own locks begin with snapshot.lock_owner
select
    survivor.*,
    format('locked by {}', coalesce(queue_lock_held.locked_by, 'an unknown broker')) as detail
from queue_lock_held
inner join survivor using (pseudo_queue)
inner join task using (jedi_task_id)
where
    task.vo = queue_lock_held.vo
    and task.prod_source_label = queue_lock_held.prod_source_label
    and coalesce(task.workqueue_id, 0) = queue_lock_held.workqueue_id
    and task.resource_type = queue_lock_held.resource_type
