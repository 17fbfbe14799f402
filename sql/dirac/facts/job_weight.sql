-- title: what the jobs of a task queue weigh together, and whose share it takes
-- grain: tq_id
-- source: P004, P014, P015, P017
-- bounds: a mean equal to the background weight is background
-- nulls: entity_owner is empty for a group that has JOB_SHARING
-- note: the entity is the group if it has JOB_SHARING, else the owner in the group;
-- background is known by the mean
with
    sums as (
        select
            tq_id,
            list_sum(list(job_class.n_jobs * real_priority order by user_priority)) as sum_priority,
            sum(job_class.n_jobs)::bigint as n_jobs
        from job_class
        group by tq_id
    )

select
    task_queue.tq_id,
    queue_realm.realm,
    task_queue.owner_group,
    if(task_queue.is_sharing, '', task_queue.owner) as entity_owner,
    task_queue.owner,
    if(
        cfg.job_priority_formula = 'avg', sums.sum_priority / sums.n_jobs, sums.sum_priority
    ) as weight,
    cfg.background_queues
    and group_setting.allows_background
    and sums.sum_priority / sums.n_jobs <= cfg.background_weight as is_background
from task_queue
inner join sums using (tq_id)
inner join queue_realm using (tq_id)
inner join group_setting on task_queue.owner_group = group_setting.owner_group
cross join cfg
