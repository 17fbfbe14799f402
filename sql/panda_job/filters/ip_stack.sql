-- criterion: -network
-- label: network check
-- title: the worker nodes have another IP stack than the task asks for
-- class: never_fits
-- exempts: preassigned_chunk
-- source: C108, C109, C110
-- nulls: a queue without a stack fits no task that asks for one; a task that asks for
-- none fits everywhere
select
    candidate.*,
    format(
        'queue has {}, task asks for IPv{}',
        coalesce(unified_queue.ip_stack, 'no stack'),
        task_rule.ip_stack
    ) as detail
from candidate
inner join task_rule using (jedi_task_id)
inner join unified_queue using (queue_name)
where
    task_rule.ip_stack is not null
    and coalesce(unified_queue.ip_stack, '') <> 'IPv' || task_rule.ip_stack
