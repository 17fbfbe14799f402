-- criterion: -network
-- label: network check
-- title: the worker nodes have another IP stack than the task asks for
-- effect: drop
-- class: never_fits
-- source: C108, C109, C110
-- nulls: a queue without a stack fits no task that asks for one; a task that asks for
-- none fits everywhere
-- differs: on the page a pre-assignment lifts only the status check; in the running
-- system one to a single queue lifts this one too
select
    candidate.jedi_task_id,
    candidate.chunk_no,
    candidate.queue_name,
    format(
        'queue has {}, task asks for IPv{}',
        coalesce(unified_queue.ip_stack, 'no stack'),
        task_rule.ip_stack
    ) as detail
from candidate
inner join chunk using (jedi_task_id, chunk_no)
inner join task_rule using (jedi_task_id)
inner join unified_queue on candidate.unified_name = unified_queue.queue_name
where
    task_rule.ip_stack is not null
    and coalesce(unified_queue.ip_stack, '') <> 'IPv' || task_rule.ip_stack
    and not list_contains(chunk.exempt_from, '-network')
