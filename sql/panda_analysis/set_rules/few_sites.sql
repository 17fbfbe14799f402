-- criterion: -few_sites
-- label: job cloning check
-- title: each job goes to several queues, and a single one is left
-- class: capacity
-- source: running system
-- bounds: two queues are enough, in both rounds together
-- nulls: tasks without job cloning are not checked
with
    left_over as (
        select
            remaining.jedi_task_id,
            remaining.chunk_no,
            remaining.round,
            remaining.pseudo_queue,
            min(remaining.pseudo_queue) over of_chunk
            = max(remaining.pseudo_queue) over of_chunk as is_alone
        from remaining
        inner join task_rule using (jedi_task_id)
        where task_rule.uses_job_cloning
        window of_chunk as (partition by remaining.jedi_task_id, remaining.chunk_no)
    )

select left_over.*, 'the only queue, job cloning needs two' as detail
from left_over
where is_alone
