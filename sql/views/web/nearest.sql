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
        inner join
            last_round
            on verdict.policy = last_round.policy
            and verdict.jedi_task_id = last_round.jedi_task_id
            and verdict.chunk_no = last_round.chunk_no
            and verdict.round = last_round.round
        inner join
            partner
            on verdict.policy = partner.policy
            and verdict.queue_name = partner.queue_name
    )

select
    policy,
    jedi_task_id,
    chunk_no,
    unified_name,
    arg_min(reject_mask, distance) as reject_mask
from masked
group by policy, jedi_task_id, chunk_no, unified_name
