-- title: task queues with what they ask for, and how many pilots fit each
-- grain: policy, tq_id
with
    counts as (
        select
            policy,
            tq_id,
            count(*) filter (where outcome = 'fits') as n_pilots_fit,
            count(*) filter (where outcome = 'rejected') as n_pilots_rejected,
            count(only_blocker) as n_alone,
            mode(criterion order by criterion) as top_criterion
        from pilot_pair
        group by policy, tq_id
    )

select
    task_queue.policy,
    task_queue.tq_id,
    task_queue.owner_group,
    task_queue.owner,
    task_queue.n_jobs,
    task_queue.priority,
    counts.n_pilots_fit,
    counts.n_pilots_rejected,
    counts.n_alone,
    counts.top_criterion,
    task_queue.* exclude (policy, tq_id, owner_group, owner, n_jobs, priority)
from task_queue
left join counts using (policy, tq_id)
