-- title: how much one criterion rejects: pairs, tasks, whole queues
-- grain: one row
-- note: of a task that was looked at in several rounds the last counts; n_earlier are
-- the pairs of rounds before it
with
    masks as (select bit_or(1::bigint << bit) as bits from criterion where criterion = ?),
    asked as (
        select
            verdict.jedi_task_id,
            reported_unit.is_last,
            (verdict.reject_mask & masks.bits) <> 0 as is_failing,
            verdict.reject_mask <> 0
            and has_bit(masks.bits, reported_bit(verdict.reject_mask)) as is_reported
        from verdict
        inner join reported_unit on verdict.unit_no = reported_unit.unit_no
        cross join masks
    ),
    pairs as (
        select
            count(*) filter (where is_last) as n_pairs,
            count(*) filter (where is_last and is_failing) as n_fails,
            count(*) filter (where not is_last and is_failing) as n_earlier,
            count(*) filter (where is_last and is_reported) as n_reported,
            count(distinct jedi_task_id) as n_tasks,
            count(distinct jedi_task_id) filter (where is_last and is_failing) as n_tasks_touched
        from asked
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
    pairs.n_earlier,
    whole.n_whole,
    whole.n_barred
from pairs
cross join whole
