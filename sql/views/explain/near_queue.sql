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
            ladder.step,
            ladder.is_frame,
            bool_or(verdict.reject_mask = 0) over (
                partition by verdict.unified_name
            ) as is_admitted
        from verdict
        inner join
            reported_unit
            on verdict.unit_no = reported_unit.unit_no
            and reported_unit.is_last
        left join ladder on reported_bit(verdict.reject_mask) = ladder.bit
        where
            verdict.jedi_task_id = $1
            and verdict.chunk_no = $2
            and verdict.unit_no between $3 and $4
    )

select pairs.queue_name, pairs.reject_mask, pairs.n_failing
from pairs
where not pairs.is_frame and not pairs.is_admitted
qualify
    row_number() over (
        partition by pairs.unified_name
        order by
            pairs.queue_name = pairs.unified_name,
            pairs.n_failing,
            pairs.step desc,
            pairs.queue_name
    )
    = 1
order by pairs.n_failing, pairs.queue_name
