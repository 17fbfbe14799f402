-- title: how many queues a chunk is pre-assigned to
-- grain: jedi_task_id, chunk_no
-- source: spec/production.md 4.2: one queue of task.site is a single pre-assignment,
-- source: all else a list
select
    preassigned_queue.jedi_task_id,
    preassigned_queue.chunk_no,
    count(*) = 1
    and not coalesce(bool_or(chunk_master.is_premerge), false) as is_single
from preassigned_queue
left join
    chunk_master
    on preassigned_queue.jedi_task_id = chunk_master.jedi_task_id
    and preassigned_queue.chunk_no = chunk_master.chunk_no
group by preassigned_queue.jedi_task_id, preassigned_queue.chunk_no
