-- title: decisions that differ, and what of them differs
-- grain: snapshot_id, policy, jedi_task_id, chunk_no, panda_id, seq
with
    paired as (
        select
            snapshot_id,
            policy,
            jedi_task_id,
            chunk_no,
            panda_id,
            seq,
            coalesce(any_value(status) filter (side = 'A'), 'none') as status_a,
            coalesce(any_value(status) filter (side = 'B'), 'none') as status_b,
            any_value(criterion) filter (side = 'A') as criterion_a,
            any_value(criterion) filter (side = 'B') as criterion_b,
            any_value(best) filter (side = 'A') as best_a,
            any_value(best) filter (side = 'B') as best_b,
            coalesce(any_value(queues) filter (side = 'A'), []) as queues_a,
            coalesce(any_value(queues) filter (side = 'B'), []) as queues_b
        from decision
        group by all
    )

select
    paired.*,
    case
        when status_a <> status_b
        then format('{} → {}', status_a, status_b)
        when best_a is distinct from best_b
        then 'another best'
        when queues_a <> queues_b
        then 'same best, other list'
        when criterion_a is distinct from criterion_b
        then 'another reason'
    end as change
from paired
where
    status_a <> status_b
    or best_a is distinct from best_b
    or queues_a <> queues_b
    or criterion_a is distinct from criterion_b
