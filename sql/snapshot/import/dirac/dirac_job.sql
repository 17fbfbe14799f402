-- Jobs get the requirements of their task queue. What version 9.1 does not keep, setup,
-- pools, types of pilots and middleware, stays unknown; the CPU time is that of the
-- segment to which the queue belongs. A job whose queue is gone is left out.
insert into dirac_job by name
with
    -- lists are taken apart once for each queue
    requirement as materialized (
        select
            tq_id,
            owner,
            owner_group,
            cpu_time,
            sites::varchar::json::varchar[] as sites,
            grid_ces::varchar::json::varchar[] as grid_ces,
            banned_sites::varchar::json::varchar[] as banned_sites,
            platforms::varchar::json::varchar[] as platforms,
            job_types::varchar::json::varchar[] as job_types,
            tags::varchar::json::varchar[] as tags
        from task_queue
    )

select
    tq_job.job_id,
    tq_job.user_priority,
    requirement.* exclude (tq_id),
    tq_ram.min_ram,
    tq_ram.max_ram,
    'Waiting' as status,
    job_time.submit_time
from tq_job
inner join requirement using (tq_id)
left join tq_ram using (tq_id)
left join job_time using (job_id)
;
