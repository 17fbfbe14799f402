-- title: chunks that are pre-assigned, and whether to a single queue
-- grain: jedi_task_id, chunk_no
-- note: one queue of task.site is single, all else is a list
with
    sizes as (
        select preassignment_no, count(*) as n_queues
        from preassigned_queue
        group by preassignment_no
    )

select
    preassignment.jedi_task_id,
    preassignment.chunk_no,
    preassignment.preassignment_no,
    preassignment.is_premerge,
    coalesce(sizes.n_queues = 1, false) and not preassignment.is_premerge as is_single
from preassignment
left join sizes using (preassignment_no)
