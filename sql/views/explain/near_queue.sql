-- title: of each queue that rejects one chunk the nearest pseudo queue, nearest first
-- grain: unified_name
-- note: of the pseudo queues of a unified one the nearest counts, with fewest failing
-- criteria, then the one that came furthest
with
    pairs as (
        select
            verdict.queue_name,
            verdict.unified_name,
            verdict.reject_mask,
            bit_count(verdict.reject_mask) as n_failing,
            ladder.bit,
            ladder.step,
            ladder.is_frame,
            bool_or(verdict.reject_mask = 0) over (partition by verdict.unified_name) as is_admitted
        from verdict
        inner join
            reported_unit on verdict.unit_no = reported_unit.unit_no and reported_unit.is_last
        left join ladder on reported_bit(verdict.reject_mask) = ladder.bit
        where
            verdict.jedi_task_id = $1
            and verdict.chunk_no = $2
            and verdict.unit_no between $3 and $4
    )

select queue_name, bit, reject_mask, n_failing
from pairs
where not is_frame and not is_admitted
qualify
    row_number() over (
        partition by unified_name
        order by queue_name = unified_name, n_failing, step desc, queue_name
    )
    = 1
order by n_failing, queue_name
