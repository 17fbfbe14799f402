-- title: chunks that are pre-assigned, and whether to a single queue
-- grain: jedi_task_id, chunk_no
-- source: C051
-- differs: on the page a pre-assignment lifts the status check alone; in the running
-- system that and others, to a single queue more of them
-- note: one queue of task.site is single, all else is a list; exempt_from are the
-- criteria that do not hold for the chunk
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
    coalesce(sizes.n_queues = 1, false) and not preassignment.is_premerge as is_single,
    cfg.preassign_exempts || if(is_single, cfg.preassign_single_exempts, []) as exempt_from
from preassignment
left join sizes using (preassignment_no)
cross join cfg
