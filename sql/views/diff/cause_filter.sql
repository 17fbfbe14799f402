-- title: criteria that fail for a moved queue in one run only; those of a chunk that
-- chooses nothing in either run, for any queue
-- grain: snapshot_id, policy, jedi_task_id, chunk_no, queue_name, cause
with
    named as (
        select distinct side, policy, bit, step, criterion from both_criterion where bit is not null
    ),
    failing as (
        select both_verdict.* exclude (reject_mask), named.step, named.criterion
        from both_verdict
        inner join
            named
            on both_verdict.side = named.side
            and both_verdict.policy = named.policy
            and has_bit(both_verdict.reject_mask, named.bit)
        where getvariable('diff_by') = 'verdict'
        union all by name
        from both_exclusion
        where getvariable('diff_by') = 'exclusion'
    ),
    asked as (
        from moved
        union
        select distinct
            failing.snapshot_id,
            failing.policy,
            failing.jedi_task_id,
            failing.chunk_no,
            failing.queue_name
        from failing
        semi join
            changed
            on failing.snapshot_id = changed.snapshot_id
            and failing.policy = changed.policy
            and failing.jedi_task_id = changed.jedi_task_id
            and failing.chunk_no = changed.chunk_no
            and len(changed.queues_a) + len(changed.queues_b) = 0
    )

select asked.*, 'criterion' as kind, failing.criterion as cause, min(failing.step) as step
from asked
inner join failing using (snapshot_id, policy, jedi_task_id, chunk_no, queue_name)
group by all
having count(distinct failing.side) = 1
