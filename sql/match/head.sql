-- title: the first $1 task queues of each request, in the order of its draw
-- grain: seq, preference
-- source: T038, T039, T040
with
    candidate as (
        select
            block.seq,
            choice.tq_id,
            choice.cpu_rank,
            drawn(block.draw_key, choice.draw_key) / choice.draw_priority as waiting_time
        from block
        inner join class_depth using (class_id)
        inner join
            choice
            on block.class_id = choice.class_id
            and case
                when block.job_id is null
                then choice.cpu_rank >= class_depth.least_cpu_rank
                else choice.tq_id = block.asked_tq_id
            end
        anti join withheld on block.seq = withheld.seq and choice.tq_id = withheld.tq_id
    ),
    listed as (
        select seq, arg_min(tq_id, (- cpu_rank, waiting_time, tq_id), $1) as tq_ids
        from candidate
        group by seq
    )

select seq, unnest(tq_ids) as tq_id, generate_subscripts(tq_ids, 1) as preference
from listed
