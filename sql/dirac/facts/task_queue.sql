-- title: task queues with all that their jobs ask for
-- grain: tq_id
-- source: T003, T004, T016, P006
-- nulls: NULL is no requirement
select
    task_queue_number.tq_id,
    job_requirement.owner,
    job_requirement.owner_group,
    job_requirement.setup,
    group_setting.vo,
    job_requirement.cpu_time,
    job_requirement.submit_pools,
    job_requirement.pilot_types,
    job_requirement.sites,
    job_requirement.grid_ces,
    job_requirement.grid_middlewares,
    job_requirement.banned_sites,
    job_requirement.platforms,
    job_requirement.job_types,
    job_requirement.tags,
    nullif(job_requirement.min_ram, 0) as min_ram,
    nullif(job_requirement.max_ram, 0) as max_ram,
    task_queue_number.n_jobs,
    group_setting.is_sharing,
    task_queue_number.first_job_id
from task_queue_number
inner join job_kind using (kind)
inner join
    job_requirement
    on job_kind.signature = job_requirement.signature
    and task_queue_number.kind = job_requirement.job_id
inner join group_setting using (owner_group)
