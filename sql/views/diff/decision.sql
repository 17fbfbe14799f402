-- title: the decisions of both runs in one form: a chunk, a job that is acted upon, a
-- pilot
-- grain: side, snapshot_id, policy, jedi_task_id, chunk_no, panda_id, seq
-- nulls: a result without a task is that of a pilot, which its match has
with
    chosen as (
        select
            side,
            snapshot_id,
            policy,
            jedi_task_id,
            chunk_no,
            list(queue_name order by rank, queue_name) as queues
        from both_candidate
        group by all
    )

select
    both_result.side,
    both_result.snapshot_id,
    both_result.policy,
    both_result.jedi_task_id,
    both_result.chunk_no,
    null::bigint as panda_id,
    null::bigint as seq,
    both_result.status,
    both_result.criterion,
    coalesce(both_result.nucleus, chosen.queues[1]) as best,
    coalesce(chosen.queues, []) as queues
from both_result
left join chosen using (side, snapshot_id, policy, jedi_task_id, chunk_no)
where both_result.jedi_task_id is not null
union all by name
select side, snapshot_id, policy, panda_id, action as status, rule_id as criterion, [] as queues
from both_action
where is_strongest
union all by name
select
    side,
    snapshot_id,
    policy,
    seq,
    if(job_id is null, 'no match', 'matched') as status,
    criterion,
    tq_id::varchar as best,
    [job_id::varchar] as queues
from both_match
