-- title: what changed between two runs, each decision once, with its first cause
-- grain: snapshot_id, policy, jedi_task_id, chunk_no, panda_id, seq
with
    cause as (
        select 1 as stage, cause_reported.*, null as queue_name
        from cause_reported
        where is_before_pairs
        union all by name
        select 2 as stage, cause_filter.*
        from cause_filter
        union all by name
        select 3 as stage, cause_factor.*
        from cause_factor
        union all by name
        select 4 as stage, cause_cut.*
        from cause_cut
        union all by name
        select 5 as stage, cause_reported.*
        from cause_reported
        union all by name
        select 6 as stage, tie.*, 'tie' as kind, 'tie' as cause, 0 as step
        from tie
    ),
    first as (
        select
            snapshot_id,
            policy,
            jedi_task_id,
            chunk_no,
            panda_id,
            seq,
            arg_min(
                {'kind':kind, 'cause':cause, 'queue':queue_name}, (stage, step, cause, queue_name)
            ) as found
        from cause
        group by all
    )

select
    changed.*,
    coalesce(first.found.kind, getvariable('diff_rest')) as cause_kind,
    coalesce(first.found.cause, getvariable('diff_rest')) as first_cause,
    first.found.queue as cause_queue
from changed
left join
    first
    on changed.snapshot_id = first.snapshot_id
    and changed.policy = first.policy
    and changed.jedi_task_id is not distinct from first.jedi_task_id
    and changed.chunk_no is not distinct from first.chunk_no
    and changed.panda_id is not distinct from first.panda_id
    and changed.seq is not distinct from first.seq
order by all
