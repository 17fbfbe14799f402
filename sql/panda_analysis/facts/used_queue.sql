-- title: queues that hold output or log datasets of a task already
-- grain: jedi_task_id, queue_name
-- note: a pseudo queue stands for its unified queue
with
    named as (
        select jedi_task_id, split_part(queue_name, '/', 1) as name
        from task_dataset
        where type in ('output', 'log')
    )

select distinct named.jedi_task_id, unified_queue.queue_name
from named
inner join unified_queue on named.name = unified_queue.queue_name
