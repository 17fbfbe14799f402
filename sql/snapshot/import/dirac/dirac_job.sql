-- Jobs get the requirements of their task queue. What version 9.1 does not keep, setup,
-- pools, types of pilots, middleware and memory, stays unknown; the CPU time is that of
-- the segment to which the queue belongs. A job whose queue is gone is left out.
insert into dirac_job by name
select
    tq_job.job_id,
    task_queue.owner,
    task_queue.owner_group,
    task_queue.cpu_time,
    tq_job.user_priority,
    task_queue.sites::varchar::json::varchar[] as sites,
    task_queue.grid_ces::varchar::json::varchar[] as grid_ces,
    task_queue.banned_sites::varchar::json::varchar[] as banned_sites,
    task_queue.platforms::varchar::json::varchar[] as platforms,
    task_queue.job_types::varchar::json::varchar[] as job_types,
    task_queue.tags::varchar::json::varchar[] as tags,
    'Waiting' as status,
    job_time.submit_time
from tq_job
inner join task_queue using (tq_id)
left join job_time using (job_id)
;
