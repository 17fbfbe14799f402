-- title: chunks that are pre-assigned, and whether to a single queue
-- grain: jedi_task_id, chunk_no
-- source: spec/production.md 4.2: one queue of task.site is single, all else is a list
select
    asked_queue.jedi_task_id,
    asked_queue.chunk_no,
    bool_or(asked_queue.is_premerge) as is_premerge,
    count(distinct preassigned_queue.queue_name) = 1
    and not bool_or(asked_queue.is_premerge) as is_single
from asked_queue
left join
    preassigned_queue
    on asked_queue.jedi_task_id = preassigned_queue.jedi_task_id
    and asked_queue.chunk_no = preassigned_queue.chunk_no
group by asked_queue.jedi_task_id, asked_queue.chunk_no
