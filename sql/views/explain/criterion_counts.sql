-- title: how much one criterion rejects: pairs, tasks, whole queues
-- grain: one row
-- note: of a task that was looked at in several rounds the last counts; n_earlier are
-- the pairs of rounds before it
with
    masks as (select bit_or(1::bigint << bit) as bits from criterion where criterion = ?),
    pairs as (
        select
            count(*) as n_pairs,
            count(*) filter (where (verdict.reject_mask & masks.bits) <> 0) as n_fails,
            count(*) filter (
                where
                    verdict.reject_mask <> 0
                    and has_bit(masks.bits, reported_bit(verdict.reject_mask))
            ) as n_reported,
            count(distinct verdict.jedi_task_id) as n_tasks,
            count(distinct verdict.jedi_task_id) filter (
                where (verdict.reject_mask & masks.bits) <> 0
            ) as n_tasks_touched
        from verdict
        inner join
            reported_unit on verdict.unit_no = reported_unit.unit_no and reported_unit.is_last
        cross join masks
    ),
    earlier as (
        select count(*) as n_earlier
        from verdict
        inner join
            reported_unit on verdict.unit_no = reported_unit.unit_no and not reported_unit.is_last
        cross join masks
        where (verdict.reject_mask & masks.bits) <> 0
    ),
    whole as (
        select
            count(*) as n_whole,
            count(*) filter (
                where nearest_pair.is_barred and (nearest_pair.reject_mask & ~ masks.bits) = 0
            ) as n_barred
        from nearest_pair
        cross join masks
        where nearest_pair.outcome <> 'outside'
    )

select
    pairs.n_pairs,
    pairs.n_fails,
    pairs.n_reported,
    pairs.n_tasks,
    pairs.n_tasks_touched,
    earlier.n_earlier,
    whole.n_whole,
    whole.n_barred
from pairs
cross join earlier
cross join whole
