-- title: a reason for the whole decision in one run only, such as a throttle; a rule
-- without a bit that stands before the first filter decides before any pair
-- grain: snapshot_id, policy, jedi_task_id, chunk_no, panda_id, seq, cause
with
    by_cause as (
        select changed.*, unnest([criterion_a, criterion_b]) as cause
        from changed
        where criterion_a is distinct from criterion_b
    ),
    named as (
        select policy, criterion, min(step) as step, bool_or(bit is not null) as is_filter
        from both_criterion
        group by all
    ),
    first_filter as (select policy, min(step) as step from named where is_filter group by all)

select
    by_cause.snapshot_id,
    by_cause.policy,
    by_cause.jedi_task_id,
    by_cause.chunk_no,
    by_cause.panda_id,
    by_cause.seq,
    'criterion' as kind,
    by_cause.cause,
    coalesce(named.step, 0) as step,
    named.step < first_filter.step as is_before_pairs
from by_cause
left join named on by_cause.policy = named.policy and by_cause.cause = named.criterion
left join first_filter on by_cause.policy = first_filter.policy
where by_cause.cause is not null
