-- title: of each task and queue the pseudo queue that fails fewest criteria
-- grain: policy, jedi_task_id, chunk_no, unified_name
-- note: the parent of pseudo queues counts only where it is alone
with
    masked as (
        select
            verdict.policy,
            verdict.jedi_task_id,
            verdict.chunk_no,
            partner.unified_name,
            verdict.reject_mask,
            (
                verdict.queue_name = partner.unified_name,
                bit_count(verdict.reject_mask),
                - reported_bit(verdict.reject_mask),
                verdict.queue_name
            ) as distance
        from verdict
        inner join last_round using (policy, jedi_task_id, chunk_no, round)
        inner join partner using (policy, queue_name)
    )

select policy, jedi_task_id, chunk_no, unified_name, arg_min(reject_mask, distance) as reject_mask
from masked
group by policy, jedi_task_id, chunk_no, unified_name
