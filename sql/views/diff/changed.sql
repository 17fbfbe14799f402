-- title: decisions that differ, and what of them differs
-- grain: snapshot_id, policy, jedi_task_id, chunk_no, panda_id, seq
with
    a as (select decision.* from decision where side = 'A'),

    b as (select decision.* from decision where side = 'B'),

    paired as (
        select
            coalesce(a.snapshot_id, b.snapshot_id) as snapshot_id,
            coalesce(a.policy, b.policy) as policy,
            coalesce(a.jedi_task_id, b.jedi_task_id) as jedi_task_id,
            coalesce(a.chunk_no, b.chunk_no) as chunk_no,
            coalesce(a.panda_id, b.panda_id) as panda_id,
            coalesce(a.seq, b.seq) as seq,
            coalesce(a.status, 'none') as status_a,
            coalesce(b.status, 'none') as status_b,
            a.criterion as criterion_a,
            b.criterion as criterion_b,
            a.best as best_a,
            b.best as best_b,
            coalesce(a.queues, []) as queues_a,
            coalesce(b.queues, []) as queues_b
        from a
        full join
            b
            on a.snapshot_id = b.snapshot_id
            and a.policy = b.policy
            and a.jedi_task_id is not distinct from b.jedi_task_id
            and a.chunk_no is not distinct from b.chunk_no
            and a.panda_id is not distinct from b.panda_id
            and a.seq is not distinct from b.seq
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
