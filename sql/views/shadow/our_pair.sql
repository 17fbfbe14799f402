-- What brokersql says of one queue or nucleus in a matched decision, in the round that
-- decided: its weight, or the criterion that is reported, and all that fail.
create or replace temp table our_pair as
with
    last_round as (
        select policy, jedi_task_id, chunk_no, max(round) as round
        from our_verdict
        group by all
    ),
    bits as (
        select
            matched.decision_no,
            our_verdict.queue_name,
            list(distinct our_criterion.criterion) as failing
        from matched
        inner join last_round using (policy, jedi_task_id, chunk_no)
        inner join our_verdict using (policy, jedi_task_id, chunk_no, round)
        inner join our_criterion on matched.policy = our_criterion.policy
        where
            our_criterion.bit is not null
            and (our_verdict.reject_mask >> our_criterion.bit) & 1 = 1
        group by all
    ),
    pairs as (
        select policy, jedi_task_id, chunk_no, queue_name, unified_name, round
        from our_exclusion
        union
        select
            our_weighed.policy,
            our_weighed.jedi_task_id,
            our_weighed.chunk_no,
            our_weighed.queue_name,
            our_weighed.unified_name,
            last_round.round
        from our_weighed
        inner join last_round using (policy, jedi_task_id, chunk_no)
    )

select
    matched.decision_no,
    matched.policy,
    pairs.queue_name,
    pairs.unified_name,
    our_exclusion.criterion as excluded_by,
    our_exclusion.detail as excluded_detail,
    our_exclusion.step as excluded_step,
    coalesce(bits.failing, []) as failing,
    our_weighed.weight,
    our_weighed.criterion as weighed_as,
    our_weighed.n_queued,
    our_weighed.data,
    our_weighed.t1,
    our_weighed.network,
    our_weighed.free,
    our_weighed.work,
    our_candidate.rank
from matched
inner join last_round using (policy, jedi_task_id, chunk_no)
inner join pairs using (policy, jedi_task_id, chunk_no, round)
left join
    our_exclusion using (policy, jedi_task_id, chunk_no, queue_name, round)
left join our_weighed using (policy, jedi_task_id, chunk_no, queue_name)
left join our_candidate using (policy, jedi_task_id, chunk_no, queue_name)
left join bits on matched.decision_no = bits.decision_no and pairs.queue_name = bits.queue_name
where not coalesce(our_weighed.for_jumbo, false)
;
