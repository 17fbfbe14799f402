-- title: task queues that a pilot draws from, with the parts of their priority
-- note: with the jobs that are left when it is served
select
    task_queue.tq_id,
    task_queue.owner_group,
    nullif(task_queue_priority.entity_owner, '') as owner,
    task_queue.cpu_time,
    (
        select sum(job_class.n_jobs)::bigint
        from job_class
        where job_class.tq_id = draw_chance.tq_id
    ) as n_jobs,
    task_queue_priority.priority,
    task_queue_priority.share,
    task_queue_priority.n_owners,
    task_queue_priority.n_queues,
    task_queue_priority.job_part,
    draw_chance.chance
from draw_chance
inner join task_queue using (tq_id)
inner join task_queue_priority using (tq_id)
where draw_chance.seq = ?
order by draw_chance.chance desc, task_queue.tq_id
