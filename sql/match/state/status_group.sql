-- title: what waits of each owner group, and what was given of it lately
-- grain: owner_group
with
    left_over as (select tq_id, sum(n_jobs)::bigint as n_jobs from open_class group by tq_id),
    matched as (select tq_id, count(job_id) as n_matched from recent group by tq_id)

select
    task_queue.owner_group,
    any_value(group_setting.job_share) as job_share,
    any_value(group_setting.is_sharing) as job_sharing,
    count(*) filter (where left_over.n_jobs > 0) as n_task_queues,
    coalesce(sum(left_over.n_jobs), 0)::bigint as n_jobs,
    count(distinct task_queue.owner) filter (where left_over.n_jobs > 0) as n_owners,
    coalesce(sum(matched.n_matched), 0)::bigint as n_matched_24h
from task_queue
left join left_over using (tq_id)
left join matched using (tq_id)
left join state.group_setting as group_setting using (owner_group)
group by task_queue.owner_group
order by n_jobs desc, task_queue.owner_group
