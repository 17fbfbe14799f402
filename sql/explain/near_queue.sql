-- title: of each queue that rejects one chunk the nearest pseudo queue, nearest first
-- grain: unified_name
-- source: design/screens.md 2 and 3: of the pseudo queues of a unified one the nearest
-- source: counts, with fewest failing criteria, then the one that came furthest
with
    pairs as (
        select
            verdict.queue_name,
            verdict.unified_name,
            bit_count(verdict.reject_mask) as n_failing,
            ladder.step
        from verdict
        inner join
            told_unit on verdict.unit_no = told_unit.unit_no and told_unit.is_last
        inner join ladder on reported_bit(verdict.reject_mask) = ladder.bit
        where
            verdict.jedi_task_id = $1
            and verdict.chunk_no = $2
            and verdict.unit_no between $3 and $4
            and not ladder.is_frame
            and not list_contains($5::varchar[], verdict.unified_name)
    )

select pairs.queue_name, pairs.n_failing
from pairs
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
