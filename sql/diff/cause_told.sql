-- title: a reason told for the whole decision in one run only, such as a throttle; a
-- rule
-- without a bit that stands before the first filter decides before any pair
-- grain: snapshot_id, policy, jedi_task_id, chunk_no, panda_id, seq, cause
with
    told as (
        select changed.*, unnest([changed.criterion_a, changed.criterion_b]) as cause
        from changed
        where changed.criterion_a is distinct from changed.criterion_b
    ),

    named as (
        select
            both_criterion.policy,
            both_criterion.criterion,
            min(both_criterion.step) as step,
            bool_or(both_criterion.bit is not null) as is_filter
        from both_criterion
        group by all
    ),

    first_filter as (
        select named.policy, min(named.step) as step
        from named
        where named.is_filter
        group by all
    )

select
    told.snapshot_id,
    told.policy,
    told.jedi_task_id,
    told.chunk_no,
    told.panda_id,
    told.seq,
    'criterion' as kind,
    told.cause,
    coalesce(named.step, 0) as step,
    named.step < first_filter.step as is_before_pairs
from told
left join named on told.policy = named.policy and told.cause = named.criterion
left join first_filter on told.policy = first_filter.policy
where told.cause is not null
