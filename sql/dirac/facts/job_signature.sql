-- title: all that a job asks for as one number, so that jobs alike are found at once
-- grain: job_id
-- source: T002
-- nulls: what is not asked has a place of its own, since a hash passes over NULL
select
    job_intake.job_id,
    job_intake.user_priority,
    job_intake.cpu_time,
    hash(
        job_intake.owner,
        dirac_job.owner_group,
        job_intake.setup,
        job_intake.cpu_time,
        never_empty_list(dirac_job.submit_pools),
        never_empty_list(dirac_job.pilot_types),
        never_empty_list(dirac_job.sites),
        never_empty_list(dirac_job.grid_ces),
        never_empty_list(dirac_job.grid_middlewares),
        never_empty_list(dirac_job.banned_sites),
        never_empty_list(dirac_job.platforms),
        never_empty_list(dirac_job.job_types),
        never_empty_list(dirac_job.tags),
        coalesce(dirac_job.min_ram, 0),
        coalesce(dirac_job.max_ram, 0)
    ) as signature
from job_intake
inner join dirac_job using (job_id)
where job_intake.fault is null
